//! Files that come from another drive. Nothing that is there is overwritten.

use axum::http::StatusCode;

use super::folder::is_folder;
use super::path::DrivePath;
use super::volume::{Drive, MAX_MODEL_BYTES};
use crate::error::{Error, Result};
use crate::random;

/// Attempts at a free name that others take at the same moment.
const MAX_ATTEMPTS: usize = 100;

impl Drive {
    /// The bytes of a file that clients may see.
    ///
    /// # Errors
    /// It is not there, hidden, a folder, or too large.
    pub fn read(&self, path: &DrivePath) -> Result<Vec<u8>> {
        self.check_visible(path)?;
        Ok(self.folder.read(path, MAX_MODEL_BYTES)?.0)
    }

    /// Adds a file to a folder, whole or not at all, under the first of `a.x`, `a-1.x`, `a-2.x` ... that is
    /// free; returns its path.
    ///
    /// # Errors
    /// The folder is not there, or the name is hidden.
    pub fn add(&self, folder: &DrivePath, name: &str, bytes: &[u8]) -> Result<DrivePath> {
        self.check_may(&folder.join(name)?, "add")?;
        let part = folder.join(&format!(".labora-{}", random::hex(&random::bytes::<8>()?)))?;
        self.folder.write(&part, bytes)?;
        let added = self.move_to_free_name(&part, folder, name);
        if added.is_err() {
            // The error before is what counts.
            let _ = self.folder.remove(&part);
        }
        added
    }

    /// Gives a file a free name beside it, such as `a-unreadable.ipynb`; returns its path.
    ///
    /// # Errors
    /// It is not there, or hidden.
    pub fn set_aside(&self, path: &DrivePath, why: &str) -> Result<DrivePath> {
        self.check_may(path, "rename")?;
        let (stem, extension) = path.name().rsplit_once('.').unwrap_or((path.name(), ""));
        let dot = if extension.is_empty() { "" } else { "." };
        self.move_to_free_name(path, &path.parent(), &format!("{stem}-{why}{dot}{extension}"))
    }

    fn move_to_free_name(&self, part: &DrivePath, folder: &DrivePath, name: &str) -> Result<DrivePath> {
        for _ in 0..MAX_ATTEMPTS {
            let path = self.free_name(folder, name, "-")?;
            match self.folder.rename(part, &path) {
                Err(error) if error.status() == StatusCode::CONFLICT => {}
                renamed => return renamed.map(|()| path),
            }
        }
        Err(Error::conflict(format!("{folder}: others take each free name like {name}: try again")))
    }

    /// Makes a folder and those that it is in, unless they are there.
    ///
    /// # Errors
    /// Something else has such a name, or it is hidden.
    pub fn make_folders(&self, path: &DrivePath) -> Result<()> {
        self.check_may(path, "make")?;
        if path.is_root() {
            return Ok(());
        }
        self.make_folders(&path.parent())?;
        match self.folder.find(path)? {
            Some(stat) if is_folder(&stat) => Ok(()),
            Some(_) => Err(Error::conflict(format!("{path} is no folder"))),
            None => self.folder.make(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_stays() {
        let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let drive = Drive::open(folder.path(), state.path()).unwrap();
        let path = |text| DrivePath::parse(text).unwrap();
        drive.make_folders(&path("a/b")).unwrap();
        drive.make_folders(&path("a/b")).unwrap();
        for (name, content) in [("n.ipynb", "1"), ("n-1.ipynb", "2"), ("n-2.ipynb", "3")] {
            assert_eq!(
                drive.add(&path("a/b"), "n.ipynb", content.as_bytes()).unwrap(),
                path("a/b").join(name).unwrap()
            );
            assert_eq!(drive.read(&path("a/b").join(name).unwrap()).unwrap(), content.as_bytes());
        }
        assert_eq!(std::fs::read_dir(folder.path().join("a/b")).unwrap().count(), 3, "nothing is left beside them");
        assert!(drive.add(&path("none"), "n", b"").is_err() && drive.add(&path("a"), ".n", b"").is_err());
        assert!(drive.make_folders(&path("a/b/n.ipynb")).is_err());
    }
}
