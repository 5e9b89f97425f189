//! The one error type of this room.

use std::fmt;
use std::path::Path;

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A setting that is out of range, a name that is unknown, or a call out of order.
    Argument,
    /// Tensors or arrays whose shapes or types do not fit each other, a layer or a loss.
    Shape,
    /// Data that is not what it should be: a label out of range, a damaged archive.
    Data,
    /// A file that cannot be read or written.
    File,
    /// A weight file that is damaged, or belongs to another model.
    Weights,
    /// The traced program was refused while it was built.
    Program,
    /// The device failed, or is not there.
    Device,
    /// Training cannot go on: the loss is not a number.
    Training,
}

/// An error: its kind, and a message that names what failed, what was expected and what to do.
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

    /// A setting that is out of range, or a name that is unknown.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Argument, message)
    }

    /// Shapes or types that do not fit.
    pub fn shape(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Shape, message)
    }

    /// A file that cannot be read or written; `action` completes "cannot ... PATH", such as `write`.
    pub fn file(action: &str, path: &Path, cause: impl fmt::Display) -> Self {
        Self::new(ErrorKind::File, format!("cannot {action} {}: {cause}", path.display()))
    }

    /// What kind of error this is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message.
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

impl From<stablehlo::Error> for Error {
    fn from(error: stablehlo::Error) -> Self {
        Self::new(ErrorKind::Program, error.message())
    }
}
