//! Secrets and names that cannot be guessed.

use crate::error::{Error, Result};

/// Random bytes of the system.
///
/// # Errors
/// The system has none.
pub fn bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| Error::internal(format!("random numbers of the system: {e}")))?;
    Ok(bytes)
}

/// 32 random bytes in hexadecimal digits.
///
/// # Errors
/// As [`bytes`].
pub fn secret() -> Result<String> {
    Ok(hex(&bytes::<32>()?))
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_has_its_version() {
        assert_eq!(hex(&[0, 255, 16]), "00ff10");
    }
}
