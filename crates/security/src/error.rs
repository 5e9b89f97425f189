//! The error type of this crate.

use std::fmt;
use std::path::Path;

/// A file that is not what it should be. The message says which file, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn of_file(file: &Path, problem: impl fmt::Display) -> Error {
        Error(format!("{}: {problem}", file.display()))
    }

    pub(crate) fn of_token_file(file: &Path, problem: impl fmt::Display) -> Error {
        Error(format!("token file {}: {problem}", file.display()))
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// The message: with `map_err(Error::invalid)` it becomes a server's own error about its arguments.
impl From<Error> for String {
    fn from(error: Error) -> String {
        error.0
    }
}
