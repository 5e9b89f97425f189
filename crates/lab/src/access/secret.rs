//! The token of the server.

use std::fmt;

use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::error::{Error, Result};
use crate::random;

/// The shortest token that is accepted, in bytes.
const MIN_BYTES: usize = 16;

/// A secret that clients must know. It is compared in a time that does not depend on it, and never printed in
/// messages.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// A random token.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> Result<Token> {
        random::secret().map(Token)
    }

    /// A token that somebody chose.
    ///
    /// # Errors
    /// It is shorter than 16 bytes, or has others than visible ASCII characters.
    pub fn new(text: &str) -> Result<Token> {
        let text = text.trim();
        if text.len() < MIN_BYTES || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            let advice = "make one with `openssl rand -hex 32`";
            return Err(Error::invalid(format!("a token has at least {MIN_BYTES} visible characters: {advice}")));
        }
        Ok(Token(text.to_string()))
    }

    /// True if the text is this token.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// The token itself, for whoever started the server.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself() {
        let token = Token::new(" 0123456789abcdef\n").unwrap();
        assert!(token.is("0123456789abcdef"));
        for wrong in ["", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef0"] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert!(Token::new("short").is_err() && Token::new("0123456789abcd\u{e9}f").is_err());
    }
}
