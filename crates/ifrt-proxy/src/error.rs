//! The error of this crate: a canonical code with a text, as `StatusProto` and gRPC carry it.

use crate::messages::StatusProto;

/// This crate's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The canonical codes of gRPC and Abseil, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Code {
    /// The request was withdrawn.
    Cancelled = 1,
    /// Anything else, also codes that are not known.
    Unknown = 2,
    /// The request is wrong, whatever the state of the server.
    InvalidArgument = 3,
    /// It took too long.
    DeadlineExceeded = 4,
    /// A handle or a device is not there.
    NotFound = 5,
    /// It is there already.
    AlreadyExists = 6,
    /// The client may not do that.
    PermissionDenied = 7,
    /// Memory, a quota or a limit is used up.
    ResourceExhausted = 8,
    /// The request does not fit the state, for example an array that was donated.
    FailedPrecondition = 9,
    /// The operation was interrupted.
    Aborted = 10,
    /// An index is outside of its range.
    OutOfRange = 11,
    /// The server does not do that.
    Unimplemented = 12,
    /// An error of the program on the other side.
    Internal = 13,
    /// The other side cannot be reached, or ended.
    Unavailable = 14,
    /// Data is lost.
    DataLoss = 15,
    /// The token is missing or wrong.
    Unauthenticated = 16,
}

impl Code {
    /// The codes, by their numbers.
    const ALL: [Code; 16] = [
        Code::Cancelled,
        Code::Unknown,
        Code::InvalidArgument,
        Code::DeadlineExceeded,
        Code::NotFound,
        Code::AlreadyExists,
        Code::PermissionDenied,
        Code::ResourceExhausted,
        Code::FailedPrecondition,
        Code::Aborted,
        Code::OutOfRange,
        Code::Unimplemented,
        Code::Internal,
        Code::Unavailable,
        Code::DataLoss,
        Code::Unauthenticated,
    ];

    /// The code of a number; `None` for zero, which is success. Numbers that are not known are `Unknown`.
    pub fn from_number(number: i32) -> Option<Code> {
        let known = Code::ALL.into_iter().find(|code| *code as i32 == number);
        if number == 0 { None } else { Some(known.unwrap_or(Code::Unknown)) }
    }

    /// The name in capitals, as JAX prints it in front of the text.
    pub fn name(self) -> &'static str {
        match self {
            Code::Cancelled => "CANCELLED",
            Code::Unknown => "UNKNOWN",
            Code::InvalidArgument => "INVALID_ARGUMENT",
            Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
            Code::NotFound => "NOT_FOUND",
            Code::AlreadyExists => "ALREADY_EXISTS",
            Code::PermissionDenied => "PERMISSION_DENIED",
            Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
            Code::FailedPrecondition => "FAILED_PRECONDITION",
            Code::Aborted => "ABORTED",
            Code::OutOfRange => "OUT_OF_RANGE",
            Code::Unimplemented => "UNIMPLEMENTED",
            Code::Internal => "INTERNAL",
            Code::Unavailable => "UNAVAILABLE",
            Code::DataLoss => "DATA_LOSS",
            Code::Unauthenticated => "UNAUTHENTICATED",
        }
    }
}

/// An error with its canonical code, of this side or of the other one.
///
/// ```
/// use ifrt_proxy::messages::StatusProto;
/// use ifrt_proxy::{Code, Error};
///
/// let error = Error::new(Code::NotFound, "no array has the handle 9");
/// let sent = StatusProto::from(&error);
/// assert_eq!(sent.code, 5);
/// assert_eq!(Error::check(&sent).unwrap_err(), error);
/// assert_eq!(error.to_string(), "NOT_FOUND: no array has the handle 9");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", code.name())]
pub struct Error {
    code: Code,
    message: String,
}

impl Error {
    /// An error of that code.
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into() }
    }

    /// `INVALID_ARGUMENT`
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::new(Code::InvalidArgument, message)
    }

    /// `UNIMPLEMENTED`
    pub fn unimplemented(message: impl Into<String>) -> Error {
        Error::new(Code::Unimplemented, message)
    }

    /// `INTERNAL`
    pub fn internal(message: impl Into<String>) -> Error {
        Error::new(Code::Internal, message)
    }

    /// The same with at most so many bytes of its text, and a sign that there were more.
    ///
    /// ```
    /// let error = ifrt_proxy::Error::invalid("an array of [1, 2, 3]");
    /// assert_eq!(error.shortened(8).message(), "an array ...");
    /// assert_eq!(error.shortened(100), error);
    /// ```
    pub fn shortened(&self, bytes: usize) -> Error {
        if self.message.len() <= bytes {
            return self.clone();
        }
        let end = (0..=bytes).rev().find(|end| self.message.is_char_boundary(*end)).unwrap_or(0);
        Error::new(self.code, format!("{} ...", &self.message[..end]))
    }

    /// The canonical code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What is wrong, without the code.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// # Errors
    /// The status is no success.
    pub fn check(status: &StatusProto) -> Result<()> {
        match Code::from_number(status.code) {
            None => Ok(()),
            Some(code) => Err(Error::new(code, status.message.clone())),
        }
    }
}

impl From<&Error> for StatusProto {
    fn from(error: &Error) -> StatusProto {
        StatusProto { code: error.code as i32, message: error.message.clone() }
    }
}

impl From<Error> for StatusProto {
    fn from(error: Error) -> StatusProto {
        StatusProto::from(&error)
    }
}

#[cfg(any(feature = "client", feature = "server"))]
impl From<Error> for tonic::Status {
    fn from(error: Error) -> tonic::Status {
        tonic::Status::new(tonic::Code::from_i32(error.code as i32), error.message)
    }
}

#[cfg(any(feature = "client", feature = "server"))]
impl From<tonic::Status> for Error {
    fn from(status: tonic::Status) -> Error {
        // A status with a source was made on this side: the connection broke, whatever its code.
        if let Some(source) = std::error::Error::source(&status) {
            let mut cause = source;
            while let Some(deeper) = cause.source() {
                cause = deeper;
            }
            return Error::new(Code::Unavailable, format!("the connection is lost: {cause}"));
        }
        // A stream that ends with success where an answer was due is an error all the same.
        let code = Code::from_number(status.code() as i32).unwrap_or(Code::Unknown);
        Error::new(code, status.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_codes_and_unknown_ones_are_unknown() {
        assert_eq!(Code::from_number(0), None);
        for number in 1..=16 {
            assert_eq!(Code::from_number(number).unwrap() as i32, number);
        }
        assert_eq!(Code::from_number(77), Some(Code::Unknown));
        assert!(Error::check(&StatusProto::default()).is_ok());
    }
}
