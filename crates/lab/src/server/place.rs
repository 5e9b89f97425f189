//! Where a path of somebody's drive leads: to a file of their own, or to a document that another shared with
//! them. No other part of a laboratory leads to another's.

use std::sync::Arc;

use axum::http::StatusCode;

use super::state::{Lab, Sharing};
use crate::drive::{Drive, DrivePath};
use crate::error::{Error, Result};
use crate::sharing::{Listed, ShareRight};

/// The folder in everybody's drive with the documents of others, `shared-with-me/OWNER/NAME`.
pub const SHARED_WITH_ME: &str = "shared-with-me";

/// Where a document is.
#[derive(Debug)]
pub struct Place {
    /// The laboratory in whose drive it is.
    pub lab: Arc<Lab>,
    /// Its path there.
    pub path: DrivePath,
    /// The path by which it was asked for.
    pub asked: DrivePath,
    /// What whoever asks has of it, if it is another's.
    pub guest: Option<Listed>,
}

impl Sharing {
    /// The path of a document in the list of a guest.
    ///
    /// # Errors
    /// As [`DrivePath::parse`].
    pub fn path_in_list(owner: &str, name: &str) -> Result<DrivePath> {
        DrivePath::parse(&format!("{SHARED_WITH_ME}/{owner}/{name}"))
    }

    async fn place(&self, listed: Listed) -> Result<Place> {
        let lab = self.class()?.laboratory(listed.owner.clone()).await?;
        let asked = Sharing::path_in_list(&listed.owner, &listed.name)?;
        Ok(Place { lab, path: DrivePath::parse(&listed.path)?, asked, guest: Some(listed) })
    }
}

impl Lab {
    /// What is needed to share.
    ///
    /// # Errors
    /// 403: there are no people with accounts.
    pub(super) fn sharing(&self) -> Result<&Sharing> {
        let none = "sharing and comments need people: start the server with --accounts FILE (docs/lab.md, A class)";
        self.sharing.as_ref().ok_or_else(|| Error::forbidden(none))
    }

    /// The path from the folder of others' documents on, if it is that folder or below it.
    pub(super) fn below_shared_with_me(&self, path: &DrivePath) -> Option<DrivePath> {
        let folder = DrivePath::parse(SHARED_WITH_ME).ok().filter(|_| self.sharing.is_some())?;
        path.below(&folder)
    }

    /// Where a path leads. That it is there is said of documents of others alone.
    ///
    /// # Errors
    /// 404: below the folder of others' documents there is none of this path.
    pub(super) async fn place(self: &Arc<Lab>, path: &DrivePath) -> Result<Place> {
        let Some(below) = self.below_shared_with_me(path) else {
            return Ok(Place { lab: self.clone(), path: path.clone(), asked: path.clone(), guest: None });
        };
        let missing = || Error::not_found(format!("{path} does not exist, or is not shared with you any more"));
        let sharing = self.sharing()?;
        let (owner, name) = (below.parent(), below.name());
        let listed = sharing.shares.listed(&sharing.me, owner.as_str(), name).ok_or_else(missing)?;
        let place = sharing.place(listed).await?;
        // A folder that was put in its place is not shared.
        let is_there = place.drive(|drive, path| Ok(drive.has_file(path))).await?;
        if is_there { Ok(place) } else { Err(missing()) }
    }

    /// The document of another whose room it is; none for rooms of this laboratory.
    pub(super) async fn place_of_room(&self, room: &str) -> Option<Place> {
        let sharing = self.sharing.as_ref()?;
        if self.collaboration.own().path(room).is_some() {
            return None;
        }
        for listed in sharing.shares.list(&sharing.me) {
            // An owner whose account is gone has no rooms.
            let Ok(place) = sharing.place(listed).await else { continue };
            if place.lab.collaboration.own().path(room).as_ref() == Some(&place.path) {
                return Some(place);
            }
        }
        None
    }
}

impl Place {
    /// What whoever asks may do with the document; owners may do all.
    pub fn right(&self) -> ShareRight {
        self.guest.as_ref().map_or(ShareRight::Editor, |guest| guest.right)
    }

    /// An error if the document is another's.
    ///
    /// # Errors
    /// 403, with what only the owner may do.
    pub fn check_own(&self, what: &str) -> Result<()> {
        match &self.guest {
            Some(guest) => Err(Error::forbidden(format!("{} is {}'s, who alone may {what}", self.asked, guest.owner))),
            None => Ok(()),
        }
    }

    /// Runs something with the drive that the document is in, on a thread that may block. Errors say nothing
    /// of the owner's folders to others.
    ///
    /// # Errors
    /// That of what is run.
    pub async fn drive<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Drive, &DrivePath) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let path = self.path.clone();
        let done = self.lab.drive(move |drive| run(drive, &path)).await;
        match &self.guest {
            Some(guest) => done.map_err(|error| self.for_guest(guest, &error)),
            None => done,
        }
    }

    fn for_guest(&self, guest: &Listed, error: &Error) -> Error {
        let message = match error.status() {
            StatusCode::INSUFFICIENT_STORAGE => format!("there is no room in the folder of {}", guest.owner),
            _ if self.path.parent().is_root() => error.message().to_string(),
            _ => error.message().replace(self.path.as_str(), self.asked.as_str()),
        };
        Error::new(error.status(), message)
    }
}
