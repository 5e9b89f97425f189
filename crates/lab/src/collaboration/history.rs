//! What the server keeps of a shared document beside its file: its history, by which pages that were
//! connected before a restart go on, and nothing that they have is doubled.
//!
//! A history is written before the file, and is confirmed when the file is written. A server that was killed
//! in between finds an unconfirmed history that is newer than the file.

use std::fs;
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::state_file;

/// The histories of documents: files of the server's own, named by the documents' ids.
#[derive(Clone, Debug)]
pub struct Histories(pub PathBuf);

/// The history of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Of an unconfirmed history, the hash that the file had before. A file that has it still is older.
    pub before: Option<String>,
    /// The document as an update.
    pub update: Vec<u8>,
}

impl Histories {
    /// The history of a document, if there is one.
    pub fn read(&self, id: &str) -> Option<History> {
        let unconfirmed = fs::read(self.unconfirmed(id)).ok();
        let is_confirmed = unconfirmed.is_none();
        let bytes = unconfirmed.or_else(|| fs::read(self.confirmed(id)).ok())?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let before = String::from_utf8_lossy(&bytes[..end]).into_owned();
        Some(History { before: (!is_confirmed).then_some(before), update: bytes[end + 1..].to_vec() })
    }

    /// Writes the history of a document whose file has the hash `before`.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self, id: &str, before: &str, update: &[u8]) -> Result<()> {
        state_file::write(&self.unconfirmed(id), &[before.as_bytes(), b"\n", update].concat())
    }

    /// The file agrees with the history that was written last.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn confirm(&self, id: &str) -> Result<()> {
        let file = self.unconfirmed(id);
        fs::rename(&file, self.confirmed(id)).map_err(|e| Error::io(file.display(), e))
    }

    /// Forgets the history of a document.
    ///
    /// # Errors
    /// It cannot be deleted.
    pub fn remove(&self, id: &str) -> Result<()> {
        for file in [self.unconfirmed(id), self.confirmed(id)] {
            match fs::remove_file(&file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Error::io(file.display(), error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn confirmed(&self, id: &str) -> PathBuf {
        self.0.join(format!("{id}.yjs"))
    }

    fn unconfirmed(&self, id: &str) -> PathBuf {
        self.0.join(format!("{id}.yjs-unconfirmed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unconfirmed_history_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let histories = Histories(folder.path().join("new"));
        assert_eq!(histories.read("a"), None);
        histories.write("a", "h1", b"1\n").unwrap();
        histories.confirm("a").unwrap();
        assert_eq!(histories.read("a"), Some(History { before: None, update: b"1\n".into() }));
        histories.write("a", "h2", b"2").unwrap();
        assert_eq!(histories.read("a"), Some(History { before: Some("h2".into()), update: b"2".into() }));
        histories.remove("a").unwrap();
        histories.remove("a").unwrap();
        assert_eq!(histories.read("a"), None);
    }
}
