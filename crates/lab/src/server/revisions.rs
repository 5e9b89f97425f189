//! Earlier states of files: `/api/labora/revisions`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;

use super::body;
use super::state::Lab;
use crate::access::parameter;
use crate::drive::DrivePath;
use crate::error::{Error, Result};

/// `GET /api/labora/revisions/{path}`: the states of a file. With `compare=ID` what changed from that state
/// to the present one, or to the one that `with=ID` names.
pub async fn get(State(lab): State<Arc<Lab>>, Path(path): Path<String>, RawQuery(query): RawQuery) -> Result<Response> {
    let path = own(&lab, &path).await?;
    let query = query.unwrap_or_default();
    let (from, to) = (parameter(&query, "compare"), parameter(&query, "with"));
    let answer = lab.drive(move |drive| match from {
        Some(from) => drive.compare_revisions(&path, &from, to.as_deref()),
        None => drive.revisions(&path).map(Into::into),
    });
    Ok(body::ok(&answer.await?))
}

/// `POST /api/labora/revisions/{path}` with `{"restore": ID}`: writes that state over the file, whose present
/// state is kept. Pages that have it open follow.
pub async fn restore(State(lab): State<Arc<Lab>>, Path(path): Path<String>, sent: Bytes) -> Result<Response> {
    let path = own(&lab, &path).await?;
    let sent = body::parse(&sent)?;
    let id = sent["restore"].as_str().ok_or_else(|| Error::invalid("say which revision: {\"restore\": ID}"))?;
    let id = id.to_string();
    lab.drive(move |drive| drive.restore_revision(&path, &id)).await?;
    Ok(body::no_content())
}

/// The path of a file of one's own.
async fn own(lab: &Arc<Lab>, path: &str) -> Result<DrivePath> {
    let place = lab.place(&DrivePath::parse(path)?).await?;
    place.check_own("see what it was before").map(|()| place.path)
}
