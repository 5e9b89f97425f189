//! The earlier states of one file: a folder with a list and the bytes of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::drive::path::DrivePath;
use crate::error::{Error, Result};
use crate::{random, state_file};

/// The most states of a file.
pub const MAX_COUNT: usize = 100;
/// The bytes of all states of a file; the newest is kept even if it has more.
const MAX_BYTES: u64 = 64 << 20;
/// The age of the oldest state.
pub const MAX_AGE: Duration = Duration::from_secs(90 * 24 * 3600);
const LIST: &str = "list.json";

/// An earlier state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Revision {
    /// Its name among those of the file.
    pub id: String,
    /// When it was kept, in milliseconds since 1970.
    kept_ms: u64,
    /// When it had been written, in milliseconds since 1970.
    pub modified_ms: u64,
    /// Its bytes.
    pub size: u64,
    /// The account whose save replaced it; none without accounts.
    pub replaced_by: Option<String>,
}

impl Revision {
    /// When it was kept.
    pub fn kept(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(self.kept_ms)
    }

    /// When it had been written.
    pub fn modified(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(self.modified_ms)
    }
}

/// The list of a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct History {
    path: String,
    /// The oldest comes first.
    pub revisions: Vec<Revision>,
    #[serde(skip)]
    folder: PathBuf,
}

impl History {
    /// The states of a file below the folder of all; none if it has none.
    pub fn open(all: &Path, path: &DrivePath) -> History {
        let folder = all.join(random::hex(&Sha256::digest(path.as_str())[..16]));
        let new = History { path: path.as_str().into(), revisions: Vec::new(), folder: folder.clone() };
        History::read_folder(folder).unwrap_or(new)
    }

    /// The list in a folder.
    pub fn read_folder(folder: PathBuf) -> Option<History> {
        let text = fs::read(folder.join(LIST)).ok()?;
        let history: History = serde_json::from_slice(&text).ok()?;
        Some(History { folder, ..history })
    }

    /// The file.
    pub fn path(&self) -> Result<DrivePath> {
        DrivePath::parse(&self.path)
    }

    /// The bytes of all states.
    pub fn bytes(&self) -> u64 {
        self.revisions.iter().map(|one| one.size).sum()
    }

    /// The bytes of a state.
    ///
    /// # Errors
    /// It is not in the list.
    pub fn read(&self, id: &str) -> Result<Vec<u8>> {
        let found = self.revisions.iter().find(|one| one.id == id).ok_or_else(|| missing(&self.path, id))?;
        fs::read(self.folder.join(&found.id)).map_err(|_| missing(&self.path, id))
    }

    /// True if these are the bytes of the newest state.
    pub fn has_last(&self, bytes: &[u8]) -> bool {
        self.revisions.last().is_some_and(|last| self.read(&last.id).is_ok_and(|kept| kept == bytes))
    }

    /// Adds a state, and removes what is too old or too much.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn add(&mut self, bytes: &[u8], modified: SystemTime, who: Option<&str>, now: SystemTime) -> Result<()> {
        let id = random::hex(&random::bytes::<8>()?);
        state_file::write(&self.folder.join(&id), bytes)?;
        self.revisions.push(Revision {
            id,
            kept_ms: milliseconds(now),
            modified_ms: milliseconds(modified),
            size: bytes.len() as u64,
            replaced_by: who.map(str::to_string),
        });
        let oldest = milliseconds(now.checked_sub(MAX_AGE).unwrap_or(UNIX_EPOCH));
        let mut gone = Vec::new();
        while self.revisions.len() > 1
            && (self.revisions.len() > MAX_COUNT || self.bytes() > MAX_BYTES || self.revisions[0].kept_ms < oldest)
        {
            gone.push(self.revisions.remove(0).id);
        }
        self.write_list()?;
        gone.iter().for_each(|id| self.delete(id));
        Ok(())
    }

    /// Removes the oldest state.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn remove_oldest(&mut self) -> Result<()> {
        let id = self.revisions.remove(0).id;
        self.write_list()?;
        self.delete(&id);
        Ok(())
    }

    /// Moves the states to another name, over those of a file that had it before.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn rename(mut self, all: &Path, to: &DrivePath) -> Result<()> {
        let other = History::open(all, to);
        let (from, target) = (self.folder.clone(), other.folder.clone());
        other.remove()?;
        fs::rename(&from, &target).map_err(|e| Error::io(from.display(), e))?;
        self.folder = target;
        self.path = to.as_str().into();
        self.write_list()
    }

    /// Forgets all states.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn remove(self) -> Result<()> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io(self.folder.display(), error)),
            _ => Ok(()),
        }
    }

    fn write_list(&self) -> Result<()> {
        let text = serde_json::to_vec(self).map_err(|e| Error::internal(format!("revisions of {}: {e}", self.path)))?;
        state_file::write(&self.folder.join(LIST), &text)
    }

    fn delete(&self, id: &str) {
        // A state that is in no list is never read.
        let _ = fs::remove_file(self.folder.join(id));
    }
}

fn milliseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The error for a state that is not there.
fn missing(path: &str, id: &str) -> Error {
    Error::not_found(format!("{path} has no revision {id}: it may have been too old, or one of too many"))
}
