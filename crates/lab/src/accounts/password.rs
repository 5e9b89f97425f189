//! Passwords: argon2id with the parameters that OWASP's cheat sheet on password storage names first for it,
//! 19 MiB of memory, two passes and one lane.

use std::sync::OnceLock;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::error::{Error, Result};
use crate::random;

/// KiB of memory of a hash.
const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over it.
const PASSES: u32 = 2;
/// Lanes.
const LANES: u32 = 1;
/// Characters of the shortest password, as NIST SP 800-63B has it.
const MIN_CHARS: usize = 8;
/// Bytes of the longest one.
const MAX_BYTES: usize = 1024;

/// An error unless a password may be chosen.
///
/// # Errors
/// It is too short or too long.
pub fn check_password(password: &str) -> Result<()> {
    match password.chars().count() >= MIN_CHARS && password.len() <= MAX_BYTES {
        true => Ok(()),
        false => {
            Err(Error::invalid(format!("a password has {MIN_CHARS} characters or more, and {MAX_BYTES} bytes at most")))
        }
    }
}

/// The hash of a password with a random salt, in the PHC string format.
///
/// # Errors
/// The system has no random numbers or no memory.
pub fn hash(password: &str) -> Result<String> {
    let salt = random::bytes::<16>()?;
    let hash = argon2()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(failed)?;
    Ok(hash.to_string())
}

/// A random password of 60 bits, in letters and digits that look like no others: `k7mx-2hwc-u9ab`.
///
/// # Errors
/// The system has no random numbers.
pub fn random_password() -> Result<String> {
    const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let signs = random::bytes::<12>()?.map(|byte| char::from(SIGNS[usize::from(byte) % SIGNS.len()]));
    let groups: Vec<String> = signs.chunks(4).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}

/// True if the password is that of a hash. Without a hash the answer is false after the same work, so that
/// the time does not say which names there are.
pub fn verify(password: &str, hash: Option<&str>) -> bool {
    static NOBODY: OnceLock<String> = OnceLock::new();
    let nobody = || NOBODY.get_or_init(|| self::hash("nobody's password").unwrap_or_default()).as_str();
    let Ok(argon2) = argon2() else { return false };
    let is_right = argon2.verify_password(password.as_bytes(), hash.unwrap_or_else(nobody)).is_ok();
    is_right && hash.is_some()
}

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(failed)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("the hash of a password: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_its_password_alone() {
        let one = hash("correct horse").unwrap();
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, hash("correct horse").unwrap(), "the salt is random");
        assert!(verify("correct horse", Some(&one)) && !verify("correct horsf", Some(&one)));
        assert!(!verify("nobody's password", None) && !verify("x", Some("no hash")));
        assert!(check_password("seven..").is_err() && check_password("eight...").is_ok());
        let random = random_password().unwrap();
        assert!(check_password(&random).is_ok() && random.len() == 14 && random != random_password().unwrap());
    }
}
