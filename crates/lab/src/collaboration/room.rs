//! A room: the clients of one document, which a thread of its own keeps, saves and brings together.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::awareness::Awareness;
use super::close::{close_reason, codes};
use super::document::DocumentKind;
use super::file::RoomFile;
use super::history::Histories;
use super::message::{self, Message};
use super::outbox::Outbox;
use super::shared::Shared;
use crate::drive::DrivePath;
use crate::error::{Error, Result};

/// How long changes wait for others before they are written; longer if writing takes long.
const SAVE_DELAY: Duration = Duration::from_secs(1);
/// How often the file is looked at for changes by others.
const WATCH_PERIOD: Duration = Duration::from_secs(1);
/// How long a room stays when its last client has gone.
const EMPTY_TIME: Duration = Duration::from_secs(60);
/// Bytes of a document with its history.
const MAX_DOCUMENT_BYTES: usize = 256 << 20;
/// Clients of a room.
const MAX_CLIENTS: usize = 100;
/// When a save that failed is tried again.
const RETRY_TIME: Duration = Duration::from_secs(2);
/// Saving takes at most this part of the time.
const SAVE_SHARE: u32 = 4;

/// What somebody may do in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// See the document and who is there; changes are passed over.
    Read,
    /// Change the document.
    Write,
}

/// Who comes into a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What they may do.
    pub right: Right,
    /// The account, if the document is another's who shared it.
    pub guest: Option<String>,
}

/// A change of a notebook.
#[derive(Clone)]
pub struct Change(Arc<dyn Fn(&mut Value) + Send + Sync>);

impl Change {
    /// What changes a notebook, as often as it is applied.
    pub fn new(change: impl Fn(&mut Value) + Send + Sync + 'static) -> Change {
        Change(Arc::new(change))
    }

    /// Changes a notebook.
    pub fn apply(&self, notebook: &mut Value) {
        (self.0)(notebook);
    }
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Change")
    }
}

/// What a room is asked to do.
#[derive(Debug)]
pub enum Command {
    /// A client comes.
    Join(u64, Entrant, Outbox, oneshot::Sender<Result<()>>),
    /// A client has gone.
    Leave(u64),
    /// A client sent a message.
    Message(u64, Bytes),
    /// Changes the notebook, and saves it.
    Change(Change, oneshot::Sender<Result<()>>),
    /// Saves, though the file is gone.
    SaveGone(oneshot::Sender<Result<()>>),
    /// A guest may do something else from now on; none lets them go.
    Allow(String, Option<Right>),
    /// The file has another path.
    Renamed(DrivePath),
    /// The file was deleted.
    Deleted,
    /// Saves, and ends the room.
    End(oneshot::Sender<()>),
}

/// A room.
#[derive(Debug)]
pub struct Room {
    clients: HashMap<u64, Outbox>,
    /// Those whose changes are passed over.
    readers: HashSet<u64>,
    /// The accounts of those to whom the document is another's.
    guests: HashMap<u64, String>,
    awareness: Awareness,
    /// None for a room without a document, in which only awareness is shared.
    shared: Option<Shared>,
    /// When changes are written.
    save_at: Option<Instant>,
    watch_at: Instant,
    /// Since when there is no client.
    empty_since: Option<Instant>,
    save_time: Duration,
}

impl Room {
    /// A room in which only awareness is shared.
    pub fn transient() -> Room {
        let now = Instant::now();
        Room {
            clients: HashMap::new(),
            readers: HashSet::new(),
            guests: HashMap::new(),
            awareness: Awareness::default(),
            shared: None,
            save_at: None,
            watch_at: now + WATCH_PERIOD,
            empty_since: Some(now),
            save_time: Duration::ZERO,
        }
    }

    /// The room of a file.
    ///
    /// # Errors
    /// The file cannot be read as a document of that kind.
    pub fn open(id: String, kind: DocumentKind, file: RoomFile, histories: Histories) -> Result<Room> {
        let shared = Shared::open(id, kind, file, histories)?;
        let save_at = (!shared.is_saved()?).then(Instant::now);
        Ok(Room { shared: Some(shared), save_at, ..Room::transient() })
    }

    /// Does what it is asked, until it was empty for a while or is asked to end.
    pub async fn run(mut self, commands: &mut mpsc::Receiver<Command>) {
        if let Err(error) = self.serve(commands).await {
            // Pages that connected again would bring what broke the document.
            tracing::error!("a room ends: {}", error.message());
            self.close_all(codes::STOP, &close_reason("the shared document is broken: reload it", true));
        }
    }

    /// The same.
    ///
    /// # Errors
    /// The document is broken.
    async fn serve(&mut self, commands: &mut mpsc::Receiver<Command>) -> Result<()> {
        loop {
            self.do_what_is_due()?;
            let empty_until = self.empty_since.map(|since| since + EMPTY_TIME);
            let watch_at = self.empty_since.is_none().then_some(self.watch_at);
            let wake = [self.save_at, watch_at, empty_until].into_iter().flatten().min();
            let wake = tokio::time::Instant::from_std(wake.unwrap_or(self.watch_at));
            tokio::select! {
                // What clients sent comes first, so that a save has all of it.
                biased;
                command = commands.recv() => match command {
                    Some(Command::End(done)) => {
                        let saved = self.save_if_needed();
                        // Whoever asked may be gone.
                        _ = done.send(());
                        return saved;
                    }
                    Some(Command::Deleted) => {
                        self.close_all(codes::STOP, &close_reason("the file was deleted", false));
                        return Ok(());
                    }
                    Some(command) => self.take(command)?,
                    None => return self.save_if_needed(),
                },
                () = tokio::time::sleep_until(wake) => {
                    if self.empty_since.is_some_and(|since| since.elapsed() >= EMPTY_TIME) {
                        return self.save_if_needed();
                    }
                }
            }
        }
    }

    fn do_what_is_due(&mut self) -> Result<()> {
        let now = Instant::now();
        let mut is_due = self.save_at.is_some_and(|at| at <= now);
        if self.watch_at <= now {
            self.watch_at = now + WATCH_PERIOD;
            if let Some(shared) = &mut self.shared {
                match shared.file.has_changed() {
                    Ok(has_changed) => is_due |= has_changed,
                    Err(error) => tracing::warn!(path = shared.file.path.as_str(), "{}", error.message()),
                }
            }
        }
        if is_due {
            self.save()?;
        }
        Ok(())
    }

    /// Obeys a command.
    ///
    /// # Errors
    /// The document is broken.
    fn take(&mut self, command: Command) -> Result<()> {
        match command {
            // A client that did not wait for the answer leaves by its outbox.
            Command::Join(client, entrant, outbox, answer) => _ = answer.send(self.join(client, entrant, outbox)),
            Command::Leave(client) => self.leave(client),
            Command::Message(client, bytes) => return self.receive(client, &bytes),
            Command::Allow(guest, right) => return self.allow(&guest, right),
            // Whoever asked may be gone.
            Command::Change(change, done) => _ = done.send(self.change(&change)?),
            Command::SaveGone(done) => _ = done.send(self.save_gone()?),
            Command::Renamed(path) => {
                let Some(shared) = &mut self.shared else { return Ok(()) };
                let change = shared.document.set_state(&[("path", path.as_str().into())])?;
                shared.file.path = path;
                self.broadcast_change(&change, None);
            }
            Command::Deleted | Command::End(_) => {}
        }
        Ok(())
    }

    fn join(&mut self, client: u64, entrant: Entrant, outbox: Outbox) -> Result<()> {
        if self.clients.len() == MAX_CLIENTS {
            let message = format!("a document has at most {MAX_CLIENTS} users at a time");
            return Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, message));
        }
        if entrant.guest.is_some() {
            self.guard()?;
        }
        outbox.send(message::step_1(&self.state_vector()?));
        if let Some(states) = self.awareness.all() {
            outbox.send(message::awareness(&states));
        }
        self.clients.insert(client, outbox);
        if entrant.right == Right::Read {
            self.readers.insert(client);
        }
        self.guests.extend(entrant.guest.map(|guest| (client, guest)));
        self.empty_since = None;
        Ok(())
    }

    /// Trusts no outputs any more: somebody comes who may put some there, or to whom some may do harm.
    fn guard(&mut self) -> Result<()> {
        let Some(shared) = &mut self.shared else { return Ok(()) };
        shared.file.is_guarded = true;
        if let Some(change) = shared.document.guard()? {
            self.broadcast_change(&change, None);
        }
        Ok(())
    }

    fn allow(&mut self, guest: &str, right: Option<Right>) -> Result<()> {
        let of_guest = self.guests.iter().filter(|(_, name)| *name == guest);
        for client in of_guest.map(|(client, _)| *client).collect::<Vec<_>>() {
            match right {
                Some(Right::Write) => {
                    if self.readers.remove(&client) {
                        // What they change next follows on what was passed over, which is asked for.
                        let known = self.state_vector()?;
                        self.send(client, message::step_1(&known));
                    }
                }
                Some(Right::Read) => _ = self.readers.insert(client),
                None => {
                    if let Some(outbox) = self.clients.get(&client) {
                        outbox.close(codes::STOP, &close_reason("it is no longer shared with you", false));
                    }
                    self.leave(client);
                }
            }
        }
        Ok(())
    }

    /// What the room has of the document.
    fn state_vector(&self) -> Result<Vec<u8>> {
        match &self.shared {
            Some(shared) => shared.document.state_vector(),
            None => Ok(vec![0]),
        }
    }

    fn leave(&mut self, client: u64) {
        self.clients.remove(&client);
        self.readers.remove(&client);
        self.guests.remove(&client);
        if let Some(gone) = self.awareness.leave(client) {
            self.broadcast(&message::awareness(&gone), None);
        }
        if self.clients.is_empty() && self.empty_since.is_none() {
            self.empty_since = Some(Instant::now());
        }
    }

    fn receive(&mut self, client: u64, bytes: &[u8]) -> Result<()> {
        let Some(message) = message::read(bytes) else { return self.refuse(client, "a malformed message") };
        match message {
            Message::Awareness(states) => {
                if self.awareness.apply(states, client).is_none() {
                    return self.refuse(client, "malformed awareness");
                }
                // The sender gets it, too: a client that hears nothing takes the connection for broken.
                self.broadcast(&message::awareness(states), None);
            }
            Message::Save(number) => {
                let may_save = !self.readers.contains(&client);
                if let Some(shared) = self.shared.as_mut().filter(|_| may_save) {
                    shared.is_asked = true;
                }
                let is_saved = may_save && self.save()?;
                let status = if is_saved { "success" } else { "failed" };
                let answer = json!({"type": "save", "responseTo": number, "status": status});
                self.send(client, message::raw(&answer));
            }
            Message::Step1(state_vector) => {
                let difference = match &self.shared {
                    Some(shared) => shared.document.difference(state_vector),
                    None => Ok(vec![0, 0]),
                };
                match difference {
                    Ok(update) => self.send(client, message::step_2(&update)),
                    Err(error) if error.status() == StatusCode::BAD_REQUEST => {
                        return self.refuse(client, error.message());
                    }
                    Err(error) => return Err(error),
                }
            }
            // Readers may change what they see, as by running a cell; it stays with them.
            Message::Update(_) if self.readers.contains(&client) => {}
            Message::Update(update) => return self.update(client, update),
            Message::Unknown => {}
        }
        Ok(())
    }

    fn update(&mut self, client: u64, update: &[u8]) -> Result<()> {
        let Some(shared) = &mut self.shared else { return Ok(()) };
        shared.new_bytes += update.len();
        if shared.agreed.len() + shared.new_bytes > MAX_DOCUMENT_BYTES {
            return self.refuse(client, "the document is too large");
        }
        match shared.document.apply(update) {
            Ok(applied) => {
                if let Some(change) = applied.change {
                    self.broadcast_change(&change, Some(client).filter(|_| !applied.is_corrected));
                    if self.awareness.saves_itself() {
                        let delay = SAVE_DELAY.max(self.save_time * SAVE_SHARE);
                        self.save_at.get_or_insert_with(|| Instant::now() + delay);
                    }
                }
                if applied.is_conflict {
                    self.send(client, message::raw(&json!({"type": "conflict"})));
                }
                Ok(())
            }
            Err(error) if error.status() == StatusCode::BAD_REQUEST => self.refuse(client, error.message()),
            Err(error) => Err(error),
        }
    }

    /// Changes the notebook, and saves it. The inner error is one of the file.
    fn change(&mut self, change: &Change) -> Result<Result<()>> {
        let Some(shared) = &mut self.shared else { return Ok(Err(Error::internal("the room has no document"))) };
        let mut content = shared.document.content_with_ids()?;
        change.apply(&mut content);
        let update = shared.document.set(&content)?;
        self.broadcast_change(&update, None);
        let is_saved = self.save()?;
        Ok(if is_saved { Ok(()) } else { Err(Error::internal("the notebook is not saved")) })
    }

    /// The same without a change, if the file is gone.
    fn save_gone(&mut self) -> Result<Result<()>> {
        if let Some(shared) = &mut self.shared {
            shared.write_anew();
        }
        let is_saved = self.save()?;
        Ok(if is_saved { Ok(()) } else { Err(Error::internal("the document is not saved")) })
    }

    /// Saves; false for an error of the file, which is logged. It is tried again later.
    ///
    /// # Errors
    /// The document is broken.
    fn save(&mut self) -> Result<bool> {
        self.save_at = None;
        let Some(shared) = &mut self.shared else { return Ok(false) };
        shared.document.check()?;
        let started = Instant::now();
        let mut changes = Vec::new();
        let saved = shared.save(&mut changes);
        self.save_time = started.elapsed();
        if let Err(error) = &saved
            && let Some(change) = shared.note_unsaved(error)?
        {
            tracing::error!(path = shared.file.path.as_str(), "not saved: {}", error.message());
            changes.push(change);
        }
        changes.iter().for_each(|change| self.broadcast_change(change, None));
        match saved {
            Ok(()) => Ok(true),
            Err(_) => {
                self.save_at = Some(Instant::now() + RETRY_TIME.max(self.save_time * SAVE_SHARE));
                Ok(false)
            }
        }
    }

    fn save_if_needed(&mut self) -> Result<()> {
        if self.save_at.is_some() {
            self.save()?;
        }
        Ok(())
    }

    /// Lets a client go that sent what no page sends.
    fn refuse(&mut self, client: u64, reason: &str) -> Result<()> {
        tracing::warn!(client, "a client is let go: {reason}");
        if let Some(outbox) = self.clients.get(&client) {
            outbox.close(codes::STOP, &close_reason(reason, false));
        }
        self.leave(client);
        Ok(())
    }

    fn send(&mut self, client: u64, message: Bytes) {
        if self.clients.get(&client).is_some_and(|outbox| !outbox.send(message)) {
            self.leave(client);
        }
    }

    fn broadcast_change(&mut self, change: &[u8], but: Option<u64>) {
        // An update without structs and deletions says nothing.
        if change != [0, 0] {
            self.broadcast(&message::update(change), but);
        }
    }

    fn broadcast(&mut self, message: &Bytes, but: Option<u64>) {
        let receivers = self.clients.iter().filter(|(client, _)| Some(**client) != but);
        let gone: Vec<u64> =
            receivers.filter(|(_, outbox)| !outbox.send(message.clone())).map(|(client, _)| *client).collect();
        gone.into_iter().for_each(|client| self.leave(client));
    }

    fn close_all(&mut self, code: u16, reason: &str) {
        self.clients.values().for_each(|outbox| outbox.close(code, reason));
    }
}
