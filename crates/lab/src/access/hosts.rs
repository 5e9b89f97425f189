//! The names of this server. A page of another site that resolves its name to this machine (DNS rebinding)
//! sends that name as its host, and is refused.

use std::net::{IpAddr, SocketAddr};

/// The hosts and origins that are this server's.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// Where it listens.
    pub address: SocketAddr,
    /// Further names, without ports, that `--allow-host` gave.
    pub names: Vec<String>,
}

impl Hosts {
    /// True if a `Host` header names this server: an address of this machine, `localhost`, or a name that was
    /// allowed. A page that rebinds a name never has a bare address as its host.
    pub fn is_own_host(&self, host: &str) -> bool {
        let name = name_of(host);
        if let Ok(ip) = name.trim_matches(['[', ']']).parse::<IpAddr>() {
            let own = self.address.ip().to_canonical();
            return ip.to_canonical().is_loopback() || own.is_unspecified() || ip.to_canonical() == own;
        }
        let name = name.trim_end_matches('.');
        name.eq_ignore_ascii_case("localhost") || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// True if an `Origin` is the page of the host that the request was sent to. Behind a proxy that ends TLS
    /// the scheme differs, so it does not count.
    pub fn is_own_origin(&self, origin: &str, host: &str) -> bool {
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host) && self.is_own_host(authority))
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    if host.starts_with('[') {
        return host.find(']').map_or(host, |end| &host[..=end]);
    }
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_refused() {
        let hosts = Hosts { address: "127.0.0.1:8888".parse().unwrap(), names: vec!["lab.example".into()] };
        for good in ["127.0.0.1:8888", "localhost:8888", "LOCALHOST", "[::1]:8888", "lab.example:443", "127.0.0.2"] {
            assert!(hosts.is_own_host(good), "{good}");
        }
        for bad in ["", "evil.example:8888", "127.0.0.1.evil.example", "192.168.1.2:8888", "localhost.evil"] {
            assert!(!hosts.is_own_host(bad), "{bad}");
        }
        let open = Hosts { address: "0.0.0.0:8888".parse().unwrap(), names: Vec::new() };
        assert!(open.is_own_host("192.168.1.2:8888") && !open.is_own_host("evil.example:8888"));
    }

    #[test]
    fn an_origin_is_that_of_the_host() {
        let hosts = Hosts { address: "127.0.0.1:8888".parse().unwrap(), names: Vec::new() };
        assert!(hosts.is_own_origin("http://127.0.0.1:8888", "127.0.0.1:8888"));
        for bad in ["null", "http://127.0.0.1:9999", "http://evil.example", "file://", "http://localhost:8888"] {
            assert!(!hosts.is_own_origin(bad, "127.0.0.1:8888"), "{bad}");
        }
        assert!(!hosts.is_own_origin("http://evil.example", "evil.example"));
    }
}
