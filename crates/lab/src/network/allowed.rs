//! What runtimes reach besides public addresses: names and ranges of addresses that `--network-allow` names.

use std::fmt;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::cidr::Cidr;
use super::special::is_public;

/// Something that is allowed: `HOST`, `HOST:PORT`, an address with or without a port, or `ADDRESS/BITS`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Allowed {
    /// A name, whatever its addresses are.
    Name(String, Option<u16>),
    /// A range of addresses.
    Range(Cidr, Option<u16>),
}

impl FromStr for Allowed {
    type Err = String;

    fn from_str(text: &str) -> Result<Allowed, String> {
        if text.contains('/') {
            return Ok(Allowed::Range(text.parse()?, None));
        }
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(Allowed::Range(address.ip().to_string().parse()?, Some(address.port())));
        }
        if let Ok(address) = text.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Ok(Allowed::Range(address.to_string().parse()?, None));
        }
        let (name, port) = text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)));
        let port = port.map(str::parse).transpose().ok();
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
        match (port, is_name(name) && !name.is_empty()) {
            (Some(port), true) => Ok(Allowed::Name(canonical(name), port)),
            _ => Err(format!("{text:?} is none of HOST, HOST:PORT, an address, and ADDRESS/BITS")),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Name(name, None) => f.write_str(name),
            Allowed::Name(name, Some(port)) => write!(f, "{name}:{port}"),
            Allowed::Range(range, None) => write!(f, "{range}"),
            Allowed::Range(range, Some(port)) => {
                let text = range.to_string();
                let address = text.split('/').next().unwrap_or_default();
                let is_v6 = address.contains(':');
                if is_v6 { write!(f, "[{address}]:{port}") } else { write!(f, "{address}:{port}") }
            }
        }
    }
}

impl TryFrom<String> for Allowed {
    type Error = String;

    fn try_from(text: String) -> Result<Allowed, String> {
        text.parse()
    }
}

impl From<Allowed> for String {
    fn from(allowed: Allowed) -> String {
        allowed.to_string()
    }
}

/// Which addresses a runtime reaches.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rules(pub Vec<Allowed>);

impl Rules {
    /// An error unless all addresses of a host may be reached. The connection has to be made to one of them:
    /// a name that is looked up again may have others.
    ///
    /// # Errors
    /// One may not, and why.
    pub fn check(&self, host: &str, addresses: &[SocketAddr]) -> Result<(), String> {
        let Some(refused) = addresses.iter().find(|address| !self.allows(host, **address)) else { return Ok(()) };
        let (ip, port) = (refused.ip().to_canonical(), refused.port());
        let at =
            if ip.to_string() == host { format!("{host}:{port}") } else { format!("{host}:{port} is at {ip}, and") };
        Err(format!("{at} is no address of the public network; --network-allow of the laboratory opens it"))
    }

    fn allows(&self, host: &str, address: SocketAddr) -> bool {
        let host = canonical(host);
        let ip = address.ip().to_canonical();
        let is_port = |port: &Option<u16>| port.is_none_or(|port| port == address.port());
        let is_named = self.0.iter().any(|allowed| match allowed {
            Allowed::Name(name, port) => *name == host && is_port(port),
            Allowed::Range(range, port) => range.contains(ip) && is_port(port),
        });
        is_named || (is_public(ip) && !is_own(ip))
    }
}

/// A name as all its spellings are: in small letters, without the dot of the root.
fn canonical(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// True for an address of this machine: it reaches it from the address itself. Nothing is sent.
fn is_own(address: IpAddr) -> bool {
    let any: IpAddr = if address.is_ipv4() { [0; 4].into() } else { [0u16; 8].into() };
    let route = UdpSocket::bind((any, 0)).and_then(|socket| {
        socket.connect((address, 9))?;
        socket.local_addr()
    });
    route.is_ok_and(|from| from.ip() == address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(allowed: &[&str], host: &str, address: &str) -> Result<(), String> {
        let rules = Rules(allowed.iter().map(|text| text.parse().unwrap()).collect());
        rules.check(host, &[address.parse().unwrap()])
    }

    #[test]
    fn names_and_ranges_are_opened_for_their_ports() {
        assert!(check(&[], "pypi.org", "151.101.0.223:443").is_ok());
        for (allowed, host, address) in [
            ("mirror.school", "Mirror.School.", "10.0.0.7:8080"),
            ("mirror.school:8080", "mirror.school", "10.0.0.7:8080"),
            ("10.0.0.0/24", "mirror.school", "10.0.0.7:80"),
            ("10.0.0.7", "10.0.0.7", "10.0.0.7:80"),
            ("10.0.0.7:80", "x", "[::ffff:10.0.0.7]:80"),
            ("[fd00::7]:80", "x", "[fd00::7]:80"),
        ] {
            assert!(check(&[allowed], host, address).is_ok(), "{allowed}");
            let again: Allowed = allowed.parse::<Allowed>().unwrap().to_string().parse().unwrap();
            assert_eq!(again, allowed.parse().unwrap());
        }
        for (allowed, host, address) in [
            ("mirror.school:8080", "mirror.school", "10.0.0.7:22"),
            ("mirror.school", "mirror.school.evil.example", "10.0.0.7:80"),
            ("10.0.0.0/24", "x", "10.0.1.7:80"),
            ("10.0.0.7:80", "x", "10.0.0.7:81"),
        ] {
            assert!(check(&[allowed], host, address).unwrap_err().contains("--network-allow"), "{allowed}");
        }
        for bad in ["", "a b", "host:port", "http://x", ":80", "10.0.0.0/99"] {
            assert!(bad.parse::<Allowed>().is_err(), "{bad}");
        }
    }

    #[test]
    fn one_address_that_is_refused_refuses_the_name() {
        let addresses = ["8.8.8.8:80", "127.0.0.1:80"].map(|text| text.parse().unwrap());
        assert!(Rules::default().check("rebound.example", &addresses).unwrap_err().contains("is at 127.0.0.1"));
    }

    #[test]
    fn addresses_of_this_machine_are_known() {
        assert!(is_own([127, 0, 0, 1].into()) && !is_own([192, 0, 2, 1].into()));
    }
}
