//! The token of a session.

use ifrt_proxy::messages::{AttributeValue, GrpcIfrtSessionMetadata};
use ifrt_proxy::{Code, Error, Result};
use security::{Token, bearer_token};
use tonic::metadata::MetadataMap;

/// The key of the token, in the metadata of a call and in a client's `initialization_data`.
const KEY: &str = "authorization";

/// Checks the token of a session: `Bearer TOKEN` under the key `authorization`, either in the
/// `initialization_data` of JAX's client, or in gRPC's metadata.
///
/// # Errors
/// `UNAUTHENTICATED`: there is none, or another one.
pub fn check(token: &Token, session: &GrpcIfrtSessionMetadata, metadata: &MetadataMap) -> Result<()> {
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
        Some(given) if token.is(bearer_token(given).unwrap_or(given)) => Ok(()),
        Some(_) => refused("the token is not that of this worker"),
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
        let empty = MetadataMap::new();
        let good = |text: &str| Some(AttributeValue::String(text.into()));
        for right in ["Bearer 0123456789abcdef", "bearer 0123456789abcdef", "0123456789abcdef"] {
            assert!(check(&token, &session(good(right)), &empty).is_ok(), "{right}");
        }
        for wrong in [good("Bearer 0123456789abcdeF"), good("Bearer 0123456789abcde"), good(""), None] {
            let error = check(&token, &session(wrong), &empty).unwrap_err();
            assert_eq!(error.code(), Code::Unauthenticated);
            assert!(!error.message().contains("0123"), "{error}");
        }
        let mut metadata = MetadataMap::new();
        metadata.insert(KEY, "Bearer 0123456789abcdef".parse().unwrap());
        assert!(check(&token, &GrpcIfrtSessionMetadata::default(), &metadata).is_ok());
        assert!(check(&token, &GrpcIfrtSessionMetadata::default(), &empty).is_err());
    }
}
