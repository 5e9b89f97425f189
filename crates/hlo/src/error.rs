//! The error of this crate: bytes that are no program.

use std::fmt;

/// The result of reading.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why bytes could not be read as a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The format of that name is not known here.
    Format(String),
    /// The bytes are no such protobuf message.
    Encoding(String),
    /// The message is one, but what it says does not hang together.
    Structure(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Format(name) => {
                write!(f, "programs of the format {name:?} cannot be read: hlo and hlo_with_config can")
            }
            Error::Encoding(message) => write!(f, "this is no HloModuleProto: {message}"),
            Error::Structure(message) => write!(f, "the HloModuleProto is not in order: {message}"),
        }
    }
}

impl std::error::Error for Error {}

/// A structure that does not hang together.
pub(crate) fn broken(message: impl Into<String>) -> Error {
    Error::Structure(message.into())
}
