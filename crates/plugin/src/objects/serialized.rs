//! Serialized objects: bytes that a caller reads and deletes, and the container of serialized executables.
//!
//! A serialized executable is the program and the options of its compilation. It is compiled again when it is
//! loaded, so that it can be loaded on any machine.

use std::ffi::c_char;

use crate::error::{Error, Result};

/// The first bytes of a serialized executable.
const MAGIC: &[u8; 8] = b"LABORAXE";
/// The version of the format.
const VERSION: u32 = 1;

/// Bytes that the caller deletes.
pub struct Bytes {
    _owned: Vec<u8>,
}

impl Bytes {
    /// The object that owns the bytes, and their start and size.
    pub fn owned_by_caller<T>(bytes: Vec<u8>) -> (*mut T, *const c_char, usize) {
        let (start, size) = (bytes.as_ptr().cast(), bytes.len());
        (Box::into_raw(Box::new(Self { _owned: bytes })).cast(), start, size)
    }

    /// The deleter of objects that [`owned_by_caller`](Self::owned_by_caller) returned; null is allowed.
    ///
    /// # Safety
    /// `owner` is null, or was returned by `owned_by_caller` and is not used afterwards.
    pub unsafe extern "C" fn delete<T>(owner: *mut T) {
        if !owner.is_null() {
            // SAFETY: `owned_by_caller` made the pointer of a box, which the caller of this function hands
            // over.
            drop(unsafe { Box::from_raw(owner.cast::<Self>()) });
        }
    }
}

/// The content of a serialized executable.
#[derive(Debug, PartialEq, Eq)]
pub struct SerializedExecutable<'b> {
    /// The program as it was given to the compiler.
    pub code: &'b [u8],
    /// The serialized `CompileOptionsProto`.
    pub options: &'b [u8],
}

impl<'b> SerializedExecutable<'b> {
    /// The bytes: the magic number, the version of the format, the version of this crate, the options and the
    /// program, each with its length before it, and a checksum of all that. Numbers are little-endian.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        for part in [env!("CARGO_PKG_VERSION").as_bytes(), self.options, self.code] {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// The bytes are something else, damaged, or of another version of the format.
    pub fn read(bytes: &'b [u8]) -> Result<Self> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(Error::invalid("the bytes are no executable that labora's plugin serialized"));
        };
        let Some((version, rest)) = rest.split_first_chunk::<4>() else { return Err(damaged()) };
        let version = u32::from_le_bytes(*version);
        let mut rest = Rest(rest);
        let writer = rest.part().map(String::from_utf8_lossy);
        if version != VERSION {
            let writer = writer.unwrap_or("an unknown version".into());
            return Err(Error::invalid(format!(
                "the executable was serialized in format {version} by labora {}; this is labora {}, which reads format \
                 {VERSION}: compile the program again",
                writer.chars().take(32).collect::<String>(),
                env!("CARGO_PKG_VERSION")
            )));
        }
        let (Some(_), Some(options), Some(code)) = (writer, rest.part(), rest.part()) else { return Err(damaged()) };
        let content = &bytes[..bytes.len() - rest.0.len()];
        if rest.0 != checksum(content).to_le_bytes() {
            return Err(damaged());
        }
        Ok(Self { code, options })
    }
}

/// The bytes that are not read yet.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    /// The next part; none if its length exceeds the bytes.
    fn part(&mut self) -> Option<&'b [u8]> {
        let (length, rest) = self.0.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (part, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(part)
    }
}

fn damaged() -> Error {
    Error::invalid("the serialized executable is damaged: compile the program again")
}

/// The FNV-1a hash of 64 bits, which finds damage but no intent.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executables_are_read_as_written_and_damage_is_found() {
        let content = SerializedExecutable { code: b"program", options: b"opt" };
        let bytes = content.write();
        assert_eq!(SerializedExecutable::read(&bytes).unwrap(), content);
        for end in 0..bytes.len() {
            assert!(SerializedExecutable::read(&bytes[..end]).is_err(), "{end}");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(SerializedExecutable::read(&damaged).is_err(), "byte {at}, bit {bit}");
            }
        }
        assert!(SerializedExecutable::read(&[bytes, vec![0]].concat()).is_err());
    }

    #[test]
    fn another_version_is_named() {
        let mut bytes = SerializedExecutable { code: b"", options: b"" }.write();
        bytes[8] = 9;
        let error = SerializedExecutable::read(&bytes).unwrap_err();
        assert!(error.message().contains("in format 9 by labora"), "{}", error.message());
    }
}
