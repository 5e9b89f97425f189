//! The error of this crate.

use std::fmt;

use crate::abi::PJRT_Error_Code;

/// The result of a PJRT call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error that a plugin reported, or that a check before the call found.
///
/// ```
/// let error = pjrt::Plugin::load("/nowhere/libplugin.so").unwrap_err();
/// assert_eq!(error.kind(), pjrt::ErrorKind::NotFound);
/// assert!(error.to_string().contains("/nowhere/libplugin.so"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    function: &'static str,
    message: String,
}

impl Error {
    /// Makes an error. `function` is the name of a PJRT function, or of an operation of this crate.
    pub fn new(kind: ErrorKind, function: &'static str, message: impl Into<String>) -> Error {
        Error { kind, function, message: message.into() }
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The PJRT function that failed, or the operation of this crate whose check failed.
    pub fn function(&self) -> &'static str {
        self.function
    }

    /// The message, without the function's name.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same error with a prefix of its message.
    pub(crate) fn with_context(mut self, context: impl fmt::Display) -> Error {
        self.message = format!("{context}: {}", self.message);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.function, self.message, self.kind)
    }
}

impl std::error::Error for Error {}

macro_rules! error_kinds {
    ($($(#[$meta:meta])* $kind:ident = $code:ident, $name:literal;)*) => {
        /// The kinds of errors: PJRT's error codes, which are those of Abseil's statuses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$meta])* $kind,)*
        }

        impl ErrorKind {
            /// The kind of a code; an unknown code is [`ErrorKind::Unknown`].
            pub fn from_code(code: PJRT_Error_Code) -> ErrorKind {
                match code {
                    $(PJRT_Error_Code::$code => ErrorKind::$kind,)*
                    _ => ErrorKind::Unknown,
                }
            }

            /// The code of the kind.
            pub fn code(self) -> PJRT_Error_Code {
                match self {
                    $(ErrorKind::$kind => PJRT_Error_Code::$code,)*
                }
            }
        }

        impl fmt::Display for ErrorKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(ErrorKind::$kind => $name,)*
                })
            }
        }
    };
}

error_kinds! {
    /// The operation was cancelled.
    Cancelled = CANCELLED, "cancelled";
    /// The plugin reported no known code.
    Unknown = UNKNOWN, "unknown";
    /// An argument is wrong in every state: a program with an error, a wrong shape.
    InvalidArgument = INVALID_ARGUMENT, "invalid argument";
    /// The operation took too long.
    DeadlineExceeded = DEADLINE_EXCEEDED, "deadline exceeded";
    /// A file, device or name does not exist.
    NotFound = NOT_FOUND, "not found";
    /// The object exists already.
    AlreadyExists = ALREADY_EXISTS, "already exists";
    /// The caller has no permission for the operation.
    PermissionDenied = PERMISSION_DENIED, "permission denied";
    /// Memory or another resource is exhausted.
    ResourceExhausted = RESOURCE_EXHAUSTED, "resource exhausted";
    /// The state does not allow the operation: a deleted buffer, a plugin of another version.
    FailedPrecondition = FAILED_PRECONDITION, "failed precondition";
    /// The operation was aborted.
    Aborted = ABORTED, "aborted";
    /// An index or an offset is out of range.
    OutOfRange = OUT_OF_RANGE, "out of range";
    /// The plugin does not implement the operation.
    Unimplemented = UNIMPLEMENTED, "unimplemented";
    /// An internal error of the plugin.
    Internal = INTERNAL, "internal";
    /// The service is unavailable; a retry may succeed.
    Unavailable = UNAVAILABLE, "unavailable";
    /// Data is lost or corrupted.
    DataLoss = DATA_LOSS, "data loss";
    /// The caller is not authenticated.
    Unauthenticated = UNAUTHENTICATED, "unauthenticated";
}
