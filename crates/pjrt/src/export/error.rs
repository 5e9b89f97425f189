//! The error of plugins.

use crate::error::{Error as ClientError, ErrorKind};

/// The error of a function of a plugin. It crosses the C API as a `PJRT_Error`.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The result of a function of a plugin.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Makes an error.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// An error of kind [`ErrorKind::InvalidArgument`].
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What happened.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The error, with what it is about in front.
    pub fn context(self, about: &str) -> Self {
        Self { message: format!("{about}: {}", self.message), ..self }
    }
}

impl From<ClientError> for Error {
    fn from(error: ClientError) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}
