//! Earlier states of the drive's files, kept in a folder of the server's own.

mod compare;
mod history;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

pub use compare::compare;
use history::History;
pub use history::Revision;

use crate::drive::path::DrivePath;
use crate::error::Result;

/// The bytes of the largest state that is kept.
pub const MAX_REVISION_BYTES: u64 = 32 << 20;
/// The time between two states that saves keep.
const INTERVAL: Duration = Duration::from_secs(10 * 60);
/// The bytes of all states of all files; beyond, the oldest go.
const MAX_BYTES: u64 = 512 << 20;

/// The earlier states of all files of a drive.
#[derive(Debug)]
pub struct Revisions {
    folder: PathBuf,
    /// One at a time changes what is kept.
    changing: Mutex<()>,
}

impl Revisions {
    /// Those that are kept in a folder, which is made when the first state is.
    pub fn new(folder: PathBuf) -> Revisions {
        Revisions { folder, changing: Mutex::default() }
    }

    /// True if a save that happens `now` keeps the state that it replaces.
    pub fn is_due(&self, path: &DrivePath, now: SystemTime) -> bool {
        let last = History::open(&self.folder, path).revisions.last().map(Revision::kept);
        last.is_none_or(|last| now.duration_since(last).unwrap_or_default() >= INTERVAL)
    }

    /// Keeps a state, unless it is the one that was kept last.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep(
        &self,
        path: &DrivePath,
        bytes: &[u8],
        modified: SystemTime,
        who: Option<&str>,
        now: SystemTime,
    ) -> Result<()> {
        let _guard = self.lock();
        let mut history = History::open(&self.folder, path);
        if history.has_last(bytes) {
            return Ok(());
        }
        history.add(bytes, modified, who, now)?;
        self.prune_all()
    }

    /// The states of a file, oldest first.
    pub fn list(&self, path: &DrivePath) -> Vec<Revision> {
        History::open(&self.folder, path).revisions
    }

    /// The bytes of a state.
    ///
    /// # Errors
    /// There is none with that id.
    pub fn read(&self, path: &DrivePath, id: &str) -> Result<Vec<u8>> {
        History::open(&self.folder, path).read(id)
    }

    /// Gives the states of a file, or of all files of a folder, to its new name.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn rename(&self, from: &DrivePath, to: &DrivePath) -> Result<()> {
        let _guard = self.lock();
        for history in self.below(from) {
            let below = history.path()?.below(from).unwrap_or(DrivePath::root());
            history.rename(&self.folder, &to.join(below.as_str())?)?;
        }
        Ok(())
    }

    /// Forgets the states of a file, or of all files of a folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn remove(&self, path: &DrivePath) -> Result<()> {
        let _guard = self.lock();
        self.below(path).into_iter().try_for_each(History::remove)
    }

    fn below(&self, path: &DrivePath) -> Vec<History> {
        let mut all = self.all();
        all.retain(|history| history.path().is_ok_and(|own| own.below(path).is_some()));
        all
    }

    fn all(&self) -> Vec<History> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| History::read_folder(entry.path())).collect()
    }

    /// Removes the oldest states until all have room.
    fn prune_all(&self) -> Result<()> {
        let mut all = self.all();
        while all.iter().map(History::bytes).sum::<u64>() > MAX_BYTES {
            let oldest = all.iter_mut().filter(|history| !history.revisions.is_empty());
            match oldest.min_by_key(|history| history.revisions[0].kept()) {
                Some(history) => history.remove_oldest()?,
                None => break,
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn path(text: &str) -> DrivePath {
        DrivePath::parse(text).unwrap()
    }

    #[test]
    fn states_are_kept_at_times_follow_their_file_and_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let revisions = Revisions::new(folder.path().join("r"));
        let file = path("a/n.txt");
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        assert!(revisions.is_due(&file, start));
        revisions.keep(&file, b"one", start, Some("ada"), start).unwrap();
        assert!(!revisions.is_due(&file, start + 9 * MINUTE) && revisions.is_due(&file, start + 10 * MINUTE));
        revisions.keep(&file, b"one", start, None, start + 20 * MINUTE).unwrap();
        assert_eq!(revisions.list(&file).len(), 1, "the same bytes are kept once");
        revisions.keep(&file, b"two", start, None, start + 20 * MINUTE).unwrap();
        revisions.rename(&path("a"), &path("b/c")).unwrap();
        assert!(revisions.list(&file).is_empty());
        let file = path("b/c/n.txt");
        let all = revisions.list(&file);
        assert_eq!((all.len(), all[0].size, all[0].replaced_by.as_deref()), (2, 3, Some("ada")));
        assert_eq!(revisions.read(&file, &all[0].id).unwrap(), b"one");
        assert_eq!(revisions.read(&file, "../index.json").unwrap_err().status(), 404);
        for number in 0..history::MAX_COUNT {
            revisions.keep(&file, number.to_string().as_bytes(), start, None, start + 30 * MINUTE).unwrap();
        }
        let all = revisions.list(&file);
        assert_eq!((all.len(), revisions.read(&file, &all[0].id).unwrap()), (history::MAX_COUNT, b"0".to_vec()));
        let later = start + history::MAX_AGE + 31 * MINUTE;
        revisions.keep(&file, b"last", start, None, later).unwrap();
        assert_eq!(revisions.list(&file).len(), 1, "old ones are gone");
        revisions.remove(&path("b")).unwrap();
        assert_eq!(std::fs::read_dir(folder.path().join("r")).unwrap().count(), 0);
    }
}
