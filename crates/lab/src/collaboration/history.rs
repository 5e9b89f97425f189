//! What the server keeps of a shared document beside its file: its history, by which pages that were
//! connected before a restart go on, and nothing that they have is doubled.
//!
//! A history is written before the file, and is confirmed when the file is written. A server that was killed
//! in between finds an unconfirmed history that is newer than the file.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::{Error, Result};
use crate::state_file;

/// How long pages may be gone whose file was deleted meanwhile.
const RECENT: Duration = Duration::from_secs(24 * 3600);
/// Begins the first line of a history whose file could not be written.
const KEPT: &str = "kept ";

/// The histories of documents: files of the server's own, named by the documents' ids.
#[derive(Clone, Debug)]
pub struct Histories(pub PathBuf);

/// The history of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Of an unconfirmed history, the hash that the file had before. A file that has it still is older.
    pub before: Option<String>,
    /// True if the file could not be written: changes of others to it then apply to the confirmed history.
    pub is_kept: bool,
    /// The document as an update.
    pub update: Vec<u8>,
}

impl Histories {
    /// True if there is a history of a document.
    pub fn has(&self, id: &str) -> bool {
        self.unconfirmed(id).exists() || self.confirmed(id).exists()
    }

    /// The history of a document, if there is one.
    pub fn read(&self, id: &str) -> Option<History> {
        let unconfirmed = fs::read(self.unconfirmed(id)).ok();
        let is_confirmed = unconfirmed.is_none();
        let bytes = unconfirmed.or_else(|| fs::read(self.confirmed(id)).ok())?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let before = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let (before, is_kept) = match before.strip_prefix(KEPT) {
            Some(before) => (before.to_string(), true),
            None => (before, false),
        };
        let update = bytes[end + 1..].to_vec();
        Some(History { before: (!is_confirmed).then_some(before), is_kept: is_kept && !is_confirmed, update })
    }

    /// The history that agreed with the file when it was last written.
    pub fn read_confirmed(&self, id: &str) -> Option<Vec<u8>> {
        let bytes = fs::read(self.confirmed(id)).ok()?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        Some(bytes[end + 1..].to_vec())
    }

    /// True if the history of a document was written a short while ago: pages that have it may come again.
    pub fn is_recent(&self, id: &str) -> bool {
        let age = |file: PathBuf| fs::metadata(file).ok()?.modified().ok()?.elapsed().ok();
        [self.unconfirmed(id), self.confirmed(id)].into_iter().filter_map(age).any(|age| age < RECENT)
    }

    /// Writes the history of a document whose file has the hash `before`.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self, id: &str, before: &str, update: &[u8]) -> Result<()> {
        state_file::write(&self.unconfirmed(id), &[before.as_bytes(), b"\n", update].concat())
    }

    /// The same if the file cannot be written now.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep(&self, id: &str, before: &str, update: &[u8]) -> Result<()> {
        self.write(id, &format!("{KEPT}{before}"), update)
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

    fn history(before: Option<&str>, is_kept: bool, update: &[u8]) -> History {
        History { before: before.map(String::from), is_kept, update: update.to_vec() }
    }

    #[test]
    fn an_unconfirmed_history_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let histories = Histories(folder.path().join("new"));
        assert_eq!(histories.read("a"), None);
        histories.write("a", "h1", b"1\n").unwrap();
        histories.confirm("a").unwrap();
        assert_eq!(histories.read("a"), Some(history(None, false, b"1\n")));
        histories.write("a", "h2", b"2").unwrap();
        assert_eq!(histories.read("a"), Some(history(Some("h2"), false, b"2")));
        histories.keep("a", "h2", b"3").unwrap();
        assert_eq!(histories.read("a"), Some(history(Some("h2"), true, b"3")));
        assert_eq!(histories.read_confirmed("a"), Some(b"1\n".to_vec()));
        histories.remove("a").unwrap();
        histories.remove("a").unwrap();
        assert_eq!(histories.read("a"), None);
    }
}
