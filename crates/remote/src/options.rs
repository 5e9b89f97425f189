//! How to connect.

use std::fmt;

use ifrt_proxy::messages::AttributeMapProto;

/// How to connect.
#[derive(Clone, Default)]
pub struct ConnectOptions {
    /// A token, sent as `Bearer TOKEN` under the key `authorization` of the session's initialization data.
    pub token: Option<String>,
}

impl ConnectOptions {
    pub(crate) fn initialization_data(&self) -> AttributeMapProto {
        let data = AttributeMapProto::default();
        match &self.token {
            Some(token) => data.with("authorization", format!("Bearer {token}")),
            None => data,
        }
    }
}

impl fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the token.
        let token = self.token.as_ref().map(|_| "...");
        f.debug_struct("ConnectOptions").field("token", &token).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_sent_and_not_printed() {
        let options = ConnectOptions { token: Some("abc".into()) };
        assert_eq!(options.initialization_data().bytes("authorization"), Some(b"Bearer abc".as_slice()));
        assert_eq!(format!("{options:?}"), r#"ConnectOptions { token: Some("...") }"#);
        assert!(ConnectOptions::default().initialization_data().attributes.is_empty());
    }
}
