//! A notebook of the network becomes a file of the drive: `/api/labora/open`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;
use tokio::sync::Semaphore;

use super::body;
use super::state::Lab;
use crate::drive::DrivePath;
use crate::error::{Error, Result};
use crate::fetch;

/// Notebooks that are fetched at a time; the next one waits.
static FETCHES: Semaphore = Semaphore::const_new(4);

/// `POST /api/labora/open` with `{"url"}`: fetches the notebook into the drive under a free name, and returns
/// its path. Its outputs are not trusted.
pub async fn open(State(lab): State<Arc<Lab>>, sent: Bytes) -> Result<Response> {
    let sent = body::parse(&sent)?;
    let url = sent["url"].as_str().ok_or_else(|| Error::invalid("say which notebook: {\"url\": \"https://...\"}"))?;
    let url = url.to_string();
    let _turn = FETCHES.acquire().await.map_err(|e| Error::internal(format!("notebooks cannot be fetched: {e}")))?;
    let add = move |drive: &crate::drive::Drive| {
        let (name, bytes) = fetch::notebook_at(&url)?;
        drive.add(&DrivePath::root(), &name, &bytes)
    };
    let path = lab.drive(add).await?;
    Ok(body::json(StatusCode::CREATED, &json!({"path": path.as_str()})))
}
