//! Comments on documents: `/api/labora/comments`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::body;
use super::place::Place;
use super::shares::document;
use super::state::{Lab, Sharing, blocking};
use crate::access::parameter;
use crate::error::{Error, Result};
use crate::sharing::{Comments, ShareRight, SharedDocument};

/// By which pages know among events that the comments on a document changed.
const COMMENTS: &str = "urn:labora:comments";

/// `GET /api/labora/comments/{path}`: all threads, and what whoever asks may do.
pub async fn get(State(lab): State<Arc<Lab>>, Path(path): Path<String>) -> Result<Response> {
    let place = document(&lab, &path).await?;
    let document = lab.sharing()?.shares.get(owner(&lab, &place)?, &place.path);
    Ok(body::ok(&model(&lab, &place, &document)?))
}

/// `POST /api/labora/comments/{path}` with `{"text"}`, or with `"cell"` too: begins a thread about the
/// document or a cell. With `"thread"` it answers in that one.
pub async fn post(State(lab): State<Arc<Lab>>, Path(path): Path<String>, sent: Bytes) -> Result<Response> {
    let sent = body::parse(&sent)?;
    let changed = change(&lab, &path, move |comments, author, _| {
        let text = sent["text"].as_str().unwrap_or_default();
        match sent["thread"].as_str() {
            Some(thread) => comments.reply(author, thread, text),
            None => comments.begin(author, sent["cell"].as_str(), text).map(|_| ()),
        }
    });
    Ok(body::json(StatusCode::CREATED, &changed.await?))
}

/// `PATCH /api/labora/comments/{path}` with `{"thread", "resolved"}`: a thread is done, or not.
pub async fn patch(State(lab): State<Arc<Lab>>, Path(path): Path<String>, sent: Bytes) -> Result<Response> {
    let sent = body::parse(&sent)?;
    let (Some(thread), Some(resolved)) = (sent["thread"].as_str(), sent["resolved"].as_bool()) else {
        return Err(Error::invalid(r#"say which thread is done: {"thread": ID, "resolved": true}"#));
    };
    let thread = thread.to_string();
    Ok(body::ok(&change(&lab, &path, move |comments, _, _| comments.resolve(&thread, resolved)).await?))
}

/// `DELETE /api/labora/comments/{path}?thread=ID&comment=ID`: deletes a comment of one's own, or any of one's
/// own document.
pub async fn delete(State(lab): State<Arc<Lab>>, Path(path): Path<String>, query: RawQuery) -> Result<Response> {
    let query = query.0.unwrap_or_default();
    let (thread, comment) = (parameter(&query, "thread"), parameter(&query, "comment"));
    let (Some(thread), Some(comment)) = (thread, comment) else {
        return Err(Error::invalid("say which comment: ?thread=ID&comment=ID"));
    };
    let delete = move |comments: &mut Comments, author: &str, is_owner: bool| {
        comments.delete(Some(author).filter(|_| !is_owner), &thread, &comment)
    };
    Ok(body::ok(&change(&lab, &path, delete).await?))
}

/// Changes the comments on a document in the name of whoever asks, and tells the open pages of all who have
/// it.
async fn change(
    lab: &Arc<Lab>,
    path: &str,
    change: impl FnOnce(&mut Comments, &str, bool) -> Result<()> + Send + 'static,
) -> Result<Value> {
    let place = document(lab, path).await?;
    place.right().check(ShareRight::Commenter)?;
    let sharing = lab.sharing()?;
    let (shares, me, owner, path) =
        (sharing.shares.clone(), sharing.me.clone(), owner(lab, &place)?.to_string(), place.path.clone());
    let changed = blocking(move || {
        let is_owner = me == owner;
        shares.change(&owner, &path, |document| {
            // It may have changed since.
            let right = if is_owner { Some(ShareRight::Editor) } else { document.right_of(&me) };
            right
                .ok_or_else(|| Error::forbidden("the document is no longer shared with you"))?
                .check(ShareRight::Commenter)?;
            change(&mut document.comments, &me, is_owner)
        })
    });
    let (_, document) = changed.await?;
    tell(sharing, &document)?;
    model(lab, &place, &document)
}

fn owner<'a>(lab: &'a Lab, place: &'a Place) -> Result<&'a str> {
    Ok(place.guest.as_ref().map_or(&lab.sharing()?.me, |guest| &guest.owner))
}

fn model(lab: &Lab, place: &Place, document: &SharedDocument) -> Result<Value> {
    Ok(json!({
        "me": lab.sharing()?.me, "is_owner": place.guest.is_none(),
        "may_comment": place.right() >= ShareRight::Commenter, "threads": document.comments,
    }))
}

/// Tells the pages of all who have a document that its comments changed, each with its own path.
fn tell(sharing: &Sharing, document: &SharedDocument) -> Result<()> {
    let class = sharing.class()?;
    let mut paths = vec![(&document.owner, document.path.clone())];
    for (name, guest) in &document.guests {
        if let Some(entry) = &guest.name {
            paths.push((name, Sharing::path_in_list(&document.owner, entry)?.as_str().to_string()));
        }
    }
    for (name, path) in paths {
        if let Some(open) = class.open_laboratory(name) {
            // An error means that no page is open.
            _ = open.events.send(json!({"schema_id": COMMENTS, "path": path}).to_string());
        }
    }
    Ok(())
}
