//! Answers of the contents service that are models, and what queries ask of them.

use axum::http::StatusCode;
use axum::http::header::{LAST_MODIFIED, LOCATION};
use axum::response::Response;
use serde_json::Value;

use super::body;
use super::state::Lab;
use crate::access::{escape, parameter};
use crate::clock;
use crate::drive::{Format, GetOptions, Kind};
use crate::error::{Error, Result};

/// An answer with the model of a file: when it was changed, and for one that was written where it is.
pub fn finish(lab: &Lab, status: StatusCode, model: &Value, with_location: bool) -> Response {
    let mut response = body::json(status, model);
    if let Some(modified) = model["last_modified"].as_str().and_then(clock::parse_rfc3339) {
        response = body::with_header(response, LAST_MODIFIED, &clock::http_date(modified));
    }
    match with_location {
        true => body::with_header(response, LOCATION, &location(lab, model["path"].as_str().unwrap_or_default())),
        false => response,
    }
}

/// The address of a path.
pub fn location(lab: &Lab, path: &str) -> String {
    // Jupyter's clients compare this with their own escaping, in which a slash is plain.
    lab.access.address(&format!("api/contents/{}", escape(path)), "")
}

/// What a query asks of a model.
///
/// # Errors
/// A parameter has a value that means nothing.
pub fn options(query: &str) -> Result<GetOptions> {
    let flag = |name: &str, default: bool| match parameter(query, name).as_deref() {
        None => Ok(default),
        Some("1") => Ok(true),
        Some("0") => Ok(false),
        Some(other) => Err(Error::invalid(format!("{name} is 0 or 1, not {other:?}"))),
    };
    Ok(GetOptions {
        kind: parameter(query, "type").filter(|kind| !kind.is_empty()).map(|kind| Kind::from_name(&kind)),
        format: parameter(query, "format").map(|format| Format::from_name(&format)).transpose()?,
        content: flag("content", true)?,
        hash: flag("hash", false)?,
    })
}
