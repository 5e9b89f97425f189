//! Bodies of requests and answers in JSON.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::json;

/// An answer in JSON.
pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => {
            let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache, no-store")];
            (status, headers, bytes).into_response()
        }
        Err(error) => Error::internal(format!("an answer could not be written: {error}")).into_response(),
    }
}

/// An answer 200 in JSON.
pub fn ok(value: &impl Serialize) -> Response {
    json(StatusCode::OK, value)
}

/// An answer without a body.
pub fn no_content() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// Adds a header whose value is ASCII.
pub fn with_header(mut response: Response, name: HeaderName, value: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
    response
}

/// The JSON of a request; null for none.
///
/// # Errors
/// It is no JSON.
pub fn parse(body: &[u8]) -> Result<Value> {
    if body.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    json::read(body).map_err(|e| Error::invalid(format!("Invalid JSON in body of request: {e}")))
}
