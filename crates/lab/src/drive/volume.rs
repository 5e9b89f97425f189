//! The folder of a drive, and what clients may do with its paths.

use std::fs::File;
use std::path::Path;

use axum::http::StatusCode;
use rustix::fs::Stat;

use super::folder::{Folder, is_file, is_folder};
use super::path::{DrivePath, fitting_name};
use super::revision_store::Revisions;
use crate::error::{Error, Result};
use crate::notebook::Signatures;

/// The bytes of the largest file or notebook that is read into a model. Larger files are read by `/files`.
pub(super) const MAX_MODEL_BYTES: u64 = 256 << 20;

/// The drive.
#[derive(Debug)]
pub struct Drive {
    pub(super) folder: Folder,
    pub(super) signatures: Signatures,
    pub(super) revisions: Revisions,
    pub(super) owner: Option<String>,
}

impl Drive {
    /// Opens a folder as a drive. The signatures of notebooks that were run here, and earlier states of
    /// files, are kept in `state`.
    ///
    /// # Errors
    /// The folder is not there, or `state` cannot be written.
    pub fn open(folder: &Path, state: &Path) -> Result<Drive> {
        let revisions = Revisions::new(state.join("revisions"));
        Ok(Drive { folder: Folder::open(folder)?, signatures: Signatures::open(state)?, revisions, owner: None })
    }

    /// From now on its folders are created again when somebody removes them.
    pub fn last(&mut self) {
        self.folder.last();
    }

    /// Makes its folders again if somebody removed them.
    pub fn restore(&self) {
        self.folder.restore();
    }

    /// Shows another folder as `name`, for reading or writing.
    ///
    /// # Errors
    /// It is not there, or the name is none of an entry.
    pub fn attach(&mut self, name: &str, folder: &Path, is_writable: bool) -> Result<()> {
        self.folder.attach(name, folder, is_writable)
    }

    /// Limits the bytes of the folder; those of a folder that is attached do not count.
    pub fn limit(&mut self, bytes: u64) {
        self.folder.limit(bytes);
    }

    /// An error if the folder has more bytes than it may.
    ///
    /// # Errors
    /// 507: it has, or it cannot be read.
    pub fn check_limit(&self) -> Result<()> {
        self.folder.check_room(&DrivePath::root(), 0)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Opens a file that clients may see.
    ///
    /// # Errors
    /// It is not there, hidden, or a folder.
    pub fn open_file(&self, path: &DrivePath) -> Result<(File, Stat)> {
        self.check_visible(path)?;
        self.folder.open_file(path)
    }

    /// True if there is a folder with that path.
    pub fn has_folder(&self, path: &DrivePath) -> bool {
        !path.is_hidden() && self.folder.stat(path).is_ok_and(|stat| is_folder(&stat))
    }

    /// True if there is a file with that path.
    pub fn has_file(&self, path: &DrivePath) -> bool {
        !path.is_hidden() && self.folder.stat(path).is_ok_and(|stat| is_file(&stat))
    }

    /// True if there is a notebook with that path, which may be written.
    pub fn is_writable_notebook(&self, path: &DrivePath) -> bool {
        path.name().ends_with(".ipynb") && self.has_file(path) && self.folder.is_writable(path)
    }

    /// Renames a file or folder with its checkpoints and revisions.
    ///
    /// # Errors
    /// The old path is not there, the new one is, or one is hidden.
    pub fn rename(&self, from: &DrivePath, to: &DrivePath) -> Result<()> {
        self.check_may(from, "rename")?;
        self.check_may(to, "rename")?;
        if from == to {
            return self.folder.stat(from).map(|_| ());
        }
        let is_a_file = is_file(&self.folder.stat(from)?);
        if !is_a_file && from.contains(to) {
            return Err(Error::invalid(format!("{from} cannot be moved into itself")));
        }
        self.folder.rename(from, to)?;
        self.revisions.rename(from, to)?;
        if is_a_file { self.move_checkpoints(from, to) } else { Ok(()) }
    }

    /// Deletes a file or folder with its checkpoints and revisions.
    ///
    /// # Errors
    /// It is not there, hidden, or the drive itself.
    pub fn delete(&self, path: &DrivePath) -> Result<()> {
        self.check_may(path, "delete")?;
        if path.is_root() {
            return Err(Error::invalid("the drive itself cannot be deleted"));
        }
        self.folder.remove(path)?;
        self.revisions.remove(path)?;
        self.delete_checkpoints(path)
    }

    /// An error as if the path were not there, if it is hidden.
    pub(super) fn check_visible(&self, path: &DrivePath) -> Result<()> {
        match path.is_hidden() {
            true => Err(Error::not_found(format!("file or directory {path} does not exist"))),
            false => Ok(()),
        }
    }

    /// An error if the path is hidden.
    pub(super) fn check_may(&self, path: &DrivePath, verb: &str) -> Result<()> {
        match path.is_hidden() {
            true => Err(Error::invalid(format!("Cannot {verb} file or directory {path}: it is hidden"))),
            false => Ok(()),
        }
    }

    /// The first of `name`, `name1`, `name2` ... that is free; `insert` stands before the number.
    pub(super) fn free_name(&self, folder: &DrivePath, name: &str, insert: &str) -> Result<DrivePath> {
        // Of names such as a.tar.gz all extensions stay together.
        let at = match name.strip_suffix(".ipynb") {
            Some(stem) => stem.len(),
            None => name.find('.').unwrap_or(name.len()),
        };
        let (stem, extension) = name.split_at(at);
        for number in 0..10_000 {
            let number = if number == 0 { String::new() } else { format!("{insert}{number}") };
            let path = folder.join(&fitting_name(stem, &format!("{number}{extension}")))?;
            if self.folder.find(&path)?.is_none() {
                return Ok(path);
            }
        }
        Err(Error::new(StatusCode::CONFLICT, format!("{folder} has 10000 files named like {name}: delete some")))
    }
}
