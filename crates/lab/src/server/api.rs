//! The version, the status, and who one is.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{Method, Uri};
use axum::response::Response;
use serde_json::json;

use super::body;
use super::state::{Lab, blocking};
use crate::clock::rfc3339;
use crate::error::{Error, Result};

/// The version of Jupyter Server whose interface this is.
const JUPYTER_SERVER: &str = "2.21.1";

/// `GET /api`.
pub async fn version() -> Response {
    body::ok(&json!({"version": JUPYTER_SERVER}))
}

/// `GET /api/status`.
pub async fn status(State(lab): State<Arc<Lab>>) -> Response {
    let (connections, kernels, activity) = lab.kernels.totals();
    body::ok(&json!({
        "connections": connections,
        "kernels": kernels,
        "last_activity": rfc3339(activity.unwrap_or(lab.started)),
        "started": rfc3339(lab.started),
    }))
}

/// `GET /api/me`.
pub async fn me() -> Response {
    let name = "Labora";
    body::ok(&json!({
        "identity": {
            "username": "labora", "name": name, "display_name": name, "initials": "L", "avatar_url": null, "color": null,
        },
        "permissions": {},
    }))
}

/// `POST /api/security/csp-report`: a browser says what it blocked.
pub async fn csp_report(report: Bytes) -> Response {
    let report = &report[..report.len().min(500)];
    // Escaped, since anybody may send it.
    tracing::warn!(report = ?String::from_utf8_lossy(report), "a browser blocked content");
    body::no_content()
}

/// `GET /api/config/{section}`.
pub async fn config(State(lab): State<Arc<Lab>>, Path(section): Path<String>) -> Result<Response> {
    Ok(body::ok(&blocking(move || lab.config.get(&section)).await?))
}

/// `PUT` and `PATCH /api/config/{section}`.
pub async fn put_config(
    State(lab): State<Arc<Lab>>,
    Path(section): Path<String>,
    method: Method,
    sent: Bytes,
) -> Result<Response> {
    let is_change = method == Method::PATCH;
    let sent = body::parse(&sent)?;
    let new = blocking(move || lab.config.put(&section, sent, is_change)).await?;
    Ok(if is_change { body::ok(&new) } else { body::no_content() })
}

/// `GET /api/nbconvert`: the formats in which notebooks can be exported: none.
pub async fn exporters() -> Response {
    body::ok(&json!({}))
}

/// Whatever has no route.
pub async fn unknown(method: Method, uri: Uri) -> Result<Response> {
    Err(Error::not_found(format!("{method} {}: there is nothing", uri.path())))
}
