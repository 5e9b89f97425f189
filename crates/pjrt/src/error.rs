//! The error of this crate: what a plugin reported, or what the client found wrong before calling it.

use std::fmt;

use crate::abi::PJRT_Error_Code;

/// The result of what goes through PJRT.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of a PJRT call, or of the client's own checks.
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
    /// An error found in `function`, which is the name of a PJRT function or of an operation of the client.
    pub fn new(kind: ErrorKind, function: &'static str, message: impl Into<String>) -> Error {
        Error { kind, function, message: message.into() }
    }

    /// What kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The PJRT function that failed, or the client's operation that refused to call one.
    pub fn function(&self) -> &'static str {
        self.function
    }

    /// What went wrong, without the function's name.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same error with words put before its message.
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
        /// The kinds of errors, as PJRT has them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$meta])* $kind,)*
        }

        impl ErrorKind {
            /// The kind of a code; a code that is not known counts as [`ErrorKind::Unknown`].
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
    /// Somebody called the work off.
    Cancelled = CANCELLED, "cancelled";
    /// The plugin gave no kind.
    Unknown = UNKNOWN, "unknown";
    /// What was asked for is wrong whatever the state: a program with an error, a wrong shape.
    InvalidArgument = INVALID_ARGUMENT, "invalid argument";
    /// It took too long.
    DeadlineExceeded = DEADLINE_EXCEEDED, "deadline exceeded";
    /// A file, device or name does not exist.
    NotFound = NOT_FOUND, "not found";
    /// It exists already.
    AlreadyExists = ALREADY_EXISTS, "already exists";
    /// Not allowed.
    PermissionDenied = PERMISSION_DENIED, "permission denied";
    /// Memory or another resource has run out.
    ResourceExhausted = RESOURCE_EXHAUSTED, "resource exhausted";
    /// The state does not allow it: a deleted buffer, a plugin of another version.
    FailedPrecondition = FAILED_PRECONDITION, "failed precondition";
    /// The work was broken off.
    Aborted = ABORTED, "aborted";
    /// An index beyond the end.
    OutOfRange = OUT_OF_RANGE, "out of range";
    /// The plugin does not do this.
    Unimplemented = UNIMPLEMENTED, "unimplemented";
    /// A mistake inside the plugin.
    Internal = INTERNAL, "internal";
    /// Not now; it may work later.
    Unavailable = UNAVAILABLE, "unavailable";
    /// Data is lost or broken.
    DataLoss = DATA_LOSS, "data loss";
    /// Nobody said who is asking.
    Unauthenticated = UNAUTHENTICATED, "unauthenticated";
}
