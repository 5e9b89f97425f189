//! The one error type of this room.

use std::fmt;

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Legal StableHLO that this processor does not run.
    Unsupported,
    /// The program is malformed: an undefined function, types that do not fit.
    Program,
    /// The arguments of a run do not fit the program.
    Arguments,
    /// Replicas disagree: one did not come to a collective where others wait.
    Collective,
    /// Something failed inside the processor while it ran; a fault of the processor.
    Internal,
}

/// An error: its kind, and a message that names the operation, the shapes and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// This crate's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of that kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }

    pub(crate) fn program(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Program, message)
    }

    pub(crate) fn arguments(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Arguments, message)
    }

    /// What kind of error this is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message, without the kind.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same error with words before its message: where it happened.
    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<stablehlo::Error> for Error {
    fn from(e: stablehlo::Error) -> Self {
        let kind = match e.kind() {
            stablehlo::ErrorKind::Unsupported => ErrorKind::Unsupported,
            _ => ErrorKind::Program,
        };
        Self::new(kind, e.message())
    }
}
