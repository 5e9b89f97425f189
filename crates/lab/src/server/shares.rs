//! Sharing of documents: `/api/labora/shares`, and the address of links, `/share`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

use super::body;
use super::class::SHARED;
use super::place::Place;
use super::state::{Lab, Sharing, blocking};
use crate::access::{escape, parameter};
use crate::drive::DrivePath;
use crate::error::{Error, Result};
use crate::sharing::{ShareRight, SharedDocument};

/// By which pages know among events that a document was shared with their person, or is no more.
const SHARE: &str = "urn:labora:share";

/// The document at a path, of one's own or of another.
///
/// # Errors
/// 403: there are no accounts. 404: there is no such file. 400: all have it already.
pub(super) async fn document(lab: &Arc<Lab>, path: &str) -> Result<Place> {
    lab.sharing()?;
    let place = lab.place(&DrivePath::parse(path)?).await?;
    if place.path.below(&DrivePath::parse(SHARED)?).is_some() {
        return Err(Error::invalid(format!("{path}: everybody has the files of {SHARED}: they are not shared again")));
    }
    let asked = place.asked.clone();
    place
        .drive(move |drive, path| match drive.has_file(path) {
            true => Ok(()),
            false => Err(Error::not_found(format!("file {asked} does not exist: a folder cannot be shared"))),
        })
        .await?;
    Ok(place)
}

/// `GET /api/labora/shares/{path}`: whose a document is, and one's right; for its owner also who has it, and
/// the address of its link.
pub async fn get(State(lab): State<Arc<Lab>>, Path(path): Path<String>) -> Result<Response> {
    let place = document(&lab, &path).await?;
    if let Some(guest) = &place.guest {
        return Ok(body::ok(&json!({"owner": guest.owner, "right": guest.right})));
    }
    let sharing = lab.sharing()?;
    Ok(body::ok(&model(&lab, &sharing.shares.get(&sharing.me, &place.path))))
}

/// What the owner reads.
fn model(lab: &Lab, document: &SharedDocument) -> Value {
    let link = document.link.as_ref().map(|link| {
        let address = lab.access.address("share", &format!("key={}", link.secret.reveal()));
        json!({"address": address, "right": link.right})
    });
    json!({"owner": document.owner, "right": "owner", "people": document.people(), "link": link})
}

/// `PUT /api/labora/shares/{path}` with `{"people": {NAME: RIGHT}, "link": RIGHT}`: shares a document with
/// these people, and with everybody who opens its link; a right of the link that is null keeps it to these
/// people. With `"renew": true` the link is another one.
pub async fn put(State(lab): State<Arc<Lab>>, Path(path): Path<String>, sent: Bytes) -> Result<Response> {
    let place = document(&lab, &path).await?;
    place.check_own("share it")?;
    let sharing = lab.sharing()?;
    let sent = body::parse(&sent)?;
    let people = people(sharing, &sent["people"])?;
    let link = match &sent["link"] {
        Value::Null => None,
        right => Some(ShareRight::parse(right.as_str().unwrap_or_default())?),
    };
    let is_renewed = sent["renew"] == true;
    let given = json!({"path": place.path.as_str(), "people": people, "link": link, "renewed": is_renewed});
    let (before, after) = change(sharing, &place.path, move |document| {
        document.share(&people, link)?;
        if is_renewed { document.renew_link() } else { Ok(()) }
    })
    .await?;
    lab.access.audit.note(Some(&sharing.me), "share", given);
    tell(&lab, &before, &after).await?;
    Ok(body::ok(&model(&lab, &after)))
}

/// The rights of people in a request.
fn people(sharing: &Sharing, sent: &Value) -> Result<BTreeMap<String, ShareRight>> {
    let class = sharing.class()?;
    let one = |(name, right): (&String, &Value)| {
        if *name == sharing.me {
            return Err(Error::invalid("you are the owner of this document, and have all rights"));
        }
        if !class.has_account(name) {
            return Err(Error::not_found(format!("there is no account {name}")));
        }
        Ok((name.clone(), ShareRight::parse(right.as_str().unwrap_or_default())?))
    };
    sent.as_object().into_iter().flatten().map(one).collect()
}

/// `DELETE /api/labora/shares/{path}`: the owner shares a document with nobody any more, its link leads
/// nowhere, and its comments stay; somebody else takes it off their list.
pub async fn delete(State(lab): State<Arc<Lab>>, Path(path): Path<String>) -> Result<Response> {
    let place = document(&lab, &path).await?;
    if place.guest.is_some() {
        leave(&lab, &place).await?;
        return Ok(body::no_content());
    }
    let sharing = lab.sharing()?;
    let (before, after) = change(sharing, &place.path, |document| {
        document.withdraw();
        Ok(())
    })
    .await?;
    lab.access.audit.note(Some(&sharing.me), "share withdrawn", json!({"path": place.path.as_str()}));
    tell(&lab, &before, &after).await?;
    Ok(body::no_content())
}

/// Takes a document of another off one's list.
///
/// # Errors
/// The state folder cannot be written.
pub(super) async fn leave(lab: &Arc<Lab>, place: &Place) -> Result<()> {
    let (Some(guest), sharing) = (&place.guest, lab.sharing()?) else { return Ok(()) };
    let (shares, owner, path, me) =
        (sharing.shares.clone(), guest.owner.clone(), place.path.clone(), sharing.me.clone());
    blocking(move || {
        shares.change(&owner, &path, |document| {
            document.leave(&me);
            Ok(())
        })
    })
    .await?;
    lab.access.audit.note(Some(&sharing.me), "share left", json!({"owner": guest.owner, "path": guest.path}));
    place.lab.collaboration.own().allow(&place.path, &sharing.me, None).await
}

/// `GET /share?key=SECRET`: opens a link. Whoever is logged in has the document in their list, and sees it.
pub async fn open(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Result<Response> {
    let sharing = lab.sharing()?;
    let secret = parameter(&query.unwrap_or_default(), "key").unwrap_or_default();
    let (shares, me) = (sharing.shares.clone(), sharing.me.clone());
    let listed = blocking(move || shares.enter(&secret, &me)).await?;
    let path = match listed.owner == sharing.me {
        true => listed.path,
        false => {
            let opened = json!({"owner": listed.owner, "path": listed.path, "right": listed.right});
            lab.access.audit.note(Some(&sharing.me), "share opened", opened);
            Sharing::path_in_list(&listed.owner, &listed.name)?.as_str().to_string()
        }
    };
    Ok(Redirect::to(&lab.access.address(&format!("lab/tree/{}", escape(&path)), "")).into_response())
}

/// The owner renamed a file or folder: it stays shared as long as it is in their own drive.
///
/// # Errors
/// The state folder cannot be written.
pub(super) async fn renamed(lab: &Arc<Lab>, from: &DrivePath, to: &DrivePath) -> Result<()> {
    let Some(sharing) = &lab.sharing else { return Ok(()) };
    if to.below(&DrivePath::parse(SHARED)?).is_some() {
        return removed(lab, from).await;
    }
    let (shares, me, from, to) = (sharing.shares.clone(), sharing.me.clone(), from.clone(), to.clone());
    blocking(move || shares.renamed(&me, &from, &to)).await
}

/// The owner deleted a file or folder: nothing of it is shared any more.
///
/// # Errors
/// The state folder cannot be written.
pub(super) async fn removed(lab: &Arc<Lab>, path: &DrivePath) -> Result<()> {
    let Some(sharing) = &lab.sharing else { return Ok(()) };
    let (shares, me, path) = (sharing.shares.clone(), sharing.me.clone(), path.clone());
    for before in blocking(move || shares.removed(&me, &path)).await? {
        let after = SharedDocument::new(&before.owner, &DrivePath::parse(&before.path)?);
        tell(lab, &before, &after).await?;
    }
    Ok(())
}

/// Changes one's own document in the table; returns what it was and is.
async fn change(
    sharing: &Sharing,
    path: &DrivePath,
    change: impl FnOnce(&mut SharedDocument) -> Result<()> + Send + 'static,
) -> Result<(SharedDocument, SharedDocument)> {
    let (shares, me, path) = (sharing.shares.clone(), sharing.me.clone(), path.clone());
    blocking(move || shares.change(&me, &path, change)).await
}

/// Lets rights that changed count in open rooms at once, and tells the pages of those whose they are.
async fn tell(lab: &Arc<Lab>, before: &SharedDocument, after: &SharedDocument) -> Result<()> {
    let (sharing, path) = (lab.sharing()?, DrivePath::parse(&before.path)?);
    let names: BTreeSet<&String> = before.guests.keys().chain(after.guests.keys()).collect();
    for name in names {
        let right = after.right_of(name);
        if right == before.right_of(name) {
            continue;
        }
        lab.collaboration.own().allow(&path, name, right.map(ShareRight::in_rooms)).await?;
        let entry = [after, before].into_iter().find_map(|document| document.guests.get(name)?.name.clone());
        if let (Some(open), Some(entry)) = (sharing.class()?.open_laboratory(name), entry) {
            let path = Sharing::path_in_list(&sharing.me, &entry)?;
            let event = json!({"schema_id": SHARE, "from": sharing.me, "path": path.as_str(), "right": right});
            // An error means that no page is open.
            _ = open.events.send(event.to_string());
        }
    }
    Ok(())
}
