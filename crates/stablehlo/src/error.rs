//! The one error type of this room.

use std::fmt;

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not StableHLO as this reader knows it; the message carries line and column.
    Syntax,
    /// Operand types, shapes or attributes do not fit the operation.
    Type,
    /// The program as a whole is malformed: an undefined value, a missing function.
    Program,
    /// Legal StableHLO that this crate does not do.
    Unsupported,
    /// No gradient is defined where one was asked for.
    Gradient,
    /// Evaluation failed: wrong inputs, a custom call that is not known.
    Evaluation,
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

    /// A type error.
    pub fn type_error(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Type, message)
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
    pub fn at(mut self, place: impl fmt::Display) -> Self {
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
