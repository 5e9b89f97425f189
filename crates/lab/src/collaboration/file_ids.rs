//! Ids of files, which stay when a file is renamed, and the id of the server's session.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::history::Histories;
use crate::drive::{Drive, DrivePath};
use crate::error::{Error, Result};
use crate::{random, state_file};

/// The ids of a drive's files, kept in a file.
#[derive(Debug)]
pub struct FileIds {
    file: PathBuf,
    drive: Arc<Drive>,
    histories: Histories,
    table: Mutex<Option<Table>>,
}

/// What the file has, as JSON.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Table {
    /// Pages that were connected before a restart have it.
    session: String,
    /// Paths by ids.
    paths: BTreeMap<String, String>,
}

impl FileIds {
    /// The ids that are kept in `file`, or none yet.
    pub fn new(file: PathBuf, drive: Arc<Drive>, histories: Histories) -> FileIds {
        FileIds { file, drive, histories, table: Mutex::new(None) }
    }

    /// The id of the session, which lasts as long as the file of ids.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn session(&self) -> Result<String> {
        self.with(|table| (table.session.clone(), false))
    }

    /// The id of a file, and whether it is a new one.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub fn id(&self, path: &DrivePath) -> Result<(String, bool)> {
        let new = random::uuid()?;
        self.with(|table| match table.paths.iter().find(|(_, known)| *known == path.as_str()) {
            Some((id, _)) => ((id.clone(), false), false),
            None => {
                table.paths.insert(new.clone(), path.as_str().into());
                ((new, true), true)
            }
        })
    }

    /// The id of a file that has one.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub fn find(&self, path: &DrivePath) -> Result<Option<String>> {
        self.with(|table| {
            let found = table.paths.iter().find(|(_, known)| *known == path.as_str());
            (found.map(|(id, _)| id.clone()), false)
        })
    }

    /// The path of an id.
    ///
    /// # Errors
    /// There is no such id, or the file of ids cannot be written.
    pub fn path(&self, id: &str) -> Result<DrivePath> {
        let path = self.with(|table| (table.paths.get(id).cloned(), false))?;
        DrivePath::parse(&path.ok_or_else(|| Error::not_found(format!("no file has the id {id}")))?)
    }

    /// Files that were at a path or below it are at another one. Returns their ids and new paths.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub fn rename(&self, from: &DrivePath, to: &DrivePath) -> Result<Vec<(String, DrivePath)>> {
        let found = self.with(|table| {
            let mut found = Vec::new();
            for (id, path) in &mut table.paths {
                if let Some(rest) = below(path, from.as_str()) {
                    *path = format!("{}{rest}", to.as_str());
                    found.push((id.clone(), path.clone()));
                }
            }
            let has_changed = !found.is_empty();
            (found, has_changed)
        })?;
        found.into_iter().map(|(id, path)| Ok((id, DrivePath::parse(&path)?))).collect()
    }

    /// Files at a path or below it are gone. Returns their ids.
    ///
    /// # Errors
    /// The file of ids cannot be written.
    pub fn remove(&self, path: &DrivePath) -> Result<Vec<String>> {
        self.with(|table| {
            let is_gone = |known: &str| below(known, path.as_str()).is_some();
            let gone: Vec<String> =
                table.paths.iter().filter(|(_, known)| is_gone(known)).map(|(id, _)| id.clone()).collect();
            table.paths.retain(|_, known| !is_gone(known));
            let has_changed = !gone.is_empty();
            (gone, has_changed)
        })
    }

    /// Runs something with the table, and writes it if that says so.
    fn with<T>(&self, run: impl FnOnce(&mut Table) -> (T, bool)) -> Result<T> {
        let mut slot = self.lock();
        let (table, is_new) = match &mut *slot {
            Some(table) => (table, false),
            empty => {
                let (table, is_new) = self.read()?;
                (empty.insert(table), is_new)
            }
        };
        let (result, has_changed) = run(table);
        if is_new || has_changed {
            state_file::write(&self.file, &serde_json::to_vec(table).unwrap_or_default())?;
        }
        Ok(result)
    }

    /// The table in the file, or a new one.
    fn read(&self) -> Result<(Table, bool)> {
        let known = std::fs::read(&self.file).ok().and_then(|bytes| serde_json::from_slice::<Table>(&bytes).ok());
        let Some(mut table) = known else {
            return Ok((Table { session: random::uuid()?, paths: BTreeMap::new() }, true));
        };
        // What others deleted while the server did not run, unless pages may come again that have it open.
        let has_file = |path: &str| DrivePath::parse(path).is_ok_and(|path| self.drive.has_file(&path));
        table.paths.retain(|id, path| has_file(path) || self.histories.is_recent(id));
        Ok((table, false))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Table>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rest of a path at or below another one.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_with_their_files() {
        let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let drive = Arc::new(Drive::open(folder.path(), state.path()).unwrap());
        let open = || FileIds::new(state.path().join("files.json"), drive.clone(), Histories(state.path().join("h")));
        let path = |text| DrivePath::parse(text).unwrap();
        std::fs::create_dir_all(folder.path().join("b")).unwrap();
        for name in ["a.txt", "b/c.txt", "bc.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let ids = open();
        let (id, is_new) = ids.id(&path("b/c.txt")).unwrap();
        let (other, _) = ids.id(&path("bc.txt")).unwrap();
        assert!(is_new && other != id);
        assert_eq!(ids.id(&path("b/c.txt")).unwrap(), (id.clone(), false));
        std::fs::rename(folder.path().join("b"), folder.path().join("d")).unwrap();
        assert_eq!(ids.rename(&path("b"), &path("d")).unwrap(), [(id.clone(), path("d/c.txt"))]);
        let again = open();
        assert_eq!((again.path(&id).unwrap(), again.path(&other).unwrap()), (path("d/c.txt"), path("bc.txt")));
        assert_eq!(again.session().unwrap(), ids.session().unwrap());
        assert_eq!(again.remove(&path("d")).unwrap(), std::slice::from_ref(&id));
        assert_eq!(again.path(&id).unwrap_err().status(), 404);
        std::fs::remove_file(folder.path().join("bc.txt")).unwrap();
        assert!(open().path(&other).is_err(), "a file that is gone is forgotten");
    }
}
