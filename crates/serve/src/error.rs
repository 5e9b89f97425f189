//! The error type of this crate.

use std::fmt;

/// The kind of an error, which decides its HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A request or a setting that is wrong: 400.
    Invalid,
    /// No token, or a wrong one: 401.
    Unauthenticated,
    /// No such model, version or path: 404.
    NotFound,
    /// A path that has no such method: 405.
    Method,
    /// A body that does not arrive in time: 408.
    Timeout,
    /// A body that is larger than allowed: 413.
    TooLarge,
    /// A body in an encoding that is not supported: 415.
    Encoding,
    /// A device or a file that failed: 500.
    Internal,
    /// What the protocol has and this server lacks: 501.
    Unimplemented,
    /// A full queue, or a server that ends: 503.
    Unavailable,
    /// A request that waited too long for its turn: 504.
    Deadline,
}

impl ErrorKind {
    /// The status of HTTP.
    pub fn status(self) -> u16 {
        match self {
            ErrorKind::Invalid => 400,
            ErrorKind::Unauthenticated => 401,
            ErrorKind::NotFound => 404,
            ErrorKind::Method => 405,
            ErrorKind::Timeout => 408,
            ErrorKind::TooLarge => 413,
            ErrorKind::Encoding => 415,
            ErrorKind::Internal => 500,
            ErrorKind::Unimplemented => 501,
            ErrorKind::Unavailable => 503,
            ErrorKind::Deadline => 504,
        }
    }
}

/// An error: its kind, and a message that says what, where and what to do.
///
/// ```
/// use serve::{Error, ErrorKind};
/// let error = Error::invalid("the body is no JSON").at("m");
/// assert_eq!((error.kind().status(), error.message()), (400, "m: the body is no JSON"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of this kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// A request or a setting that is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message)
    }

    /// A device or a file that failed.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Prefixes the message with the place of the error.
    #[must_use]
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

impl From<keras::Error> for Error {
    fn from(error: keras::Error) -> Self {
        Self::internal(error.message())
    }
}

impl From<pjrt::Error> for Error {
    fn from(error: pjrt::Error) -> Self {
        Self::internal(error.to_string())
    }
}
