//! Addresses of servers, as users write them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::error::{Error, Result};

/// The port of a worker if an address has none: that of a TPU's worker.
pub const DEFAULT_PORT: u16 = 8470;

/// Where a server listens: `grpc://HOST:PORT` or `grpc://unix:PATH`. The scheme and the port may be left out.
///
/// ```
/// use ifrt_proxy::Address;
///
/// let tpu: Address = "grpc://10.0.0.2:8470".parse()?;
/// assert_eq!(tpu, Address::Tcp { host: "10.0.0.2".into(), port: 8470 });
/// assert_eq!("worker".parse::<Address>()?.to_string(), "grpc://worker:8470");
/// assert_eq!("grpc://unix:/run/labora.sock".parse::<Address>()?, Address::Unix("/run/labora.sock".into()));
/// # Ok::<(), ifrt_proxy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// A TCP port.
    Tcp {
        /// A name, an IPv4 address, or an IPv6 address without brackets.
        host: String,
        /// The port.
        port: u16,
    },
    /// A Unix domain socket.
    Unix(PathBuf),
}

impl Address {
    /// The address as a URI of HTTP, for TCP; `None` for a Unix domain socket.
    pub fn http(&self) -> Option<String> {
        match self {
            Address::Tcp { .. } => Some(format!("http://{}", self.target())),
            Address::Unix(_) => None,
        }
    }

    /// True if only processes of this machine reach it.
    pub fn is_local(&self) -> bool {
        match self {
            Address::Tcp { host, .. } => {
                host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
            }
            Address::Unix(_) => true,
        }
    }

    /// The address without its scheme.
    fn target(&self) -> String {
        match self {
            Address::Tcp { host, port } if host.contains(':') => format!("[{host}]:{port}"),
            Address::Tcp { host, port } => format!("{host}:{port}"),
            Address::Unix(path) => format!("unix:{}", path.display()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "grpc://{}", self.target())
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address> {
        let invalid = |problem: &str| {
            let forms = "grpc://HOST:PORT or grpc://unix:PATH";
            Error::invalid(format!("address {text:?}: {problem}; an address is {forms}"))
        };
        let target = text.strip_prefix("grpc://").unwrap_or(text);
        if let Some(path) = target.strip_prefix("unix:") {
            // gRPC also writes an absolute path as `unix:///path`.
            let path = path.strip_prefix("//").unwrap_or(path);
            return if path.is_empty() { Err(invalid("the path is empty")) } else { Ok(Address::Unix(path.into())) };
        }
        if let Some((scheme, _)) = target.split_once("://") {
            return Err(invalid(&format!("scheme {scheme:?} is unknown")));
        }
        let target = target.strip_suffix('/').unwrap_or(target);
        let (host, port) = match target.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, rest)) => (host, rest.strip_prefix(':').filter(|port| !port.is_empty())),
            // An IPv6 address without brackets has no port.
            None if target.matches(':').count() > 1 => (target, None),
            None => target.split_once(':').map_or((target, None), |(host, port)| (host, Some(port))),
        };
        let port = port.map_or(Ok(DEFAULT_PORT), |port| {
            port.parse().map_err(|_| invalid(&format!("{port:?} is no port: a number up to 65535")))
        })?;
        let is_name = |c: char| c.is_alphanumeric() || ".-_:%".contains(c);
        if host.is_empty() || !host.chars().all(is_name) {
            return Err(invalid("the host is no name and no IP address"));
        }
        Ok(Address::Tcp { host: host.to_owned(), port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        let cases = [
            ("grpc://localhost", "grpc://localhost:8470", true),
            ("localhost:1", "grpc://localhost:1", true),
            ("grpc://10.1.2.3:8471/", "grpc://10.1.2.3:8471", false),
            ("[::1]:99", "grpc://[::1]:99", true),
            ("grpc://[fe80::1]", "grpc://[fe80::1]:8470", false),
            ("::1", "grpc://[::1]:8470", true),
            ("unix:///run/a.sock", "grpc://unix:/run/a.sock", true),
            ("grpc://unix:a.sock", "grpc://unix:a.sock", true),
        ];
        for (text, written, is_local) in cases {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.to_string(), address.is_local()), (written.to_owned(), is_local), "{text}");
            assert_eq!(written.parse::<Address>().unwrap(), address);
        }
        assert_eq!("[::1]".parse::<Address>().unwrap().http().unwrap(), "http://[::1]:8470");
    }

    #[test]
    fn wrong_addresses_are_refused_with_the_reason() {
        for text in ["", "grpc://", "http://a:1", "a:70000", "a:b", "a b", "grpc://unix:", "grpc://:8470", "a/b"] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.contains("an address is grpc://HOST:PORT"), "{text}: {error}");
        }
    }
}
