//! A folder that is kept open, so that paths are resolved below it.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::fs::{self, Mode, OFlags};

/// An open folder.
#[derive(Debug)]
pub struct Root {
    folder: Mutex<Arc<OwnedFd>>,
    path: PathBuf,
    /// True if it is created again when somebody removed it.
    pub is_lasting: bool,
}

impl Root {
    /// Opens a folder.
    ///
    /// # Errors
    /// It is not there, or is none.
    pub fn open(path: &Path) -> io::Result<Root> {
        Ok(Root {
            folder: Mutex::new(open(path, OFlags::empty())?.into()),
            path: path.to_path_buf(),
            is_lasting: false,
        })
    }

    /// The folder. One that was removed, as by an administrator who cleans up, is created again, empty, if it
    /// is lasting: who has it open would find nothing, and write nothing, until the server ends.
    pub fn folder(&self) -> Arc<OwnedFd> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let is_removed = |folder: &OwnedFd| fs::fstat(folder).is_ok_and(|stat| stat.st_nlink == 0);
        if self.is_lasting && is_removed(&folder) {
            match make(&self.path).and_then(|()| open(&self.path, OFlags::NOFOLLOW)) {
                Ok(made) => {
                    tracing::warn!(folder = %self.path.display(), "a folder was removed: it is created again");
                    *folder = made.into();
                }
                Err(error) => tracing::error!(folder = %self.path.display(), %error, "a folder was removed"),
            }
        }
        folder.clone()
    }
}

/// Makes a folder unless it is there.
fn make(path: &Path) -> io::Result<()> {
    match std::fs::create_dir(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn open(path: &Path, more: OFlags) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC | more;
    Ok(fs::open(path, flags, Mode::empty())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasting_folder_that_was_removed_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("home");
        std::fs::create_dir(&path).unwrap();
        let mut root = Root::open(&path).unwrap();
        let stat = |root: &Root| fs::fstat(&*root.folder()).unwrap();
        std::fs::remove_dir(&path).unwrap();
        assert_eq!((stat(&root).st_nlink, path.exists()), (0, false));
        root.is_lasting = true;
        assert!(stat(&root).st_nlink > 0 && path.is_dir());
        let made = stat(&root).st_ino;
        assert_eq!(stat(&root).st_ino, made, "once");
        std::fs::remove_dir(&path).unwrap();
        std::os::unix::fs::symlink("/", &path).unwrap();
        assert_eq!(stat(&root).st_nlink, 0, "a link is not followed");
    }
}
