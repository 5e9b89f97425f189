//! The file of a room: reads, writes, and changes that others make.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::document::DocumentKind;
use crate::drive::{Drive, DrivePath, Format, GetOptions, Kind};
use crate::error::{Error, Result};
use crate::notebook;

/// How long a file stays that another program made unreadable.
const REPAIR_WAIT: Duration = Duration::from_secs(5);

/// A file that a room writes.
#[derive(Debug)]
pub struct RoomFile {
    drive: Arc<Drive>,
    /// Where it is.
    pub path: DrivePath,
    kind: DocumentKind,
    /// Its hash when it was last read or written here.
    pub hash: String,
    /// Its time and size then.
    seen: (Value, Value),
    /// True if it is gone, and not by a rename that is still to be heard of.
    pub is_gone: bool,
    /// The hash of a file that is none of this kind, and since when it is there.
    unreadable: Option<(String, Instant)>,
    /// True if all of its lines end with two characters. Editors of the browser know one.
    has_crlf: bool,
    /// True if no outputs are read as trusted.
    pub is_guarded: bool,
}

impl RoomFile {
    /// A file that is not read yet.
    pub fn new(drive: Arc<Drive>, path: DrivePath, kind: DocumentKind) -> RoomFile {
        let seen = (Value::Null, Value::Null);
        let (hash, unreadable) = (String::new(), None);
        RoomFile { drive, path, kind, hash, seen, is_gone: false, unreadable, has_crlf: false, is_guarded: false }
    }

    /// The content of the file.
    ///
    /// # Errors
    /// It is not there, or of another kind.
    pub fn read(&mut self) -> Result<Value> {
        let format = match self.kind {
            DocumentKind::Notebook => None,
            DocumentKind::Text => Some(Format::Text),
        };
        let options = GetOptions { kind: Some(self.model_kind()), format, content: true, hash: true };
        let mut model = self.drive.get(&self.path, options)?;
        self.note(&model);
        self.unreadable = None;
        let mut content = model["content"].take();
        match content.as_str() {
            Some(text) => {
                let lines = text.matches('\n').count();
                self.has_crlf = lines > 0 && text.matches("\r\n").count() == lines;
                Ok(text.replace("\r\n", "\n").into())
            }
            None => {
                if self.is_guarded {
                    notebook::distrust(&mut content);
                }
                Ok(content)
            }
        }
    }

    /// True if others changed the file since it was read or written here. One that is gone is not changed.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn has_changed(&mut self) -> Result<bool> {
        let Some(model) = self.look(false)? else { return Ok(false) };
        if seen(&model) == self.seen {
            return Ok(false);
        }
        let Some(model) = self.look(true)? else { return Ok(false) };
        let has_changed = model["hash"] != self.hash.as_str();
        if !has_changed {
            self.note(&model);
        }
        Ok(has_changed)
    }

    /// Makes room for the document where another program left what is none, such as a half of a notebook.
    /// That may be about to write the rest: only what has stayed for a while is moved, to a free name beside
    /// it; an empty file is overwritten.
    ///
    /// # Errors
    /// It is not moved yet, and why the file cannot be read: `why`.
    pub fn set_aside(&mut self, why: &Error) -> Result<()> {
        let Some(model) = self.look(true)? else { return Ok(()) };
        let hash = model["hash"].as_str().unwrap_or_default();
        match &self.unreadable {
            Some((known, since)) if known == hash && since.elapsed() >= REPAIR_WAIT => {}
            Some((known, _)) if known == hash => return Err(why.clone()),
            _ => {
                self.unreadable = Some((hash.into(), Instant::now()));
                return Err(why.clone());
            }
        }
        if model["size"] != 0 {
            let aside = self.drive.set_aside(&self.path, "unreadable")?;
            tracing::warn!(path = self.path.as_str(), aside = aside.as_str(), "{}", why.message());
            // Nothing of that name comes back by a rename.
            self.is_gone = true;
        }
        self.unreadable = None;
        self.note(&model);
        Ok(())
    }

    /// Writes the content. A file that is gone is written as a new one at the second attempt: at the
    /// first one it may just have been renamed.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, content: &Value) -> Result<()> {
        match self.look(true)? {
            Some(model) if model["writable"] == false => {
                return Err(Error::forbidden(format!("{} cannot be written", self.path)));
            }
            // What it has now has to be read first.
            Some(model) if model["hash"] != self.hash.as_str() => {
                return Err(Error::conflict(format!("{} was changed at this moment", self.path)));
            }
            None if !std::mem::replace(&mut self.is_gone, true) => {
                return Err(Error::not_found(format!("{} is gone", self.path)));
            }
            _ => self.is_gone = false,
        }
        let (content, format) = match content.as_str() {
            Some(text) if self.has_crlf => (text.replace('\n', "\r\n").into(), "text"),
            Some(_) => (content.clone(), "text"),
            None => (content.clone(), "json"),
        };
        let model = json!({"type": self.model_kind().name(), "format": format, "content": content});
        self.drive.save(&self.path, &model)?;
        if let Some(model) = self.look(true)? {
            self.note(&model);
        }
        Ok(())
    }

    fn model_kind(&self) -> Kind {
        match self.kind {
            DocumentKind::Notebook => Kind::Notebook,
            DocumentKind::Text => Kind::File,
        }
    }

    /// The model without content; none if the file is gone.
    fn look(&self, hash: bool) -> Result<Option<Value>> {
        let options = GetOptions { kind: Some(self.model_kind()), hash, ..GetOptions::default() };
        match self.drive.get(&self.path, options) {
            Ok(model) => Ok(Some(model)),
            Err(error) if error.status() == StatusCode::NOT_FOUND => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn note(&mut self, model: &Value) {
        self.hash = model["hash"].as_str().unwrap_or_default().into();
        self.seen = seen(model);
    }
}

fn seen(model: &Value) -> (Value, Value) {
    (model["last_modified"].clone(), model["size"].clone())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_text_keeps_its_line_ends_and_changes_by_others_are_seen() {
        let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = folder.path().join("a.txt");
        fs::write(&path, "a\r\nb\r\n").unwrap();
        let drive = Arc::new(Drive::open(folder.path(), state.path()).unwrap());
        let mut file = RoomFile::new(drive, DrivePath::parse("a.txt").unwrap(), DocumentKind::Text);
        assert_eq!(file.read().unwrap(), "a\nb\n");
        file.write(&"a\nc\n".into()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"a\r\nc\r\n");
        assert!(!file.has_changed().unwrap());
        fs::write(&path, "a\r\nc\r\n").unwrap();
        assert!(!file.has_changed().unwrap(), "the same bytes again");
        fs::write(&path, "d\n").unwrap();
        assert!(file.has_changed().unwrap());
        assert_eq!(file.read().unwrap(), "d\n");
        fs::remove_file(&path).unwrap();
        assert!(!file.has_changed().unwrap() && file.write(&"e\n".into()).is_err());
        file.write(&"e\n".into()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"e\n");
    }
}
