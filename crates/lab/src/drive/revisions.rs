//! Earlier states of files: saves keep them, and one may be restored.

use std::time::SystemTime;

use serde_json::{Value, json};

use super::folder::is_file;
use super::model::modified;
use super::path::DrivePath;
use super::revision_store::{MAX_REVISION_BYTES, Revision, compare};
use super::volume::{Drive, MAX_MODEL_BYTES};
use crate::clock;
use crate::error::Result;

impl Drive {
    /// Names the person whose saves keep states.
    pub fn set_owner(&mut self, name: &str) {
        self.owner = Some(name.into());
    }

    /// Writes a file. Its state before is kept, if none was for a while.
    pub(super) fn write(&self, path: &DrivePath, bytes: &[u8]) -> Result<()> {
        self.keep_if_due(path);
        self.folder.write(path, bytes)
    }

    /// Keeps the state of a file that is about to be replaced, if none was kept for a while.
    pub(super) fn keep_if_due(&self, path: &DrivePath) {
        // A history that cannot be written does not keep anybody from saving.
        if self.revisions.is_due(path, SystemTime::now())
            && let Err(error) = self.keep(path)
        {
            tracing::warn!("no revision of {path} was kept: {}", error.message());
        }
    }

    /// Keeps the state of a file, if there is one that is not too large.
    fn keep(&self, path: &DrivePath) -> Result<()> {
        match self.folder.find(path)? {
            Some(stat)
                if is_file(&stat) && u64::try_from(stat.st_size).is_ok_and(|size| size <= MAX_REVISION_BYTES) =>
            {
                let (bytes, stat) = self.folder.read(path, MAX_REVISION_BYTES)?;
                self.revisions.keep(path, &bytes, modified(&stat), self.owner.as_deref(), SystemTime::now())
            }
            _ => Ok(()),
        }
    }

    /// The earlier states of a file, newest first.
    ///
    /// # Errors
    /// The path is hidden.
    pub fn revisions(&self, path: &DrivePath) -> Result<Vec<Value>> {
        self.check_visible(path)?;
        let all = self.revisions.list(path);
        let model = |one: &Revision| {
            json!({"id": one.id, "last_modified": clock::rfc3339(one.modified()), "size": one.size,
                   "kept": clock::rfc3339(one.kept()), "replaced_by": one.replaced_by})
        };
        Ok(all.iter().rev().map(model).collect())
    }

    /// What changed from one state to another, or to the present one.
    ///
    /// # Errors
    /// A state or the file is not there.
    pub fn compare_revisions(&self, path: &DrivePath, from: &str, to: Option<&str>) -> Result<Value> {
        self.check_visible(path)?;
        let before = self.revisions.read(path, from)?;
        let after = match to {
            Some(id) => self.revisions.read(path, id)?,
            None => self.folder.read(path, MAX_MODEL_BYTES)?.0,
        };
        Ok(compare(path.name(), &before, &after))
    }

    /// Writes an earlier state over the file, whose present state is kept first.
    ///
    /// # Errors
    /// The state is not there, or one of both cannot be written.
    pub fn restore_revision(&self, path: &DrivePath, id: &str) -> Result<()> {
        self.check_may(path, "restore")?;
        let bytes = self.revisions.read(path, id)?;
        self.keep(path)?;
        self.folder.write(path, &bytes)
    }
}
