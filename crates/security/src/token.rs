//! Tokens: secrets that clients must know.

use std::fmt;
use std::path::Path;

use subtle::ConstantTimeEq;

use crate::error::{Error, Result};

/// Fewer bytes can be guessed.
const MIN_BYTES: usize = 16;

/// What is before a token in the header `Authorization`.
pub const BEARER: &[u8] = b"Bearer ";

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
        let bytes = std::fs::read(file).map_err(|e| Error::of_token_file(file, e))?;
        let token = bytes.trim_ascii().to_vec();
        if token.len() < MIN_BYTES {
            let problem = format!("{} bytes can be guessed, {MIN_BYTES} are needed", token.len());
            return Err(Error::of_token_file(file, format!("{problem}: make one with `openssl rand -hex 32`")));
        }
        Ok(Token(token))
    }

    /// True if what a client gives is the token.
    pub fn is(&self, given: &[u8]) -> bool {
        given.ct_eq(&self.0).into()
    }
}
