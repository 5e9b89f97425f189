//! Ranges of addresses: an address, and how many of its first bits count (CIDR).

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// A range of addresses, such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cidr {
    address: IpAddr,
    bits: u8,
}

impl Cidr {
    /// A range of version 4.
    pub const fn v4([a, b, c, d]: [u8; 4], bits: u8) -> Cidr {
        Cidr { address: IpAddr::V4(Ipv4Addr::new(a, b, c, d)), bits }
    }

    /// A range of version 6 by its first two groups; the others are 0.
    pub const fn v6([a, b]: [u16; 2], bits: u8) -> Cidr {
        Cidr { address: IpAddr::V6(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0)), bits }
    }

    /// True for an address of the range. One of version 4 that is written as one of version 6 is none of a
    /// range of version 6.
    pub fn contains(&self, address: IpAddr) -> bool {
        let equal = match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => (own.to_bits() ^ other.to_bits()).leading_zeros(),
            (IpAddr::V6(own), IpAddr::V6(other)) => (own.to_bits() ^ other.to_bits()).leading_zeros(),
            _ => return false,
        };
        equal >= u32::from(self.bits)
    }
}

impl FromStr for Cidr {
    type Err = String;

    /// Reads `ADDRESS/BITS`, or an address alone.
    fn from_str(text: &str) -> Result<Cidr, String> {
        let wrong = || format!("{text:?} is no range of addresses: ADDRESS/BITS, such as 10.1.0.0/16 or fd00::/8");
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).ok().filter(|bits| *bits <= most).ok_or_else(wrong)?;
        Ok(Cidr { address, bits })
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_the_addresses_with_its_first_bits() {
        for (range, inside, outside) in [
            ("172.16.0.0/12", "172.31.255.255", "172.32.0.0"),
            ("10.1.2.3", "10.1.2.3", "10.1.2.4"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
            ("fd00::/8", "fdff::1", "fe00::1"),
            ("::/0", "::1", "127.0.0.1"),
        ] {
            let read: Cidr = range.parse().unwrap();
            assert!(read.contains(inside.parse().unwrap()) && !read.contains(outside.parse().unwrap()), "{range}");
        }
        for bad in ["", "10.0.0.0/33", "fd00::/129", "10.0.0/8", "10.0.0.0/", "name/8"] {
            assert!(bad.parse::<Cidr>().is_err(), "{bad}");
        }
        assert_eq!("10.0.0.0/8".parse::<Cidr>().unwrap().to_string(), "10.0.0.0/8");
    }
}
