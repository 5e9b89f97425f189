//! The error type of this crate.

use std::any::Any;
use std::fmt;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The program is valid StableHLO that this processor does not run.
    Unsupported,
    /// The program is malformed: it has an undefined function, or types that do not fit.
    Program,
    /// The arguments of a run do not fit the program.
    Arguments,
    /// Replicas disagree: one did not reach a collective at which others wait, or failed; or another process
    /// was lost.
    Collective,
    /// A callback of the host failed.
    Callback,
    /// The system has no memory left for a tensor or for the values of a run.
    OutOfMemory,
    /// The processor failed while it ran the program, which is a defect of the processor.
    Internal,
}

/// An error: its kind, and a message that names the operation, the shapes and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of that kind with that message.
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

    pub(crate) fn out_of_memory(bytes: usize) -> Self {
        Self::new(ErrorKind::OutOfMemory, format!("the system has no {bytes} bytes of memory left"))
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message, without the kind.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The error that a panic of this crate is reported as, from the panic's payload.
    pub(crate) fn from_panic(payload: Box<dyn Any + Send>) -> Self {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Self::new(ErrorKind::Internal, format!("the processor failed while running: {message}"))
    }

    /// The same error, with the place where it happened before its message.
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
