//! Collaboration: several people edit one notebook or text at the same time, with stock JupyterLab and its
//! extension jupyter-collaboration.
//!
//! A page asks for the id of a file ([`Collaboration::session`]) and enters its room
//! ([`Collaboration::enter`]), in which a Yjs document is shared. The interface is that of
//! jupyter-server-ydoc 3.0, the document's schema that of jupyter_ydoc 4.2.
//!
//! # Structure
//! * `room` has the clients of a document, and a thread; `shared` brings the document together with its
//!   `file`, and `history` keeps it.
//! * `document` is the shared document; `notebook` is its schema, `update_check` refuses malformed updates.
//! * `message`, `awareness` and `lib0` are the protocol.

mod awareness;
mod close;
mod document;
mod file;
mod file_ids;
mod history;
mod lib0;
mod message;
mod notebook;
mod order;
mod outbox;
mod room;
mod shared;
#[cfg(test)]
mod tests;
mod update_check;
mod values;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use axum::http::StatusCode;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use self::document::DocumentKind;
use self::file::RoomFile;
use self::file_ids::FileIds;
use self::history::Histories;
use self::outbox::{Inbox, outbox};
use self::room::{Command, Room};
use crate::drive::{Drive, DrivePath};
use crate::error::{Error, Result};

pub use self::close::{close_reason, codes};
pub use self::outbox::Outgoing;
pub use self::room::{Change, Entrant, Right};

/// The room of all users of a server, in which only awareness is shared.
const GLOBAL_ROOM: &str = "JupyterLab:globalAwareness";
/// Rooms at a time.
const MAX_ROOMS: usize = 200;
/// Messages that wait for a room. Clients wait in turn.
const MAX_WAITING: usize = 8;
/// The stack of a room's thread: nested types are deleted by recursion.
const STACK_BYTES: usize = 64 << 20;

/// All rooms of a server.
#[derive(Debug)]
pub struct Collaboration {
    drive: Arc<Drive>,
    ids: FileIds,
    histories: Histories,
    open_rooms: Rooms,
    next_client: AtomicU64,
}

type Rooms = Arc<Mutex<HashMap<String, mpsc::Sender<Command>>>>;

/// What a page needs to enter the room of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The id of the file.
    pub file: String,
    /// The id of the session, which connections have to name.
    pub id: String,
    /// True if the file had no id before.
    pub is_new: bool,
}

/// A client in a room.
#[derive(Debug)]
pub struct Member {
    client: u64,
    room: mpsc::Sender<Command>,
    inbox: Inbox,
}

impl Collaboration {
    /// The rooms of a drive; ids and histories are kept in the folder `state`.
    pub fn new(drive: Arc<Drive>, state: &Path) -> Collaboration {
        let histories = Histories(state.join("histories"));
        Collaboration {
            ids: FileIds::new(state.join("files.json"), drive.clone(), histories.clone()),
            drive,
            histories,
            open_rooms: Rooms::default(),
            next_client: AtomicU64::new(1),
        }
    }

    /// The session of a file.
    ///
    /// # Errors
    /// There is no such file.
    pub fn session(&self, path: &DrivePath) -> Result<Session> {
        if !self.drive.has_file(path) {
            return Err(Error::not_found(format!("File {:?} does not exist", path.as_str())));
        }
        let (file, is_new) = self.ids.id(path)?;
        Ok(Session { file, id: self.ids.session()?, is_new })
    }

    /// True if a connection to a room may go on with a session.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub fn is_session(&self, room: &str, session: &str) -> Result<bool> {
        Ok(room == GLOBAL_ROOM || self.ids.session()? == session)
    }

    /// The path of the file that a room is of, if it has an id here.
    pub fn path(&self, room: &str) -> Option<DrivePath> {
        self.ids.path(room.splitn(3, ':').nth(2)?).ok()
    }

    /// From now on a guest may do something else in the rooms of a file; none lets them go.
    ///
    /// # Errors
    /// The file of ids cannot be read.
    pub async fn allow(&self, path: &DrivePath, guest: &str, right: Option<Right>) -> Result<()> {
        let Some(id) = self.ids.find(path)? else { return Ok(()) };
        for room in self.rooms_of(&id) {
            // One that has ended has no guests.
            _ = room.send(Command::Allow(guest.to_string(), right)).await;
        }
        Ok(())
    }

    /// Enters a room, which is opened if it is not: `FORMAT:TYPE:ID` is that of a file.
    ///
    /// # Errors
    /// 400: the room has another name. 404: the file is not there. 410: nor is its id. 503: too many rooms or
    /// users.
    pub async fn enter(&self, room: &str, entrant: Entrant) -> Result<Member> {
        let client = self.next_client.fetch_add(1, Ordering::Relaxed);
        // A room that ends at the same moment does not answer.
        for _ in 0..3 {
            let (outbox, inbox) = outbox();
            let (answer, answered) = oneshot::channel();
            let sender = self.room(room)?;
            if sender.send(Command::Join(client, entrant.clone(), outbox, answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return answer.map(|()| Member { client, room: sender, inbox });
            }
        }
        Err(Error::internal(format!("the room {room} does not open")))
    }

    /// Changes a notebook that is or was open in a room, and saves it; false if it never was. What is kept of
    /// the room has the ids by which its pages know the cells, which files of older formats do not have.
    ///
    /// # Errors
    /// It cannot be saved, or the file of ids not be read.
    pub async fn change(&self, path: &DrivePath, change: &Change) -> Result<bool> {
        let Some(id) = self.ids.find(path)? else { return Ok(false) };
        let name = format!("json:notebook:{id}");
        let is_open = lock(&self.open_rooms).contains_key(&name);
        if !is_open && !self.histories.has(&id) {
            return Ok(false);
        }
        let room = self.room(&name)?;
        let (done, is_done) = oneshot::channel();
        match room.send(Command::Change(change.clone(), done)).await {
            // A room that ended before has saved what it had.
            Ok(()) => is_done.await.map_or(Ok(false), |saved| saved.map(|()| true)),
            Err(_) => Ok(false),
        }
    }

    /// Saves a document that is open in a room, though its file is gone; false if it is not open.
    ///
    /// # Errors
    /// It cannot be saved, or the file of ids not be read.
    pub async fn save_gone(&self, path: &DrivePath) -> Result<bool> {
        let Some(id) = self.ids.find(path)? else { return Ok(false) };
        for room in self.rooms_of(&id) {
            let (done, is_done) = oneshot::channel();
            if room.send(Command::SaveGone(done)).await.is_ok()
                && let Ok(saved) = is_done.await
            {
                return saved.map(|()| true);
            }
        }
        Ok(false)
    }

    /// A file or folder was renamed.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub async fn renamed(&self, from: &DrivePath, to: &DrivePath) -> Result<()> {
        for (id, path) in self.ids.rename(from, to)? {
            for room in self.rooms_of(&id) {
                // A room that has ended reads the new path when it opens.
                _ = room.send(Command::Renamed(path.clone())).await;
            }
        }
        Ok(())
    }

    /// A file or folder was deleted.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub async fn deleted(&self, path: &DrivePath) -> Result<()> {
        for id in self.ids.remove(path)? {
            for room in self.rooms_of(&id) {
                // A room that has ended is what was wanted.
                _ = room.send(Command::Deleted).await;
                room.closed().await;
            }
            self.histories.remove(&id)?;
        }
        Ok(())
    }

    /// Saves all documents, and ends all rooms.
    pub async fn end_all(&self) {
        let all: Vec<mpsc::Sender<Command>> = lock(&self.open_rooms).values().cloned().collect();
        for room in all {
            let (done, ended) = oneshot::channel();
            // A room that has ended has saved.
            if room.send(Command::End(done)).await.is_ok() {
                _ = ended.await;
            }
        }
    }

    fn rooms_of(&self, id: &str) -> Vec<mpsc::Sender<Command>> {
        let open_rooms = lock(&self.open_rooms);
        let is_of_file = |name: &str| name.rsplit(':').next() == Some(id);
        open_rooms.iter().filter(|(name, _)| is_of_file(name)).map(|(_, room)| room.clone()).collect()
    }

    /// The commands of a room, which is opened if it is not.
    fn room(&self, name: &str) -> Result<mpsc::Sender<Command>> {
        let open = self.opener(name)?;
        let mut open_rooms = lock(&self.open_rooms);
        if let Some(room) = open_rooms.get(name).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        if open_rooms.len() >= MAX_ROOMS {
            let message = format!("at most {MAX_ROOMS} documents are open at a time: close some");
            return Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, message));
        }
        let (sender, mut commands) = mpsc::channel(MAX_WAITING);
        let (all, own, key) = (self.open_rooms.clone(), sender.downgrade(), name.to_string());
        let runtime = Handle::current();
        let run = move || {
            let run = async {
                match open() {
                    Ok(room) => room.run(&mut commands).await,
                    Err(error) => refuse_first(&error, &mut commands).await,
                }
            };
            runtime.block_on(run);
            let mut all = lock(&all);
            // Another room may have taken its place.
            if all.get(&key).zip(own.upgrade()).is_some_and(|(room, own)| room.same_channel(&own)) {
                all.remove(&key);
            }
        };
        let thread = std::thread::Builder::new().name("room".into()).stack_size(STACK_BYTES);
        thread.spawn(run).map_err(|e| Error::internal(format!("a thread for a room: {e}")))?;
        open_rooms.insert(name.to_string(), sender.clone());
        Ok(sender)
    }

    /// What opens a room, on its own thread.
    fn opener(&self, name: &str) -> Result<impl FnOnce() -> Result<Room> + Send + use<>> {
        let mut parts = name.splitn(3, ':');
        let kind = match (parts.next(), parts.next()) {
            _ if name == GLOBAL_ROOM => None,
            (Some("json"), Some("notebook")) => Some(DocumentKind::Notebook),
            (Some("text"), Some(kind)) if kind != "notebook" && kind != "directory" => Some(DocumentKind::Text),
            _ => return Err(Error::invalid(format!("{name:?} is no room: json:notebook:ID or text:file:ID"))),
        };
        let id = parts.next().unwrap_or_default().to_string();
        let gone = |e: Error| match e.status() {
            StatusCode::NOT_FOUND => Error::new(StatusCode::GONE, e.message()),
            _ => e,
        };
        let path = kind.map(|_| self.ids.path(&id).map_err(gone)).transpose()?;
        let (drive, histories) = (self.drive.clone(), self.histories.clone());
        Ok(move || match (kind, path) {
            (Some(kind), Some(path)) => Room::open(id, kind, RoomFile::new(drive, path, kind), histories),
            _ => Ok(Room::transient()),
        })
    }
}

/// Tells the client who opened a room why it did not open.
async fn refuse_first(error: &Error, commands: &mut mpsc::Receiver<Command>) {
    commands.close();
    while let Some(command) = commands.recv().await {
        if let Command::Join(.., answer) = command {
            // A client that did not wait needs no answer.
            _ = answer.send(Err(error.clone()));
        }
    }
}

fn lock(open_rooms: &Rooms) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
    open_rooms.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Member {
    /// The next message for the client; none if the room let it go.
    pub async fn next(&mut self) -> Option<Outgoing> {
        self.inbox.next().await
    }

    /// Passes a message of the client on. It waits if the room has much to do.
    pub async fn send(&self, message: Bytes) {
        // A room that has ended lets its clients go.
        _ = self.room.send(Command::Message(self.client, message)).await;
    }

    /// Leaves the room.
    pub async fn leave(self) {
        // A room that has ended has no clients.
        _ = self.room.send(Command::Leave(self.client)).await;
    }
}
