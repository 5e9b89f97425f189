//! Checkpoints: one earlier state of a file, beside it in `.ipynb_checkpoints`, as Jupyter has it.

use axum::http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::folder::is_folder;
use super::model::modified;
use super::path::{DrivePath, MAX_NAME_BYTES, fitting_name, split_extension};
use super::volume::{Drive, MAX_MODEL_BYTES};
use crate::clock;
use crate::error::{Error, Result};
use crate::random;

/// The name of the one checkpoint of a file.
pub const CHECKPOINT_ID: &str = "checkpoint";
const FOLDER: &str = ".ipynb_checkpoints";

impl Drive {
    /// Makes the checkpoint of a file, over the one before.
    ///
    /// # Errors
    /// The file is not there, or a folder.
    pub fn create_checkpoint(&self, path: &DrivePath) -> Result<Value> {
        self.check_visible(path)?;
        let (bytes, _) = self.folder.read(path, MAX_MODEL_BYTES)?;
        let checkpoint = checkpoint_of(path)?;
        match self.folder.make(&checkpoint.parent()) {
            Err(error) if error.status() != StatusCode::CONFLICT => return Err(error),
            _ => {}
        }
        self.folder.write(&checkpoint, &bytes)?;
        self.checkpoint_model(&checkpoint)?.ok_or_else(|| Error::internal(format!("{checkpoint} was removed")))
    }

    /// The checkpoints of a file: none or one.
    ///
    /// # Errors
    /// The path is hidden.
    pub fn list_checkpoints(&self, path: &DrivePath) -> Result<Vec<Value>> {
        self.check_visible(path)?;
        Ok(self.checkpoint_model(&checkpoint_of(path)?)?.into_iter().collect())
    }

    /// Writes the checkpoint over the file.
    ///
    /// # Errors
    /// There is none.
    pub fn restore_checkpoint(&self, path: &DrivePath, id: &str) -> Result<()> {
        self.check_visible(path)?;
        let (bytes, _) = self.folder.read(&existing(path, id)?, MAX_MODEL_BYTES).map_err(|e| missing(path, id, e))?;
        self.write(path, &bytes)
    }

    /// Deletes the checkpoint.
    ///
    /// # Errors
    /// There is none.
    pub fn delete_checkpoint(&self, path: &DrivePath, id: &str) -> Result<()> {
        self.check_visible(path)?;
        self.folder.remove(&existing(path, id)?).map_err(|e| missing(path, id, e))
    }

    /// Moves the checkpoint of a file that was renamed.
    pub(super) fn move_checkpoints(&self, from: &DrivePath, to: &DrivePath) -> Result<()> {
        let (from, to) = (checkpoint_of(from)?, checkpoint_of(to)?);
        if self.folder.find(&from)?.is_none() {
            return Ok(());
        }
        if self.folder.find(&to.parent())?.is_none() {
            self.folder.make(&to.parent())?;
        }
        // One that a deleted file left there is no state of this file.
        if self.folder.find(&to)?.is_some() {
            self.folder.remove(&to)?;
        }
        self.folder.rename(&from, &to)
    }

    /// Deletes the checkpoint of a file that was deleted.
    pub(super) fn delete_checkpoints(&self, path: &DrivePath) -> Result<()> {
        let checkpoint = checkpoint_of(path)?;
        match self.folder.find(&checkpoint)? {
            Some(stat) if !is_folder(&stat) => self.folder.remove(&checkpoint),
            _ => Ok(()),
        }
    }

    fn checkpoint_model(&self, checkpoint: &DrivePath) -> Result<Option<Value>> {
        let stat = self.folder.find(checkpoint)?;
        Ok(stat.map(|stat| json!({"id": CHECKPOINT_ID, "last_modified": clock::rfc3339(modified(&stat))})))
    }
}

fn checkpoint_of(path: &DrivePath) -> Result<DrivePath> {
    let (stem, extension) = split_extension(path.name());
    let mut end = format!("-{CHECKPOINT_ID}{extension}");
    if stem.len() + end.len() > MAX_NAME_BYTES {
        // Others that begin alike have another one.
        end = format!("-{}{end}", random::hex(&Sha256::digest(path.name())[..8]));
    }
    path.parent().join(FOLDER)?.join(&fitting_name(stem, &end))
}

fn existing(path: &DrivePath, id: &str) -> Result<DrivePath> {
    match id {
        CHECKPOINT_ID => checkpoint_of(path),
        _ => Err(Error::not_found(format!("Checkpoint does not exist: {path}@{id}"))),
    }
}

fn missing(path: &DrivePath, id: &str, error: Error) -> Error {
    match error.status() {
        StatusCode::NOT_FOUND => Error::not_found(format!("Checkpoint does not exist: {path}@{id}")),
        _ => error,
    }
}
