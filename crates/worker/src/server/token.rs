//! The token that clients must present.

use std::fmt;
use std::path::Path;

use ifrt_proxy::messages::{AttributeValue, GrpcIfrtSessionMetadata};
use ifrt_proxy::{Code, Error, Result};
use subtle::ConstantTimeEq;
use tonic::metadata::MetadataMap;

/// The shortest token that is accepted, in bytes.
const MIN_BYTES: usize = 16;
/// The key of the token, in the metadata of a call and in a client's `initialization_data`.
const KEY: &str = "authorization";
const PREFIX: &[u8] = b"Bearer ";

/// A secret that clients must know. It is compared in a time that does not depend on it, and never printed.
#[derive(Clone)]
pub struct Token(Vec<u8>);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// Reads the token of a file: its content without white space around it.
    ///
    /// # Errors
    /// The file cannot be read, or the token has fewer than 16 bytes.
    pub fn read(file: &Path) -> Result<Token> {
        let invalid = |problem: String| Error::invalid(format!("token file {}: {problem}", file.display()));
        let bytes = std::fs::read(file).map_err(|e| invalid(e.to_string()))?;
        let token = bytes.trim_ascii().to_vec();
        if token.len() < MIN_BYTES {
            let advice = "make one with `openssl rand -hex 32`";
            return Err(invalid(format!("{} bytes can be guessed, {MIN_BYTES} are needed: {advice}", token.len())));
        }
        Ok(Token(token))
    }

    /// Checks the token of a session: `Bearer TOKEN` under the key `authorization`, either in the
    /// `initialization_data` of JAX's client, or in gRPC's metadata.
    ///
    /// # Errors
    /// `UNAUTHENTICATED`: there is none, or another one.
    pub fn check(&self, session: &GrpcIfrtSessionMetadata, metadata: &MetadataMap) -> Result<()> {
        let data = session.initialization_data.as_ref().and_then(|data| data.attributes.get(KEY));
        let given = match data.and_then(|data| data.value.as_ref()) {
            Some(AttributeValue::String(bytes)) => Some(bytes.as_slice()),
            _ => metadata.get(KEY).map(tonic::metadata::MetadataValue::as_bytes),
        };
        let refused = |text: &str| Err(Error::new(Code::Unauthenticated, text));
        match given {
            None => refused(
                "the worker asks for a token: options.initialization_data = {'authorization': b'Bearer ...'} of JAX's \
                 ClientConnectionOptions",
            ),
            Some(given) if bool::from(given.strip_prefix(PREFIX).unwrap_or(given).ct_eq(&self.0)) => Ok(()),
            Some(_) => refused("the token is not that of this worker"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ifrt_proxy::messages::{AttributeMapProto, AttributeProto};

    use super::*;

    fn session(value: Option<AttributeValue>) -> GrpcIfrtSessionMetadata {
        let attributes = BTreeMap::from([(KEY.to_string(), AttributeProto { value })]);
        let initialization_data = Some(AttributeMapProto { attributes, version_number: 0 });
        GrpcIfrtSessionMetadata { version: None, initialization_data }
    }

    #[test]
    fn only_the_token_itself_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, "0123456789abcdef\n").unwrap();
        let token = Token::read(&file).unwrap();
        assert_eq!(format!("{token:?}"), "Token(..)");
        let empty = MetadataMap::new();
        let good = |text: &str| Some(AttributeValue::String(text.into()));
        assert!(token.check(&session(good("Bearer 0123456789abcdef")), &empty).is_ok());
        for wrong in [good("Bearer 0123456789abcdeF"), good("Bearer 0123456789abcde"), good(""), None] {
            let error = token.check(&session(wrong), &empty).unwrap_err();
            assert_eq!(error.code(), Code::Unauthenticated);
            assert!(!error.message().contains("0123"), "{error}");
        }
        let mut metadata = MetadataMap::new();
        metadata.insert(KEY, "Bearer 0123456789abcdef".parse().unwrap());
        assert!(token.check(&GrpcIfrtSessionMetadata::default(), &metadata).is_ok());
        assert!(token.check(&GrpcIfrtSessionMetadata::default(), &empty).is_err());
        std::fs::write(&file, "short").unwrap();
        assert!(Token::read(&file).unwrap_err().message().contains("can be guessed"));
    }
}
