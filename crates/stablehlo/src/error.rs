//! The error type of this crate.

use std::fmt;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not valid StableHLO; the message states line and column.
    Syntax,
    /// Operand types, shapes or attributes do not fit the operation.
    Type,
    /// The program is malformed: an undefined value, a missing function.
    Program,
    /// Valid StableHLO that this crate does not support.
    Unsupported,
    /// A gradient was requested that is not defined.
    Gradient,
    /// Evaluation failed: wrong inputs, an unknown custom call.
    Evaluation,
}

/// An error: its kind, and a message that names the operation, the types and the expectation.
///
/// Each error is final: it has no [`source`](std::error::Error::source), since every cause is part of the
/// message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of that kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// An error of kind [`ErrorKind::Type`].
    pub fn type_error(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Type, message)
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message, without the kind.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same error, with the place where it occurred put before its message.
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
