//! The error of the plugin: one of the server, of the session with it, or of an argument.

use pjrt::ErrorKind;
use pjrt::abi::PJRT_Error_Code;
use pjrt::export::Error as Exported;

/// The error of a function of the plugin. It crosses the C API as a `PJRT_Error`.
#[derive(Clone, Debug)]
pub struct Error(remote::Error);

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of the caller.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error(remote::Error::invalid(message))
    }

    /// Something that this plugin does not do.
    pub fn unimplemented(message: impl Into<String>) -> Error {
        Error(remote::Error::unimplemented(message))
    }

    /// A call that does not fit the state.
    pub fn precondition(message: impl Into<String>) -> Error {
        Error(remote::Error::new(remote::Code::FailedPrecondition, message))
    }

    /// The error, with what it is about in front.
    pub fn context(self, about: &str) -> Error {
        Error(remote::Error::new(self.0.code(), format!("{about}: {}", self.0.message())))
    }
}

impl From<remote::Error> for Error {
    fn from(error: remote::Error) -> Error {
        Error(error)
    }
}

impl From<Exported> for Error {
    fn from(error: Exported) -> Error {
        let code = remote::Code::from_number(error.kind().code().0 as i32).unwrap_or(remote::Code::Unknown);
        Error(remote::Error::new(code, error.message()))
    }
}

impl From<Error> for Exported {
    fn from(error: Error) -> Exported {
        // Both are the canonical codes of gRPC.
        Exported::new(ErrorKind::from_code(PJRT_Error_Code(error.0.code() as u32)), error.0.message())
    }
}
