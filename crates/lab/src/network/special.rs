//! Addresses that are not of the public network: those of this machine, of private networks, and reserved
//! ones, as IANA's registries of special-purpose addresses have them.

use std::net::IpAddr;

use super::cidr::Cidr;

/// The ranges of version 4 that are not public.
pub const SPECIAL_V4: [Cidr; 14] = [
    Cidr::v4([0, 0, 0, 0], 8),
    Cidr::v4([10, 0, 0, 0], 8),
    Cidr::v4([100, 64, 0, 0], 10),
    Cidr::v4([127, 0, 0, 0], 8),
    Cidr::v4([169, 254, 0, 0], 16),
    Cidr::v4([172, 16, 0, 0], 12),
    Cidr::v4([192, 0, 0, 0], 24),
    Cidr::v4([192, 0, 2, 0], 24),
    Cidr::v4([192, 88, 99, 0], 24),
    Cidr::v4([192, 168, 0, 0], 16),
    Cidr::v4([198, 18, 0, 0], 15),
    Cidr::v4([198, 51, 100, 0], 24),
    Cidr::v4([203, 0, 113, 0], 24),
    // Multicast, reserved, broadcast.
    Cidr::v4([224, 0, 0, 0], 3),
];
/// Of version 6 only these are given to anybody.
pub const PUBLIC_V6: Cidr = Cidr::v6([0x2000, 0], 3);
/// The ranges in it that are not public. Tunnels lead to addresses of version 4.
pub const SPECIAL_V6: [Cidr; 4] =
    [Cidr::v6([0x2001, 0], 23), Cidr::v6([0x2001, 0xdb8], 32), Cidr::v6([0x2002, 0], 16), Cidr::v6([0x3fff, 0], 20)];

/// True for an address that is neither of this machine nor of a private network nor reserved.
pub fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let is_in = |ranges: &[Cidr]| ranges.iter().any(|range| range.contains(address));
    match address {
        IpAddr::V4(_) => !is_in(&SPECIAL_V4),
        IpAddr::V6(_) => PUBLIC_V6.contains(address) && !is_in(&SPECIAL_V6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_network_are_public() {
        let parse = |text: &str| text.parse::<IpAddr>().unwrap();
        for address in ["8.8.8.8", "185.199.108.133", "172.32.0.1", "100.128.0.1", "2606:50c0:8000::153"] {
            assert!(is_public(parse(address)), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "127.0.0.1",
            "100.64.0.1",
            "169.254.169.254",
            "172.31.255.255",
            "192.168.0.1",
            "192.0.2.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "3fff:fff::1",
        ] {
            assert!(!is_public(parse(address)), "{address}");
        }
    }
}
