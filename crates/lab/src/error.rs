//! The error of a request: a status, and a message that says what, where and what to do.

use std::fmt;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request was refused or failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: StatusCode,
    message: String,
}

/// The result of a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with any status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Error {
        Error { status, message: message.into() }
    }

    /// 400: the request itself is wrong.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::new(StatusCode::BAD_REQUEST, message)
    }

    /// 403: whoever asks may not.
    pub fn forbidden(message: impl Into<String>) -> Error {
        Error::new(StatusCode::FORBIDDEN, message)
    }

    /// 404: it is not there.
    pub fn not_found(message: impl Into<String>) -> Error {
        Error::new(StatusCode::NOT_FOUND, message)
    }

    /// 409: something else has that name.
    pub fn conflict(message: impl Into<String>) -> Error {
        Error::new(StatusCode::CONFLICT, message)
    }

    /// 500: the machine failed.
    pub fn internal(message: impl Into<String>) -> Error {
        Error::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// An error of the system about something that has a name.
    pub fn io(what: impl fmt::Display, error: impl Into<std::io::Error>) -> Error {
        use std::io::ErrorKind;
        let error = error.into();
        let status = match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => StatusCode::NOT_FOUND,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StatusCode::FORBIDDEN,
            ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => StatusCode::CONFLICT,
            ErrorKind::InvalidFilename => StatusCode::BAD_REQUEST,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StatusCode::INSUFFICIENT_STORAGE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Error::new(status, format!("{what}: {error}"))
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if self.status.is_server_error() {
            tracing::error!(status = self.status.as_u16(), "{}", self.message);
        }
        let body = json!({"message": self.message, "reason": null});
        let headers = [("content-type", "application/json"), ("cache-control", "no-store")];
        (self.status, headers, body.to_string()).into_response()
    }
}
