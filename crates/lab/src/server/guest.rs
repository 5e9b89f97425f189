//! Documents that others share with somebody, as the contents service has them: `shared-with-me/OWNER/NAME`.
//! The folders are no folders of the system; a document is read and written in its owner's drive.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

use super::model_answer::{finish, options};
use super::place::{Place, SHARED_WITH_ME};
use super::state::{Lab, Sharing};
use super::{body, shares};
use crate::clock::rfc3339;
use crate::drive::{DrivePath, GetOptions, Kind};
use crate::error::{Error, Result};
use crate::notebook::distrust;
use crate::sharing::ShareRight;

/// Answers a request to a path below the folder of others' documents.
///
/// # Errors
/// 404: there is none of this path. 403: the right is too small, or the owner alone may do this.
pub async fn answer(lab: &Arc<Lab>, method: &Method, path: &DrivePath, query: &str, bytes: &[u8]) -> Result<Response> {
    let below = lab.below_shared_with_me(path).unwrap_or(DrivePath::root());
    let names: Vec<&str> = below.as_str().split('/').collect();
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    match names.as_slice() {
        [owner] if is_read => {
            let model = folder(lab, path, owner).await?;
            Ok(finish(lab, StatusCode::OK, &model, false))
        }
        [_] => Err(Error::forbidden(format!("{path} has what others share with you, and nothing else"))),
        [_, _] => document(lab, method, lab.place(path).await?, query, bytes).await,
        [_, _, "checkpoints", id @ ..] if id.len() < 2 => {
            let document = path.parent();
            let document = if id.is_empty() { document } else { document.parent() };
            checkpoints(method, &lab.place(&document).await?, id.first().copied()).await
        }
        [_, _, "trust"] => {
            let message = "outputs of a document of others are not trusted: run its cells, or copy it";
            Err(Error::forbidden(message))
        }
        _ => Err(Error::not_found(format!("file or directory {path} does not exist"))),
    }
}

async fn document(lab: &Arc<Lab>, method: &Method, place: Place, query: &str, bytes: &[u8]) -> Result<Response> {
    match *method {
        Method::GET | Method::HEAD => {
            let model = read(&place, options(query)?).await?;
            Ok(finish(lab, StatusCode::OK, &model, false))
        }
        Method::PUT => {
            let model = save(&place, body::parse(bytes)?).await?;
            Ok(finish(lab, StatusCode::OK, &model, true))
        }
        // What a file browser deletes here is the entry of the list.
        Method::DELETE => {
            shares::leave(lab, &place).await?;
            Ok(body::no_content())
        }
        _ => {
            place.check_own("rename or move it: take a copy")?;
            Err(Error::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} means nothing to a document")))
        }
    }
}

async fn read(place: &Place, options: GetOptions) -> Result<Value> {
    let kind = options.kind.unwrap_or(Kind::of_name(place.path.name()));
    let options = GetOptions { kind: Some(kind), ..options };
    let model = place.drive(move |drive, path| drive.get(path, options)).await?;
    Ok(seen(place, model))
}

/// A model as guests see it: with their path, and without the owner's trust.
fn seen(place: &Place, mut model: Value) -> Value {
    model["name"] = place.asked.name().into();
    model["path"] = place.asked.as_str().into();
    model["writable"] = (place.right() == ShareRight::Editor && model["writable"] == true).into();
    distrust(&mut model["content"]);
    model
}

async fn save(place: &Place, mut sent: Value) -> Result<Value> {
    place.right().check(ShareRight::Editor)?;
    // The owner's signature is not for what others write.
    sent.get_mut("content").into_iter().for_each(distrust);
    let model = place.drive(move |drive, path| drive.save(path, &sent)).await?;
    Ok(seen(place, model))
}

async fn checkpoints(method: &Method, place: &Place, id: Option<&str>) -> Result<Response> {
    if *method == Method::GET && id.is_none() {
        return Ok(body::ok(&place.drive(|drive, path| drive.list_checkpoints(path)).await?));
    }
    place.right().check(ShareRight::Editor)?;
    match (method, id) {
        (&Method::POST, None) => {
            let model = place.drive(|drive, path| drive.create_checkpoint(path)).await?;
            Ok(body::json(StatusCode::CREATED, &model))
        }
        _ => Err(Error::forbidden(format!("checkpoints of {} are its owner's", place.asked))),
    }
}

/// The folder of others' documents, or that of one owner.
async fn folder(lab: &Arc<Lab>, path: &DrivePath, owner: &str) -> Result<Value> {
    let sharing = lab.sharing()?;
    let all = sharing.shares.list(&sharing.me);
    if owner.is_empty() {
        let owners: BTreeSet<&str> = all.iter().map(|listed| listed.owner.as_str()).collect();
        let models: Result<Vec<Value>> =
            owners.iter().map(|owner| Ok(folder_model(lab, &path.join(owner)?, Value::Null))).collect();
        return Ok(folder_model(lab, path, models?.into()));
    }
    let mut models = Vec::new();
    for listed in all.iter().filter(|listed| listed.owner == owner) {
        // What the owner deleted by a program is left out.
        if let Ok(place) = lab.place(&Sharing::path_in_list(owner, &listed.name)?).await {
            models.extend(read(&place, GetOptions::default()).await);
        }
    }
    match models.is_empty() {
        true => Err(Error::not_found(format!("{owner} shares nothing with you"))),
        false => Ok(folder_model(lab, path, models.into())),
    }
}

fn folder_model(lab: &Lab, path: &DrivePath, content: Value) -> Value {
    let format = if content.is_null() { Value::Null } else { "json".into() };
    json!({
        "name": path.name(), "path": path.as_str(), "last_modified": rfc3339(lab.started),
        "created": rfc3339(lab.started), "content": content, "format": format, "mimetype": null, "size": null,
        "writable": false, "hash": null, "hash_algorithm": null, "type": Kind::Directory.name(),
    })
}

/// Shows the folder of others' documents in the model of the drive itself, if there are some. A folder of the
/// person's own that has its name is not seen.
///
/// # Errors
/// None that a drive has.
pub fn add_folder(lab: &Lab, path: &DrivePath, model: &mut Value) -> Result<()> {
    let (Some(sharing), true) = (&lab.sharing, path.is_root()) else { return Ok(()) };
    let Some(entries) = model["content"].as_array_mut() else { return Ok(()) };
    entries.retain(|entry| entry["name"] != SHARED_WITH_ME);
    if !sharing.shares.list(&sharing.me).is_empty() {
        entries.push(folder_model(lab, &DrivePath::parse(SHARED_WITH_ME)?, Value::Null));
    }
    Ok(())
}

/// Copies a document of another into a folder of one's own, under a free name; returns the model of the copy.
///
/// # Errors
/// There is no such document or folder, or the copy has no room.
pub async fn copy(lab: &Arc<Lab>, from: &DrivePath, folder: &DrivePath) -> Result<Value> {
    let place = lab.place(from).await?;
    let bytes = place.drive(|drive, path| drive.read(path)).await?;
    let (folder, name) = (folder.clone(), from.name().to_string());
    lab.drive(move |drive| drive.get(&drive.add(&folder, &name, &bytes)?, GetOptions::default())).await
}
