//! Tokens: secrets that clients must know.

use std::fmt;
use std::path::Path;

use subtle::ConstantTimeEq;

use crate::error::{Error, Result};

/// Fewer bytes can be guessed.
const MIN_BYTES: usize = 16;

/// The scheme of a token in the header `Authorization`.
const BEARER: &[u8] = b"Bearer";

/// The token of a header `Authorization: Bearer TOKEN`, `None` for another scheme. As RFC 9110 has it, the
/// case of the scheme does not matter, and spaces follow it.
pub fn bearer_token(header: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = header.split_at_checked(BEARER.len())?;
    (scheme.eq_ignore_ascii_case(BEARER) && token.starts_with(b" ")).then(|| token.trim_ascii())
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_the_scheme_does_not_matter() {
        for header in ["Bearer abc", "bearer abc", "BEARER abc", "bEARER  abc "] {
            assert_eq!(bearer_token(header.as_bytes()), Some(b"abc".as_slice()), "{header}");
        }
        assert_eq!(bearer_token(b"Bearer "), Some(b"".as_slice()));
        for other in ["", "Bearer", "Bearerabc", "Bear abc", "Basic abc", "abc"] {
            assert_eq!(bearer_token(other.as_bytes()), None, "{other}");
        }
    }
}
