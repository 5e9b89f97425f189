//! Locks of folders: two trainings must not write the same checkpoints.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind, Result};

/// The file that is locked.
const NAME: &str = ".lock";

/// A folder that this process alone uses, until this is dropped or the process ends, however it ends.
///
/// ```
/// use keras::utils::FolderLock;
/// let folder = tempfile::tempdir().unwrap();
/// let lock = FolderLock::take(&folder.path().join("new"))?;
/// let error = FolderLock::take(lock.folder()).unwrap_err();
/// assert!(error.message().contains(&format!("process {}", std::process::id())));
/// drop(lock);
/// FolderLock::take(&folder.path().join("new"))?;
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    /// The system releases its lock when it is closed.
    _file: File,
}

impl FolderLock {
    /// Locks a folder, which is made if it does not exist. On a file system without locks nothing is locked.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if another process, or this one, uses the folder, which the message names; or if
    /// it cannot be written.
    pub fn take(folder: &Path) -> Result<Self> {
        let path = folder.join(NAME);
        loop {
            fs::create_dir_all(folder).map_err(|e| Error::file("create", folder, e))?;
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = match file {
                Ok(file) => file,
                // Another process has deleted the folder just now, at its end.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(Error::file("write", &path, error)),
            };
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(in_use(folder, &mut file)),
                // There are no locks there, as on some network file systems.
                Err(TryLockError::Error(_)) => {}
                // The file may have been deleted before it was locked: then it locks nothing.
                Ok(()) if !is_same(&file, &path) => continue,
                Ok(()) => {}
            }
            // A message alone needs it.
            let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
            return Ok(Self { folder: folder.to_owned(), _file: file });
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for FolderLock {
    /// Deletes the file, and the folder if there is nothing else in it.
    fn drop(&mut self) {
        // What stays is an empty file that locks nothing.
        let _ = fs::remove_file(self.folder.join(NAME));
        let _ = fs::remove_dir(&self.folder);
    }
}

fn in_use(folder: &Path, file: &mut File) -> Error {
    let mut process = String::new();
    let by = match file.read_to_string(&mut process) {
        Ok(1..) => format!("process {process}"),
        _ => "another process".to_owned(),
    };
    let folder = folder.display();
    let hint = "wait for its end, or use another folder";
    Error::new(ErrorKind::File, format!("{by} saves its checkpoints in {folder}: {hint}"))
}

/// True if the path leads to this very file.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(a), Ok(b)) if of(&a) == of(&b))
}

#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> bool {
    true
}
