//! The token that clients must present.

use std::fmt;
use std::path::Path;

use hyper::HeaderMap;
use hyper::header::AUTHORIZATION;
use subtle::ConstantTimeEq;

use crate::error::{Error, ErrorKind, Result};

/// The shortest token that is accepted, in bytes.
const MIN_BYTES: usize = 16;

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

    /// Checks the header `Authorization: Bearer TOKEN`.
    ///
    /// # Errors
    /// There is none, or it has another token.
    pub fn check(&self, headers: &HeaderMap) -> Result<()> {
        let given = headers.get(AUTHORIZATION).map(|value| value.as_bytes());
        let refused = |text: &str| Err(Error::new(ErrorKind::Unauthenticated, text));
        match given.map(|given| given.strip_prefix(b"Bearer ").unwrap_or_default()) {
            None => refused("the server asks for a token: send the header Authorization: Bearer TOKEN"),
            Some(given) if bool::from(given.ct_eq(&self.0)) => Ok(()),
            Some(_) => refused("the token is not that of this server"),
        }
    }
}
