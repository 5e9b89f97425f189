//! The error of the plugin.

use pjrt::ErrorKind;

/// The error of a function of the plugin. It crosses the C API as a `PJRT_Error`.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// An error of kind [`ErrorKind::InvalidArgument`].
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, message)
    }

    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    /// The error, with what it is about in front.
    pub fn context(self, about: &str) -> Self {
        Self { message: format!("{about}: {}", self.message), ..self }
    }
}

impl From<stablehlo::Error> for Error {
    fn from(error: stablehlo::Error) -> Self {
        let kind = match error.kind() {
            stablehlo::ErrorKind::Unsupported => ErrorKind::Unimplemented,
            _ => ErrorKind::InvalidArgument,
        };
        Self::new(kind, error.to_string())
    }
}

impl From<processor::Error> for Error {
    fn from(error: processor::Error) -> Self {
        let kind = match error.kind() {
            processor::ErrorKind::Unsupported => ErrorKind::Unimplemented,
            processor::ErrorKind::OutOfMemory => ErrorKind::ResourceExhausted,
            processor::ErrorKind::Internal | processor::ErrorKind::Callback => ErrorKind::Internal,
            _ => ErrorKind::InvalidArgument,
        };
        Self::new(kind, error.to_string())
    }
}

impl From<pjrt::Error> for Error {
    fn from(error: pjrt::Error) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}

impl From<pjrt::export::Error> for Error {
    fn from(error: pjrt::export::Error) -> Self {
        Self::new(error.kind(), error.message())
    }
}

impl From<Error> for pjrt::export::Error {
    fn from(error: Error) -> Self {
        Self::new(error.kind, error.message)
    }
}
