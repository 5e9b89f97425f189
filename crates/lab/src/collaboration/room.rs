//! A room: the clients of one document, which a thread of its own keeps, saves and brings together.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};

use super::awareness::Awareness;
use super::close::{close_reason, codes};
use super::document::{Document, DocumentKind};
use super::file::RoomFile;
use super::history::Histories;
use super::message::{self, Message};
use super::outbox::Outbox;
use crate::drive::DrivePath;
use crate::error::Result;

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
const RETRY_TIME: Duration = Duration::from_secs(10);
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

/// What a room is asked to do.
#[derive(Debug)]
pub enum Command {
    /// A client comes.
    Join(u64, Entrant, Outbox, oneshot::Sender<Result<()>>),
    /// A client has gone.
    Leave(u64),
    /// A client sent a message.
    Message(u64, Bytes),
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

/// The document of a room and its file.
#[derive(Debug)]
struct Shared {
    id: String,
    kind: DocumentKind,
    document: Document,
    file: RoomFile,
    histories: Histories,
    /// The document when it last agreed with the file, as an update, and the hash of its content.
    agreed: Vec<u8>,
    agreed_content: [u8; 32],
    /// Bytes of the updates since.
    new_bytes: usize,
}

impl Shared {
    /// Reads a file, and brings it together with its history.
    fn open(id: String, kind: DocumentKind, mut file: RoomFile, histories: Histories) -> Result<Shared> {
        let content = file.read()?;
        let mut document = Document::new(kind);
        let history = histories.read(&id);
        let mut is_newer = false;
        match history.as_ref().map(|history| document.integrate(&history.update)) {
            Some(Ok(_)) if document.content()? == content => {}
            Some(Ok(_)) if history.is_some_and(|history| history.before.as_ref() == Some(&file.hash)) => {
                is_newer = true;
            }
            Some(Ok(_)) => {
                document.set(&content)?;
                histories.write(&id, &file.hash, &document.encode()?)?;
                histories.confirm(&id)?;
            }
            found => {
                if let Some(Err(error)) = found {
                    tracing::warn!(path = file.path.as_str(), "its history is lost: {}", error.message());
                    document = Document::new(kind);
                }
                document.load(&content)?;
            }
        }
        document.set_state(&[("path", file.path.as_str().into())])?;
        // What is newer than the file has to be written.
        let agreed_content = hash(&if is_newer { content } else { document.content()? });
        let agreed = document.encode()?;
        Ok(Shared { id, kind, document, file, histories, agreed, agreed_content, new_bytes: 0 })
    }

    fn is_saved(&self) -> Result<bool> {
        Ok(hash(&self.document.content()?) == self.agreed_content)
    }

    /// Takes changes that others made to the file, as those of one more user: what was not yet written stays.
    /// Returns the change of the document.
    fn merge_file(&mut self) -> Result<Option<Vec<u8>>> {
        let content = self.file.read()?;
        let base = Document::new(self.kind);
        base.integrate(&self.agreed)?;
        let change = base.set(&content)?;
        let applied = self.document.integrate(&change)?;
        self.agreed = base.encode()?;
        self.agreed_content = hash(&base.content()?);
        // Clients hear of it only when it is a part of the history.
        self.histories.write(&self.id, &self.file.hash, &self.document.encode()?)?;
        Ok(applied.change)
    }

    /// Writes the file unless it has what the document has. Returns changes of the document that clients have
    /// to hear of.
    fn save(&mut self) -> Result<Vec<Vec<u8>>> {
        let mut changes = Vec::new();
        if self.file.has_changed()? {
            changes.extend(self.merge_file()?);
        }
        changes.extend(self.document.separate()?);
        let content = self.document.content()?;
        let agreed_content = hash(&content);
        if agreed_content != self.agreed_content {
            let update = self.document.encode()?;
            self.histories.write(&self.id, &self.file.hash, &update)?;
            self.file.write(&content)?;
            self.histories.confirm(&self.id)?;
            self.agreed = update;
            self.agreed_content = agreed_content;
            self.new_bytes = 0;
        }
        let state = [("dirty", false.into()), ("hash", self.file.hash.as_str().into())];
        changes.push(self.document.set_state(&state)?);
        Ok(changes)
    }
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
            return Err(crate::error::Error::new(StatusCode::SERVICE_UNAVAILABLE, message));
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
                let is_saved = !self.readers.contains(&client) && self.save()?;
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

    /// Saves; false for an error of the file, which is logged. It is tried again later.
    ///
    /// # Errors
    /// The document is broken.
    fn save(&mut self) -> Result<bool> {
        self.save_at = None;
        let Some(shared) = &mut self.shared else { return Ok(false) };
        shared.document.check()?;
        let started = Instant::now();
        let saved = shared.save();
        self.save_time = started.elapsed();
        match saved {
            Ok(changes) => {
                changes.iter().for_each(|change| self.broadcast_change(change, None));
                Ok(true)
            }
            Err(error) => {
                tracing::error!(path = shared.file.path.as_str(), "not saved: {}", error.message());
                self.save_at = Some(Instant::now() + RETRY_TIME);
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

fn hash(content: &Value) -> [u8; 32] {
    Sha256::digest(content.to_string()).into()
}
