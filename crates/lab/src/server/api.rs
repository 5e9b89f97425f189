//! The version, the status, and who one is.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::body;
use super::state::{Lab, blocking};
use crate::access::parameter;
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

/// `GET /api/spec.yaml`: the interface as OpenAPI.
pub async fn spec() -> Response {
    ([(CONTENT_TYPE, "text/x-yaml")], include_str!("spec.yaml")).into_response()
}

/// `GET /api/me`: who has the token, or this laboratory, may do everything in it. `permissions` asks about
/// resources and their actions.
pub async fn me(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Result<Response> {
    let asked = parameter(&query.unwrap_or_default(), "permissions");
    let permissions = asked.map_or_else(|| Ok(BTreeMap::new()), |text| asked_permissions(&text))?;
    let (username, name) = lab.person.as_ref().map_or(("labora", "Labora"), |person| (&person.name, &person.name));
    let initials: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
    Ok(body::ok(&json!({
        "identity": {
            "username": username, "name": name, "display_name": name, "initials": initials, "avatar_url": null,
            "color": null,
        },
        "permissions": permissions,
    })))
}

fn asked_permissions(text: &str) -> Result<BTreeMap<String, Vec<String>>> {
    serde_json::from_str(text)
        .map_err(|e| Error::invalid(format!(r#"permissions should be a JSON dict of {{"resource": ["action"]}}: {e}"#)))
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

/// Whatever has no route.
pub async fn unknown(method: Method, uri: Uri) -> Result<Response> {
    Err(Error::not_found(format!("{method} {}: there is nothing", uri.path())))
}
