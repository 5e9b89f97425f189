//! How to connect.

use std::fmt;

use ifrt_proxy::messages::AttributeMapProto;
use ifrt_proxy::stub::client::{Keepalive, Tls};

/// How to connect.
#[derive(Clone, Default)]
pub struct ConnectOptions {
    /// A token, sent as `Bearer TOKEN` under the key `authorization` of the session's initialization data.
    pub token: Option<String>,
    /// Encryption; none if the connection is not encrypted.
    pub tls: Option<Tls>,
    /// How often a silent server is asked whether it is there; it counts as lost if it does not answer as
    /// long again.
    pub keepalive: Keepalive,
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
        let tls = self.tls.as_ref().map(|_| "...");
        f.debug_struct("ConnectOptions").field("token", &token).field("tls", &tls).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_sent_and_not_printed() {
        let options = ConnectOptions { token: Some("abc".into()), ..ConnectOptions::default() };
        assert_eq!(options.initialization_data().bytes("authorization"), Some(b"Bearer abc".as_slice()));
        assert_eq!(format!("{options:?}"), r#"ConnectOptions { token: Some("..."), tls: None }"#);
        assert!(ConnectOptions::default().initialization_data().attributes.is_empty());
    }
}
