//! The token of a request.

use hyper::HeaderMap;
use hyper::header::AUTHORIZATION;
use security::{Token, bearer_token};

use crate::error::{Error, ErrorKind, Result};

/// Checks the header `Authorization: Bearer TOKEN`.
///
/// # Errors
/// There is none, or it has another token.
pub fn check(token: &Token, headers: &HeaderMap) -> Result<()> {
    let given = headers.get(AUTHORIZATION).map(|value| value.as_bytes());
    let refused = |text: &str| Err(Error::new(ErrorKind::Unauthenticated, text));
    match given.map(|given| bearer_token(given).unwrap_or_default()) {
        None => refused("the server asks for a token: send the header Authorization: Bearer TOKEN"),
        Some(given) if token.is(given) => Ok(()),
        Some(_) => refused("the token is not that of this server"),
    }
}
