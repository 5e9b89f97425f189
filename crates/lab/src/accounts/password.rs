//! Passwords: argon2id with the parameters that OWASP's cheat sheet on password storage names first for it,
//! 19 MiB of memory, two passes and one lane.

use std::cell::RefCell;
use std::sync::OnceLock;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::error::{Error, Result};
use crate::random;

const ALGORITHM: Algorithm = Algorithm::Argon2id;
const VERSION: Version = Version::V0x13;
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
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(failed)?;
    let salt = Salt::new(&random::bytes::<16>()?).map_err(failed)?;
    let hash = PasswordHash {
        algorithm: ALGORITHM.ident(),
        version: Some(VERSION.into()),
        params: ParamsString::try_from(&params).map_err(failed)?,
        hash: Some(output(ALGORITHM, VERSION, params, password, &salt)?),
        salt: Some(salt),
    };
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
    let is_right = is_hash_of(hash.unwrap_or_else(nobody), password).unwrap_or(false);
    is_right && hash.is_some()
}

/// True if a hash in the PHC string format, with parameters of its own, is that of a password.
fn is_hash_of(hash: &str, password: &str) -> Result<bool> {
    let hash = PasswordHash::new(hash).map_err(failed)?;
    let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(failed)?;
    let version = hash.version.map_or(Ok(VERSION), Version::try_from).map_err(failed)?;
    let params = Params::try_from(&hash).map_err(failed)?;
    // Outputs are compared in constant time.
    Ok(output(algorithm, version, params, password, salt)? == *expected)
}

/// What Argon2 makes of a password.
fn output(algorithm: Algorithm, version: Version, params: Params, password: &str, salt: &Salt) -> Result<Output> {
    thread_local! {
        /// The memory of the thread's hashes. It is kept, since blocks of 19 MiB at an alignment do not find
        /// their place again in the heaps of glibc: a class of thirty left 400 MiB behind.
        static MEMORY: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
    }
    let (count, length) = (params.block_count(), params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN));
    let argon2 = Argon2::new(algorithm, version, params);
    MEMORY.with_borrow_mut(|memory| {
        memory.try_reserve_exact(count.saturating_sub(memory.len())).map_err(failed)?;
        memory.resize(count.max(memory.len()), Block::new());
        let mut bytes = [0; Output::MAX_LENGTH];
        let bytes = bytes.get_mut(..length).ok_or_else(|| failed("it is too long"))?;
        argon2.hash_password_into_with_memory(password.as_bytes(), salt, bytes, memory).map_err(failed)?;
        Output::new(bytes).map_err(failed)
    })
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
