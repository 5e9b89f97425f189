//! The document of a room and its file, which are brought together.

use axum::http::StatusCode;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::document::{Document, DocumentKind};
use super::file::RoomFile;
use super::history::Histories;
use crate::error::{Error, Result};
use crate::notebook;

/// The field of the document's state that says why it is not saved; pages show it.
const UNSAVED: &str = "unsaved";

/// Attempts to write a file that others change at the same moments.
const MAX_ATTEMPTS: usize = 5;

/// The document of a room and its file.
#[derive(Debug)]
pub struct Shared {
    id: String,
    /// The document.
    pub document: Document,
    /// Its file.
    pub file: RoomFile,
    histories: Histories,
    /// The document when it last agreed with the file, as an update, and the hash of its content.
    pub agreed: Vec<u8>,
    agreed_content: [u8; 32],
    /// Bytes of the updates since.
    pub new_bytes: usize,
    /// Why it is not saved, as pages were told.
    unsaved: Option<String>,
    /// True if somebody asked for a save that was not done.
    pub is_asked: bool,
}

impl Shared {
    /// Reads a file, and brings it together with its history.
    ///
    /// # Errors
    /// It cannot be read as a document of that kind, and there is no history.
    pub fn open(id: String, kind: DocumentKind, mut file: RoomFile, histories: Histories) -> Result<Shared> {
        let history = histories.read(&id);
        let mut document = Document::new(kind);
        let content = match file.read() {
            Ok(content) => content,
            // Somebody broke or deleted the file, and pages may come again with what they have.
            Err(error) => {
                let is_lost = matches!(error.status(), StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND);
                let Some(history) = history.filter(|_| is_lost) else { return Err(error) };
                document.integrate(&history.update)?;
                document.set_state(&[("path", file.path.as_str().into())])?;
                let agreed = document.encode()?;
                // What was not saved is.
                let content = if history.before.is_some() { Value::Null } else { document.content()? };
                return Ok(Shared::new(id, document, file, histories, (agreed, hash(&content))));
            }
        };
        let kept = history.as_ref().filter(|history| history.is_kept).and_then(|_| histories.read_confirmed(&id));
        let mut is_newer = false;
        match history.as_ref().map(|history| document.integrate(&history.update)) {
            Some(Ok(_)) if document.content()? == content => {}
            Some(Ok(_)) if history.is_some_and(|history| history.before.as_ref() == Some(&file.hash)) => {
                is_newer = true;
            }
            // Others made this of what the file had, and not of what could not be saved.
            Some(Ok(_)) if kept.is_some() => {
                let base = Document::new(kind);
                base.integrate(&kept.unwrap_or_default())?;
                document.integrate(&base.set(&content)?)?;
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
                // A server that is killed before the first save knows by it that pages may come again.
                let update = document.encode()?;
                let written = histories.write(&id, &file.hash, &update).and_then(|()| histories.confirm(&id));
                if let Err(error) = written {
                    tracing::warn!(path = file.path.as_str(), "it has no history yet: {}", error.message());
                }
            }
        }
        document.set_state(&[("path", file.path.as_str().into())])?;
        // What is newer than the file has to be written.
        let agreed_content = hash(&if is_newer { content } else { document.content()? });
        let agreed = document.encode()?;
        Ok(Shared::new(id, document, file, histories, (agreed, agreed_content)))
    }

    fn new(
        id: String,
        document: Document,
        file: RoomFile,
        histories: Histories,
        (agreed, agreed_content): (Vec<u8>, [u8; 32]),
    ) -> Shared {
        Shared { id, document, file, histories, agreed, agreed_content, new_bytes: 0, unsaved: None, is_asked: false }
    }

    /// True if the file has what the document has.
    ///
    /// # Errors
    /// The document is broken.
    pub fn is_saved(&self) -> Result<bool> {
        Ok(hash(&self.document.content()?) == self.agreed_content)
    }

    /// Takes changes that others made to the file, as those of one more user: what was not yet written stays.
    /// Returns the change of the document.
    fn merge_file(&mut self) -> Result<Option<Vec<u8>>> {
        let content = self.file.read()?;
        if is_same(&content, &self.document.content()?) {
            // Two who write the same do not write it twice.
            self.agreed = self.document.encode()?;
            self.agreed_content = hash(&content);
            self.histories.write(&self.id, &self.file.hash, &self.agreed)?;
            return Ok(None);
        }
        let base = Document::new(self.document.kind());
        base.integrate(&self.agreed)?;
        let change = base.set(&content)?;
        let applied = self.document.integrate(&change)?;
        self.agreed = base.encode()?;
        self.agreed_content = hash(&base.content()?);
        // Clients hear of it only when it is a part of the history.
        self.histories.write(&self.id, &self.file.hash, &self.document.encode()?)?;
        Ok(applied.change)
    }

    /// Writes the file unless it has what the document has. Adds changes of the document that clients have to
    /// hear of, also if it fails.
    ///
    /// # Errors
    /// The file cannot be written, or read after somebody changed it; or the document is broken.
    pub fn save(&mut self, changes: &mut Vec<Vec<u8>>) -> Result<()> {
        for _ in 0..MAX_ATTEMPTS {
            match self.save_once(changes) {
                Err(error) if error.status() == StatusCode::CONFLICT => {}
                saved => return saved,
            }
        }
        self.save_once(changes)
    }

    fn save_once(&mut self, changes: &mut Vec<Vec<u8>>) -> Result<()> {
        if self.file.has_changed()? {
            match self.merge_file() {
                Err(error) if error.status() == StatusCode::BAD_REQUEST => self.keep(&error)?,
                merged => changes.extend(merged?),
            }
        }
        changes.extend(self.document.separate()?);
        let content = self.document.content()?;
        let agreed_content = hash(&content);
        if agreed_content != self.agreed_content {
            let update = self.document.encode()?;
            self.histories.write(&self.id, &self.file.hash, &update)?;
            if let Err(error) = self.file.write(&content) {
                self.histories.keep(&self.id, &self.file.hash, &update)?;
                return Err(error);
            }
            self.histories.confirm(&self.id)?;
            self.agreed = update;
            self.agreed_content = agreed_content;
            self.new_bytes = 0;
        }
        self.is_asked = false;
        let mut state = vec![("dirty", false.into()), ("hash", self.file.hash.as_str().into())];
        if self.unsaved.take().is_some() {
            state.push((UNSAVED, Value::Null));
        }
        changes.push(self.document.set_state(&state)?);
        Ok(())
    }

    /// The file is gone, and is written again with the next save.
    pub fn write_anew(&mut self) {
        self.agreed_content = hash(&Value::Null);
        self.file.is_gone = true;
    }

    /// Keeps the document though its file cannot be read: in the history, and in the file as soon as that may
    /// be written. A file that nobody changes here is left to whoever broke it.
    fn keep(&mut self, why: &Error) -> Result<()> {
        if self.is_saved()? && !self.is_asked {
            return Err(why.clone());
        }
        self.histories.keep(&self.id, &self.file.hash, &self.document.encode()?)?;
        self.file.set_aside(why)?;
        self.agreed_content = hash(&Value::Null);
        Ok(())
    }

    /// Notes why the document is not saved; returns the change, if pages have to hear of it.
    ///
    /// # Errors
    /// The document is broken.
    pub fn note_unsaved(&mut self, why: &Error) -> Result<Option<Vec<u8>>> {
        let why = why.message().to_string();
        if self.unsaved.as_ref() == Some(&why) || self.is_saved()? && !self.is_asked {
            return Ok(None);
        }
        self.unsaved = Some(why.clone());
        self.document.set_state(&[(UNSAVED, why.into())]).map(Some)
    }
}

/// True for contents that differ in marks of trust at most.
fn is_same(a: &Value, b: &Value) -> bool {
    let plain = |content: &Value| {
        let mut content = content.clone();
        notebook::distrust(&mut content);
        content
    };
    a == b || plain(a) == plain(b)
}

fn hash(content: &Value) -> [u8; 32] {
    Sha256::digest(content.to_string()).into()
}
