//! The options of a client.

use std::path::Path;

use pjrt::{Attributes, NamedValue};
use remote::{Address, ConnectOptions, Tls};

use crate::error::{Error, Result};

const NAMES: [&str; 5] = ["address", "token", "authorities", "certificate", "key"];

/// Where to connect, and how.
pub struct Options {
    pub address: Address,
    pub connect: ConnectOptions,
}

impl Options {
    /// Reads the options that a caller gave.
    ///
    /// # Errors
    /// An option is unknown or no text, the address is missing, or a file cannot be read.
    pub fn read(given: &Attributes) -> Result<Options> {
        if let Some((name, _)) = given.iter().find(|(name, _)| !NAMES.contains(name)) {
            return Err(Error::invalid(format!("option {name} is unknown; the options are {}", NAMES.join(", "))));
        }
        let text = |name: &str| match given.get(name) {
            None => Ok(None),
            Some(NamedValue::String(text)) => Ok(Some(text.as_str())),
            Some(other) => Err(Error::invalid(format!("option {name} is {other}, which is no text"))),
        };
        let address = text("address")?.ok_or_else(|| Error::invalid("option address is missing: which worker?"))?;
        let tls = match (text("authorities")?, text("certificate")?, text("key")?) {
            (None, None, None) => None,
            (None, ..) => {
                let message = "a certificate without authorities: the file with the authority of the worker is needed";
                return Err(Error::invalid(message));
            }
            (Some(authorities), certificate, key) => {
                let identity = match (certificate, key) {
                    (Some(certificate), Some(key)) => Some((file(certificate)?, file(key)?)),
                    (None, None) => None,
                    _ => return Err(Error::invalid("a certificate and its key belong together: give both or none")),
                };
                Some(Tls { authorities: file(authorities)?, identity })
            }
        };
        let connect = ConnectOptions { token: text("token")?.map(str::to_owned), tls, ..ConnectOptions::default() };
        Ok(Options { address: address.parse()?, connect })
    }
}

fn file(path: &str) -> Result<Vec<u8>> {
    std::fs::read(Path::new(path)).map_err(|e| Error::invalid(format!("{path}: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(options: &[(&str, &str)]) -> Result<Options> {
        let given = options.iter().map(|(name, value)| (name.to_string(), NamedValue::String(value.to_string())));
        Options::read(&given.collect())
    }

    #[test]
    fn options_are_read_and_wrong_ones_refused() {
        let options = read(&[("address", "worker"), ("token", "abc")]).unwrap();
        assert_eq!(options.address.to_string(), "grpc://worker:8470");
        assert_eq!(options.connect.token.as_deref(), Some("abc"));
        for (wrong, message) in [
            (&[][..], "address is missing"),
            (&[("address", "a"), ("host", "b")], "option host is unknown"),
            (&[("address", "a"), ("key", "b")], "without authorities"),
            (&[("address", "a"), ("authorities", "/nowhere/ca.pem")], "/nowhere/ca.pem"),
        ] {
            let error = format!("{:?}", read(wrong).err().unwrap());
            assert!(error.contains(message), "{error}");
        }
    }
}
