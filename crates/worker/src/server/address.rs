//! Where the worker listens.

use std::fmt;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ifrt_proxy::{Code, Error, Result};

/// The port of a TPU worker.
pub const DEFAULT_PORT: u16 = 8470;

/// An address to listen at: `HOST:PORT`, `HOST`, or `unix:PATH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An address of the network.
    Tcp(SocketAddr),
    /// A socket in the file system, which only its owner may open.
    Unix(PathBuf),
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address> {
        let text = text.strip_prefix("grpc://").unwrap_or(text);
        if let Some(path) = text.strip_prefix("unix:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return match path {
                "" => Err(Error::invalid("unix: needs a path: unix:/run/user/1000/labora.sock")),
                _ => Ok(Address::Unix(path.into())),
            };
        }
        // The system reads a number alone as the address 0.0.33.22.
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Error::invalid(format!("{text:?} names no host: write 127.0.0.1:{text} for a port alone")));
        }
        let host = text.parse::<IpAddr>().map(|ip| (ip.to_string(), DEFAULT_PORT)).ok();
        let found = match host {
            Some(host) => host.to_socket_addrs(),
            None if text.contains(':') => text.to_socket_addrs(),
            None => (text, DEFAULT_PORT).to_socket_addrs(),
        };
        let invalid = |problem: String| Error::invalid(format!("{text:?} is no address to listen at: {problem}"));
        let first = found.map_err(|e| invalid(e.to_string()))?.next();
        first.map(Address::Tcp).ok_or_else(|| invalid("the name has no address".into()))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(address) => address.fmt(f),
            Address::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

impl Address {
    /// True if only this machine reaches the address.
    pub fn is_local(&self) -> bool {
        match self {
            Address::Tcp(address) => address.ip().to_canonical().is_loopback(),
            Address::Unix(_) => true,
        }
    }

    /// The address by which clients on other machines reach it: a wildcard becomes the name of this machine.
    pub fn target(&self) -> String {
        match self {
            Address::Tcp(address) if address.ip().is_unspecified() => {
                let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
                let name = name.map_or_else(|_| "localhost".to_string(), |name| name.trim().to_string());
                format!("{name}:{}", address.port())
            }
            other => other.to_string(),
        }
    }
}

/// A listener of the system, not of the asynchronous runtime.
#[derive(Debug)]
pub enum Listener {
    /// One of the network.
    Tcp(TcpListener),
    /// A socket in the file system.
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener),
}

impl Listener {
    /// Listens at an address. A socket that an ended process left is replaced.
    ///
    /// # Errors
    /// The address is in use, or not one of this machine.
    pub fn bind(address: &Address) -> Result<Listener> {
        let failed =
            |e: std::io::Error| Error::new(Code::FailedPrecondition, format!("cannot listen at {address}: {e}"));
        match address {
            Address::Tcp(tcp) => TcpListener::bind(tcp).map(Listener::Tcp).map_err(failed),
            #[cfg(unix)]
            Address::Unix(path) => bind_unix(path).map(Listener::Unix).map_err(failed),
            #[cfg(not(unix))]
            Address::Unix(_) => Err(Error::unimplemented("this system has no unix sockets")),
        }
    }

    /// The address at which it listens: with the port that the system chose, if 0 was asked for.
    ///
    /// # Errors
    /// The system's own.
    pub fn address(&self) -> Result<Address> {
        let failed = |e: std::io::Error| Error::internal(format!("address of the listener: {e}"));
        Ok(match self {
            Listener::Tcp(listener) => Address::Tcp(listener.local_addr().map_err(failed)?),
            #[cfg(unix)]
            Listener::Unix(listener) => {
                Address::Unix(listener.local_addr().map_err(failed)?.as_pathname().unwrap_or(Path::new("")).into())
            }
        })
    }
}

/// Binds a socket that nobody but its owner can ever open: it is made in a folder of its own, and moved when
/// its mode is set.
#[cfg(unix)]
fn bind_unix(path: &Path) -> std::io::Result<std::os::unix::net::UnixListener> {
    use std::fs::{self, DirBuilder, Permissions};
    use std::os::unix::fs::{DirBuilderExt, FileTypeExt, PermissionsExt};
    use std::os::unix::net::{UnixListener, UnixStream};

    if let Ok(metadata) = fs::symlink_metadata(path) {
        if !metadata.file_type().is_socket() || UnixStream::connect(path).is_ok() {
            return Err(std::io::ErrorKind::AddrInUse.into());
        }
        fs::remove_file(path)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let private = folder.join(format!(".labora-{}", std::process::id()));
    DirBuilder::new().mode(0o700).create(&private)?;
    let first = private.join("s");
    let bound = UnixListener::bind(&first).and_then(|listener| {
        fs::set_permissions(&first, Permissions::from_mode(0o600))?;
        fs::rename(&first, path)?;
        Ok(listener)
    });
    let _ = fs::remove_file(&first);
    let _ = fs::remove_dir(&private);
    bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, expected, is_local) in [
            ("127.0.0.1:9000", "127.0.0.1:9000", true),
            ("127.0.0.1", "127.0.0.1:8470", true),
            ("grpc://[::1]:1", "[::1]:1", true),
            ("::", "[::]:8470", false),
            ("0.0.0.0:8470", "0.0.0.0:8470", false),
            ("unix:/tmp/a.sock", "unix:/tmp/a.sock", true),
            ("unix:///tmp/a.sock", "unix:/tmp/a.sock", true),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.to_string(), address.is_local()), (expected.to_string(), is_local), "{text}");
        }
        for text in ["", "unix:", "8470", "127.0.0.1:99999", "no such host:1"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_unix_socket_is_its_owners_and_replaces_a_dead_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.sock");
        let address = Address::Unix(path.clone());
        let listener = Listener::bind(&address).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(Listener::bind(&address).unwrap_err().message().contains("cannot listen at"));
        drop(listener);
        assert!(Listener::bind(&address).is_ok());
        std::fs::write(folder.path().join("file"), "data").unwrap();
        assert!(Listener::bind(&Address::Unix(folder.path().join("file"))).is_err());
        assert_eq!(std::fs::read(folder.path().join("file")).unwrap(), b"data");
    }
}
