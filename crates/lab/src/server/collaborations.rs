//! The rooms of a laboratory: its own, and those of the folder that a class shares, in which all meet.

use std::path::Path;
use std::sync::Arc;

use crate::collaboration::{Change, Collaboration, Entrant, Member, Right, Session};
use crate::drive::{Drive, DrivePath};
use crate::error::{Error, Result};

/// The rooms of a laboratory.
#[derive(Debug)]
pub struct Collaborations {
    own: Collaboration,
    shared: Option<SharedCollaboration>,
}

/// The rooms of a folder that several laboratories have, with the same name in their drives.
#[derive(Clone, Debug)]
pub struct SharedCollaboration {
    folder: DrivePath,
    collaboration: Arc<Collaboration>,
    right: Right,
}

impl SharedCollaboration {
    /// The rooms of a folder that is `name` in all drives, for those who may write. What is kept of them is
    /// in the folder `state`, which is made.
    ///
    /// # Errors
    /// The folder is not there, or `state` cannot be made.
    pub fn new(name: &str, folder: &Path, state: &Path) -> Result<SharedCollaboration> {
        // A drive that has nothing else, so that no link leads out of the folder.
        let around = state.join("drive");
        std::fs::create_dir_all(&around).map_err(|e| Error::io(around.display(), e))?;
        let mut drive = Drive::open(&around, state)?;
        drive.attach(name, folder, true)?;
        drive.last();
        let collaboration = Arc::new(Collaboration::new(Arc::new(drive), state));
        Ok(SharedCollaboration { folder: DrivePath::parse(name)?, collaboration, right: Right::Write })
    }

    /// The same rooms, for somebody with a right.
    pub fn with_right(&self, right: Right) -> SharedCollaboration {
        SharedCollaboration { right, ..self.clone() }
    }

    /// Saves all documents, and ends all rooms.
    pub async fn end_all(&self) {
        self.collaboration.end_all().await;
    }

    fn has(&self, path: &DrivePath) -> bool {
        path.below(&self.folder).is_some_and(|below| !below.is_root())
    }
}

impl Collaborations {
    /// The rooms of a drive.
    pub fn new(own: Collaboration) -> Collaborations {
        Collaborations { own, shared: None }
    }

    /// Adds those of a folder of the drive that others share.
    pub fn share(&mut self, shared: SharedCollaboration) {
        self.shared = Some(shared);
    }

    /// The rooms of a path, and what may be done there.
    fn of_path(&self, path: &DrivePath) -> (&Collaboration, Right) {
        let shared = self.shared.as_ref().filter(|shared| shared.has(path));
        shared.map_or((&self.own, Right::Write), |shared| (&shared.collaboration, shared.right))
    }

    /// The rooms that have one of this name.
    fn of_room(&self, room: &str) -> (&Collaboration, Right) {
        let shared = self.shared.as_ref().filter(|shared| shared.collaboration.path(room).is_some());
        shared.map_or((&self.own, Right::Write), |shared| (&shared.collaboration, shared.right))
    }

    /// The session of a file.
    ///
    /// # Errors
    /// There is no such file.
    pub fn session(&self, path: &DrivePath) -> Result<Session> {
        self.of_path(path).0.session(path)
    }

    /// True if a connection to a room may go on with a session.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub fn is_session(&self, room: &str, session: &str) -> Result<bool> {
        self.of_room(room).0.is_session(room, session)
    }

    /// Enters a room.
    ///
    /// # Errors
    /// As [`Collaboration::enter`].
    pub async fn enter(&self, room: &str) -> Result<Member> {
        let (collaboration, right) = self.of_room(room);
        collaboration.enter(room, Entrant { right, guest: None }).await
    }

    /// The rooms of the drive alone, which guests may enter to whom a document was shared.
    pub fn own(&self) -> &Collaboration {
        &self.own
    }

    /// Changes a notebook that is open in a room, and saves it; false if it is not.
    ///
    /// # Errors
    /// As [`Collaboration::change`].
    pub async fn change(&self, path: &DrivePath, change: &Change) -> Result<bool> {
        self.of_path(path).0.change(path, change).await
    }

    /// Saves a document that is open in a room, though its file is gone; false if it is not open.
    ///
    /// # Errors
    /// As [`Collaboration::save_gone`].
    pub async fn save_gone(&self, path: &DrivePath) -> Result<bool> {
        match self.of_path(path) {
            (collaboration, Right::Write) => collaboration.save_gone(path).await,
            (_, Right::Read) => Ok(false),
        }
    }

    /// A file or folder was renamed.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub async fn renamed(&self, from: &DrivePath, to: &DrivePath) -> Result<()> {
        let ((before, _), (after, _)) = (self.of_path(from), self.of_path(to));
        match std::ptr::eq(before, after) {
            true => before.renamed(from, to).await,
            // Not all who were in its room see it any more, or others do.
            false => before.deleted(from).await,
        }
    }

    /// A file or folder is being deleted, if that is allowed.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub async fn deleted(&self, path: &DrivePath) -> Result<()> {
        match self.of_path(path) {
            (collaboration, Right::Write) => collaboration.deleted(path).await,
            (_, Right::Read) => Ok(()),
        }
    }

    /// Saves all documents of the drive's own rooms, and ends them.
    pub async fn end_all(&self) {
        self.own.end_all().await;
    }
}
