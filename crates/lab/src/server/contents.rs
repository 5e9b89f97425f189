//! The contents service: `/api/contents`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use serde_json::Value;

use super::model_answer::{finish, location, options};
use super::state::Lab;
use super::{body, guest, shares};
use crate::access::XSRF_HEADER;
use crate::drive::{DrivePath, GetOptions, Kind};
use crate::error::{Error, Result};

/// Requests to the drive itself.
pub async fn root(
    lab: State<Arc<Lab>>,
    method: Method,
    headers: HeaderMap,
    query: RawQuery,
    body: Bytes,
) -> Result<Response> {
    answer(&lab, method, "", &headers, &query.0.unwrap_or_default(), &body).await
}

/// Requests to a path, its checkpoints or its trust.
pub async fn path(
    lab: State<Arc<Lab>>,
    Path(path): Path<String>,
    method: Method,
    headers: HeaderMap,
    query: RawQuery,
    body: Bytes,
) -> Result<Response> {
    let of_others = DrivePath::parse(&path)?;
    if lab.below_shared_with_me(&of_others).is_some() {
        return guest::answer(&lab, &method, &of_others, &query.0.unwrap_or_default(), &body).await;
    }
    if let Some(path) = path.strip_suffix("/checkpoints")
        && matches!(method, Method::GET | Method::POST)
    {
        return checkpoints(&lab, &method, DrivePath::parse(path)?).await;
    }
    if let Some((path, id)) = path.rsplit_once("/checkpoints/")
        && matches!(method, Method::DELETE | Method::POST)
    {
        let (path, id) = (DrivePath::parse(path)?, id.to_string());
        let is_restore = method == Method::POST;
        let run = move |drive: &crate::drive::Drive| match is_restore {
            true => drive.restore_checkpoint(&path, &id),
            false => drive.delete_checkpoint(&path, &id),
        };
        return lab.drive(run).await.map(|()| body::no_content());
    }
    if let Some(path) = path.strip_suffix("/trust")
        && method == Method::POST
    {
        let path = DrivePath::parse(path)?;
        lab.drive(move |drive| drive.trust(&path)).await?;
        return Ok(body::json(StatusCode::CREATED, &Value::Null));
    }
    answer(&lab, method, &path, &headers, &query.0.unwrap_or_default(), &body).await
}

async fn answer(
    lab: &Arc<Lab>,
    method: Method,
    path: &str,
    headers: &HeaderMap,
    query: &str,
    bytes: &[u8],
) -> Result<Response> {
    let path = DrivePath::parse(path)?;
    match method {
        Method::GET | Method::HEAD => {
            let options = options(query)?;
            let asked = path.clone();
            let mut model = lab.drive(move |drive| drive.get(&path, options)).await?;
            guest::add_folder(lab, &asked, &mut model)?;
            Ok(finish(lab, StatusCode::OK, &model, false))
        }
        Method::POST => {
            let model = create(lab, path, body::parse(bytes)?).await?;
            Ok(finish(lab, StatusCode::CREATED, &model, true))
        }
        Method::PUT => {
            let sent = body::parse(bytes)?;
            // A page whose file is gone sends what its room has, too: as a change of the file, it would be
            // there twice.
            let is_of_page = headers.contains_key(XSRF_HEADER);
            if is_of_page && save_open(lab, &path).await? {
                let model = lab.drive(move |drive| drive.get(&path, GetOptions::default())).await?;
                return Ok(finish(lab, StatusCode::CREATED, &model, true));
            }
            let (is_new, model) = save(lab, path, sent).await?;
            Ok(finish(lab, if is_new { StatusCode::CREATED } else { StatusCode::OK }, &model, true))
        }
        Method::PATCH => {
            let sent = body::parse(bytes)?;
            if sent.is_null() {
                return Err(Error::invalid("JSON body missing"));
            }
            let to = sent["path"].as_str().map(DrivePath::parse).transpose()?.unwrap_or_else(|| path.clone());
            if lab.below_shared_with_me(&to).is_some() {
                return Err(Error::forbidden(format!("{to} is for what others share with you: choose another name")));
            }
            let (from, renamed) = (path.clone(), to.clone());
            let rename = move |drive: &crate::drive::Drive| {
                drive.rename(&path, &to)?;
                drive.get(&to, GetOptions::default())
            };
            let model = lab.drive(rename).await?;
            lab.collaboration.renamed(&from, &renamed).await?;
            lab.sessions.renamed(&from, &renamed, &lab.kernels).await;
            shares::renamed(lab, &from, &renamed).await?;
            Ok(finish(lab, StatusCode::OK, &model, true))
        }
        Method::DELETE => {
            // A room that saves would make the file again.
            lab.collaboration.deleted(&path).await?;
            let deleted = path.clone();
            lab.drive(move |drive| drive.delete(&path)).await?;
            shares::removed(lab, &deleted).await?;
            Ok(body::no_content())
        }
        method => Err(Error::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} means nothing to contents"))),
    }
}

/// `POST`: an empty file or a copy, with a name of the server's choice.
async fn create(lab: &Arc<Lab>, path: DrivePath, sent: Value) -> Result<Value> {
    let source = sent["copy_from"].as_str().filter(|from| !from.is_empty()).map(DrivePath::parse).transpose()?;
    if let Some(source) = source.as_ref().filter(|source| lab.below_shared_with_me(source).is_some()) {
        return guest::copy(lab, source, &path).await;
    }
    let run = move |drive: &crate::drive::Drive| {
        if drive.has_file(&path) {
            return Err(Error::invalid("Cannot POST to files, use PUT instead."));
        }
        if let Some(source) = source {
            return drive.copy(&source, &path);
        }
        let kind = sent["type"].as_str().filter(|kind| !kind.is_empty()).map(Kind::from_name);
        drive.new_untitled(&path, kind, sent["ext"].as_str().unwrap_or_default())
    };
    lab.drive(run).await
}

/// Saves a document that people have open and whose file is gone; false if it is not so.
async fn save_open(lab: &Arc<Lab>, path: &DrivePath) -> Result<bool> {
    let asked = path.clone();
    let is_there = lab.drive(move |drive| Ok(drive.has_file(&asked))).await?;
    Ok(!is_there && lab.collaboration.save_gone(path).await?)
}

/// `PUT`: saves. True if the file is new.
async fn save(lab: &Arc<Lab>, path: DrivePath, sent: Value) -> Result<(bool, Value)> {
    let run = move |drive: &crate::drive::Drive| {
        if sent.get("copy_from").is_some_and(|from| !from.is_null()) {
            return Err(Error::invalid("Cannot copy with PUT, only POST"));
        }
        // A model that names a hidden path is refused, though it is the address that counts.
        let named = sent["path"].as_str().map(DrivePath::parse).transpose()?;
        if named.is_some_and(|named| named.is_hidden()) {
            return Err(Error::invalid("Cannot create hidden files or folders"));
        }
        if sent.is_null() {
            return drive.new_untitled(&path, None, "").map(|model| (true, model));
        }
        let is_new = !drive.has_file(&path);
        drive.save(&path, &sent).map(|model| (is_new, model))
    };
    lab.drive(run).await
}

async fn checkpoints(lab: &Arc<Lab>, method: &Method, path: DrivePath) -> Result<Response> {
    if method == Method::GET {
        let list = lab.drive(move |drive| drive.list_checkpoints(&path)).await?;
        return Ok(body::ok(&list));
    }
    let location = format!("{}/checkpoints/{}", location(lab, path.as_str()), "checkpoint");
    let model = lab.drive(move |drive| drive.create_checkpoint(&path)).await?;
    Ok(body::with_header(body::json(StatusCode::CREATED, &model), LOCATION, &location))
}
