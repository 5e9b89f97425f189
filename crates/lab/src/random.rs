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

/// A random UUID, version 4.
///
/// # Errors
/// As [`bytes`].
pub fn uuid() -> Result<String> {
    let mut bytes = bytes::<16>()?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hex(&bytes);
    Ok([&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-"))
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
        let (a, b) = (uuid().unwrap(), uuid().unwrap());
        assert_ne!(a, b);
        assert_eq!((a.len(), a.as_bytes()[14]), (36, b'4'));
        assert_eq!(hex(&[0, 255, 16]), "00ff10");
    }
}
