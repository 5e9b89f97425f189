//! The limit of a folder: how many bytes of the disk it may have with all that is in it.

use std::collections::HashSet;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use rustix::fs::{self, AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::error::{Error, Result};

/// How long a measurement holds, if there was room by it.
const PERIOD: Duration = Duration::from_secs(10);
/// The folders of the deepest tree that is measured.
const MAX_DEPTH: usize = 200;
/// The unit of `st_blocks`.
const BLOCK: u64 = 512;

/// The limit of a folder.
#[derive(Debug)]
pub struct Limit {
    bytes: u64,
    /// When it was measured, and what was there then or was added since.
    measured: Mutex<Option<(Instant, u64)>>,
}

impl Limit {
    /// A number of bytes.
    pub fn new(bytes: u64) -> Limit {
        Limit { bytes, measured: Mutex::default() }
    }

    /// An error unless `more` bytes have room in the folder, which are counted.
    ///
    /// # Errors
    /// 507: they have not, or the folder cannot be measured.
    pub fn check(&self, folder: &OwnedFd, more: u64) -> Result<()> {
        let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = measured.filter(|(at, used)| at.elapsed() < PERIOD && used + more <= self.bytes);
        let (at, used) = match recent {
            Some(recent) => recent,
            // Programs of runtimes write, too, and somebody may have deleted files.
            None => (Instant::now(), measure(folder, 0, &mut HashSet::new()).map_err(unmeasured)?),
        };
        let is_room = used + more <= self.bytes;
        *measured = Some((at, if is_room { used + more } else { used }));
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        match is_room {
            true => Ok(()),
            false => {
                let rest = if more > 0 { format!(", and {} MiB more have no room", mib(more)) } else { String::new() };
                Err(Error::new(
                    StatusCode::INSUFFICIENT_STORAGE,
                    format!(
                        "your folder has {} MiB of at most {} MiB{rest}: delete files, or ask your teacher for more",
                        mib(used),
                        mib(self.bytes)
                    ),
                ))
            }
        }
    }
}

fn unmeasured(error: Errno) -> Error {
    let message = match error {
        Errno::LOOP => format!("your folder has folders in more than {MAX_DEPTH} others: delete them"),
        error => format!("your folder cannot be measured: {error}"),
    };
    Error::new(StatusCode::INSUFFICIENT_STORAGE, message)
}

/// The bytes that a folder has on the disk. Links are not followed, and files with several names count once.
fn measure(folder: &OwnedFd, depth: usize, seen: &mut HashSet<(u64, u64)>) -> Result<u64, Errno> {
    if depth > MAX_DEPTH {
        return Err(Errno::LOOP);
    }
    let mut bytes = 0;
    for entry in fs::Dir::read_from(folder)? {
        let entry = entry?;
        if matches!(entry.file_name().to_bytes(), b"." | b"..") {
            continue;
        }
        let name = std::ffi::OsStr::from_bytes(entry.file_name().to_bytes());
        // What is removed meanwhile has no bytes.
        let Ok(stat) = fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
        let is_folder = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        if stat.st_nlink < 2 || is_folder || seen.insert((stat.st_dev, stat.st_ino)) {
            bytes += u64::try_from(stat.st_blocks).unwrap_or(0) * BLOCK;
        }
        if is_folder {
            let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
            match fs::openat(folder, name, flags, Mode::empty()) {
                Ok(inner) => bytes += measure(&inner, depth + 1, seen)?,
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;
    use crate::drive::{DrivePath, Folder};

    fn open(path: &Path) -> OwnedFd {
        fs::open(path, OFlags::DIRECTORY | OFlags::RDONLY, Mode::empty()).unwrap()
    }

    #[test]
    fn a_folder_has_the_bytes_that_du_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(path("a/b")).unwrap();
        std::fs::write(path("a/b/large"), vec![1; 3 << 20]).unwrap();
        std::fs::hard_link(path("a/b/large"), path("again")).unwrap();
        std::os::unix::fs::symlink("/usr", path("link")).unwrap();
        std::fs::File::create(path("sparse")).unwrap().set_len(1 << 30).unwrap();
        let output = Command::new("du").args(["-s", "-B1"]).arg(folder.path()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let all: u64 = text.split_whitespace().next().unwrap().parse().unwrap();
        let own = u64::try_from(fs::stat(folder.path()).unwrap().st_blocks).unwrap() * BLOCK;
        assert_eq!(measure(&open(folder.path()), 0, &mut HashSet::new()).unwrap(), all - own);
    }

    #[test]
    fn what_has_no_room_is_not_written_and_what_is_deleted_makes_room() {
        let inside = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(inside.path()).unwrap();
        folder.limit(1 << 20);
        let path = |name: &str| DrivePath::parse(name).unwrap();
        folder.write(&path("a"), &vec![1; 600 << 10]).unwrap();
        let error = folder.write(&path("b"), &vec![1; 600 << 10]).unwrap_err();
        assert!(error.status() == 507 && error.message().contains("at most 1 MiB"), "{error}");
        assert!(!inside.path().join("b").exists());
        // What another program writes counts, too; a file may become smaller.
        std::fs::write(inside.path().join("c"), vec![1; 2 << 20]).unwrap();
        folder.write(&path("a"), &vec![1; 500 << 10]).unwrap();
        let mut again = Folder::open(inside.path()).unwrap();
        again.limit(1 << 20);
        assert_eq!(again.check_room(&DrivePath::root(), 0).unwrap_err().status(), 507);
        folder.remove(&path("c")).unwrap();
        folder.write(&path("b"), &vec![1; 400 << 10]).unwrap();
    }
}
