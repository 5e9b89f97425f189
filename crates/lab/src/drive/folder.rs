//! Files below a folder, opened so that neither `..` nor a symbolic link leads out of it.
//!
//! Every path is resolved by the kernel below the open folder (`openat2` with `RESOLVE_BENEATH`), so that a
//! link that a notebook puts there at the wrong moment changes nothing. Where the system has no such call,
//! links in folders are refused.
//!
//! Another folder can be seen as an entry of the open one, for reading or writing: [`Folder::attach`].

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{self, AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::limit::Limit;
use super::path::DrivePath;
use super::root::Root;
use crate::error::{Error, Result};
use crate::random;

/// The folders of the deepest tree that is removed at once.
const MAX_DEPTH: usize = 200;

/// A folder of the system.
#[derive(Debug)]
pub struct Folder {
    root: Root,
    path: PathBuf,
    attached: Option<Attached>,
    limit: Option<Limit>,
}

/// Another folder that is seen as an entry.
#[derive(Debug)]
struct Attached {
    /// The path of the entry, which is one name.
    entry: DrivePath,
    root: Root,
    is_writable: bool,
}

/// An entry of a folder.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What it is; that of its target for a symbolic link.
    pub stat: Stat,
    /// True for a symbolic link.
    pub is_link: bool,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// It is not there, or is none.
    pub fn open(path: &Path) -> Result<Folder> {
        let failed = |e: std::io::Error| Error::io(path.display(), e);
        let path = path.canonicalize().map_err(failed)?;
        Ok(Folder { root: open_root(&path)?, path, attached: None, limit: None })
    }

    /// Shows another folder as the entry `name`, whatever has that name here.
    ///
    /// # Errors
    /// It is not there, or is none; the name has a slash.
    pub fn attach(&mut self, name: &str, folder: &Path, is_writable: bool) -> Result<()> {
        let entry = DrivePath::parse(name)?;
        if entry.is_root() || !entry.parent().is_root() {
            return Err(Error::invalid(format!("{name:?} is not one name")));
        }
        self.attached = Some(Attached { entry, root: open_root(folder)?, is_writable });
        Ok(())
    }

    /// From now on it is created again, with an attached one, when somebody removes it.
    pub fn last(&mut self) {
        self.root.is_lasting = true;
        self.attached.iter_mut().for_each(|attached| attached.root.is_lasting = true);
    }

    /// Makes it again if somebody removed it, with the entry of an attached one.
    pub fn restore(&self) {
        let root = self.root.folder();
        if let Some(attached) = self.attached.as_ref().filter(|_| self.root.is_lasting) {
            // An error means that it is there.
            let _ = fs::mkdirat(&*root, attached.entry.name(), Mode::from_raw_mode(0o777));
        }
    }

    /// Limits its bytes; those of a folder that is attached do not count.
    pub fn limit(&mut self, bytes: u64) {
        self.limit = Some(Limit::new(bytes));
    }

    /// An error unless `more` bytes have room at a path.
    ///
    /// # Errors
    /// 507: they have not.
    pub fn check_room(&self, path: &DrivePath, more: u64) -> Result<()> {
        let is_own = self.attached.as_ref().is_none_or(|attached| path.below(&attached.entry).is_none());
        self.limit.as_ref().filter(|_| is_own).map_or(Ok(()), |limit| limit.check(&self.root.folder(), more))
    }

    /// The open folder below which a path is resolved, the path from there, and whether it may be written.
    fn place<'a>(&self, path: &'a DrivePath) -> (Arc<OwnedFd>, Cow<'a, DrivePath>, bool) {
        match self.attached.as_ref().and_then(|attached| Some((attached, path.below(&attached.entry)?))) {
            Some((attached, below)) => (attached.root.folder(), Cow::Owned(below), attached.is_writable),
            None => (self.root.folder(), Cow::Borrowed(path), true),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens what is at a path. A symbolic link that leads out of the folder is an error.
    pub fn open_at(&self, path: &DrivePath, flags: OFlags) -> Result<OwnedFd> {
        let mode = if flags.contains(OFlags::CREATE) { Mode::from_raw_mode(0o666) } else { Mode::empty() };
        let (root, below, is_writable) = self.place(path);
        if !is_writable && flags.intersects(OFlags::WRONLY | OFlags::RDWR | OFlags::CREATE | OFlags::TRUNC) {
            return Err(read_only(path));
        }
        beneath(&root, &below, flags | OFlags::CLOEXEC, mode).map_err(|e| failed(path, e))
    }

    /// The folder that a path is in, and its name there, for writing.
    pub fn parent<'a>(&self, path: &'a DrivePath) -> Result<(OwnedFd, &'a str)> {
        if path.is_root() {
            return Err(Error::invalid("the drive itself cannot be written, renamed or deleted"));
        }
        let (_, below, is_writable) = self.place(path);
        if !is_writable || below.is_root() {
            return Err(read_only(path));
        }
        Ok((self.open_at(&path.parent(), OFlags::DIRECTORY | OFlags::RDONLY)?, path.name()))
    }

    /// What is at a path; links are followed inside of the folder.
    pub fn stat(&self, path: &DrivePath) -> Result<Stat> {
        let file = self.open_at(path, OFlags::PATH)?;
        fs::fstat(file).map_err(|e| failed(path, e))
    }

    /// What is at a path, if there is something.
    pub fn find(&self, path: &DrivePath) -> Result<Option<Stat>> {
        match self.stat(path) {
            Ok(stat) => Ok(Some(stat)),
            Err(error) if error.status() == axum::http::StatusCode::NOT_FOUND => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// True if the path may be written.
    pub fn is_writable(&self, path: &DrivePath) -> bool {
        let access =
            |folder: &OwnedFd, name: &str| fs::accessat(folder, name, fs::Access::WRITE_OK, AtFlags::empty()).is_ok();
        let (root, below, is_writable) = self.place(path);
        if below.is_root() {
            return is_writable && access(&root, ".");
        }
        self.parent(path).is_ok_and(|(folder, name)| access(&folder, name))
    }

    /// The files and folders in a folder. Sockets, devices, names that are no Unicode and links that lead out
    /// of the drive are left out.
    pub fn list(&self, path: &DrivePath) -> Result<Vec<Entry>> {
        let folder = self.open_at(path, OFlags::DIRECTORY | OFlags::RDONLY)?;
        let mut entries = Vec::new();
        for entry in fs::Dir::read_from(&folder).map_err(|e| failed(path, e))? {
            let entry = entry.map_err(|e| failed(path, e))?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if name == "." || name == ".." || path.is_root() && self.is_attached(name) {
                continue;
            }
            let Ok(mut stat) = fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let is_link = FileType::from_raw_mode(stat.st_mode) == FileType::Symlink;
            if is_link {
                let Ok(target) = path.join(name).and_then(|path| self.stat(&path)) else { continue };
                stat = target;
            }
            if is_folder(&stat) || is_file(&stat) {
                entries.push(Entry { name: name.to_string(), stat, is_link });
            }
        }
        if let Some(attached) = self.attached.as_ref().filter(|_| path.is_root()) {
            let stat = fs::fstat(&*attached.root.folder()).map_err(|e| failed(&attached.entry, e))?;
            entries.push(Entry { name: attached.entry.name().into(), stat, is_link: false });
        }
        Ok(entries)
    }

    fn is_attached(&self, name: &str) -> bool {
        self.attached.as_ref().is_some_and(|attached| attached.entry.name() == name)
    }

    /// Opens a regular file for reading.
    pub fn open_file(&self, path: &DrivePath) -> Result<(File, Stat)> {
        // A FIFO would block.
        let file = self.open_at(path, OFlags::RDONLY | OFlags::NONBLOCK)?;
        let stat = fs::fstat(&file).map_err(|e| failed(path, e))?;
        if is_file(&stat) {
            return Ok((File::from(file), stat));
        }
        let what = if is_folder(&stat) { "a directory" } else { "no regular file" };
        Err(Error::invalid(format!("{path} is {what}, not a file")))
    }

    /// Reads a regular file of at most `max_bytes`.
    pub fn read(&self, path: &DrivePath, max_bytes: u64) -> Result<(Vec<u8>, Stat)> {
        let (file, stat) = self.open_file(path)?;
        let mut bytes = Vec::with_capacity(usize::try_from(stat.st_size).unwrap_or(0).min(1 << 20));
        file.take(max_bytes + 1).read_to_end(&mut bytes).map_err(|e| Error::io(path, e))?;
        if bytes.len() as u64 > max_bytes {
            let message = format!("{path} has more than {max_bytes} bytes: read it by /files/{path}");
            return Err(Error::new(axum::http::StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        Ok((bytes, stat))
    }

    /// Writes a file whole or not at all: beside it, then renamed to it. A file keeps its mode, and a
    /// symbolic link leads to the file that it led to.
    pub fn write(&self, path: &DrivePath, bytes: &[u8]) -> Result<()> {
        let (folder, name) = self.parent(path)?;
        let io = |e: std::io::Error| Error::io(path, e);
        let old = fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW).ok();
        if old.as_ref().is_some_and(is_folder) {
            return Err(Error::invalid(format!("{path} is a directory, not a file")));
        }
        let old_bytes = old.as_ref().filter(|stat| is_file(stat)).map_or(0, |stat| stat.st_size.unsigned_abs());
        let more = (bytes.len() as u64).saturating_sub(old_bytes);
        if more > 0 {
            self.check_room(path, more)?;
        }
        if old.as_ref().is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink) {
            if let Some(target) = self.target(path) {
                return self.write(&target, bytes);
            }
            let file = self.open_at(path, OFlags::WRONLY | OFlags::TRUNC | OFlags::NONBLOCK)?;
            return File::from(file).write_all(bytes).map_err(io);
        }
        let part = format!(".labora-{}", random::hex(&random::bytes::<8>()?));
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = fs::openat(&folder, &part, flags, Mode::from_raw_mode(0o666)).map_err(|e| failed(path, e))?;
        let written = (|| {
            let mut file = File::from(file);
            if let Some(old) = &old {
                fs::fchmod(&file, Mode::from_raw_mode(old.st_mode & 0o777))?;
            }
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::renameat(&folder, &part, &folder, name)?;
            Ok(())
        })();
        written.map_err(|e: std::io::Error| {
            // The error of writing is what counts.
            let _ = fs::unlinkat(&folder, &part, AtFlags::empty());
            io(e)
        })
    }

    /// The path to which a symbolic link leads, if it has one that is told by names alone.
    fn target(&self, path: &DrivePath) -> Option<DrivePath> {
        let (folder, name) = self.parent(path).ok()?;
        let link = fs::readlinkat(&folder, name, Vec::new()).ok()?.into_string().ok()?;
        let above = path.parent();
        let mut names: Vec<&str> = above.as_str().split('/').collect();
        for name in link.split('/') {
            match name {
                "" | "." => {}
                ".." => _ = names.pop()?,
                name => names.push(name),
            }
        }
        let target = DrivePath::parse(&names.join("/")).ok()?;
        // A path from the root, or `..` of a folder that is a link, may lead elsewhere.
        let (is, named) = (self.stat(path).ok()?, self.stat(&target).ok()?);
        (is.st_dev == named.st_dev && is.st_ino == named.st_ino).then_some(target)
    }

    /// Renames. What has the new name already is an error.
    pub fn rename(&self, from: &DrivePath, to: &DrivePath) -> Result<()> {
        let (from_folder, from_name) = self.parent(from)?;
        let (to_folder, to_name) = self.parent(to)?;
        rename_to_free(&from_folder, from_name, &to_folder, to_name).map_err(|e| match e {
            Errno::EXIST => Error::conflict(format!("File already exists: {to}")),
            e => failed(from, e),
        })
    }

    /// Makes a folder.
    pub fn make(&self, path: &DrivePath) -> Result<()> {
        let (folder, name) = self.parent(path)?;
        fs::mkdirat(&folder, name, Mode::from_raw_mode(0o777)).map_err(|e| failed(path, e))
    }

    /// Removes a file, or a folder with all that is in it. Links are removed, not followed.
    pub fn remove(&self, path: &DrivePath) -> Result<()> {
        let (folder, name) = self.parent(path)?;
        remove(&folder, name.as_bytes(), 0).map_err(|e| failed(path, e))
    }
}

/// True for a regular file.
pub fn is_file(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
}

/// True for a folder.
pub fn is_folder(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Directory
}

fn open_root(path: &Path) -> Result<Root> {
    Root::open(path).map_err(|e| Error::io(path.display(), e))
}

fn read_only(path: &DrivePath) -> Error {
    Error::forbidden(format!("{path} is of a folder that others share: it can be read"))
}

fn failed(path: &DrivePath, error: Errno) -> Error {
    match error {
        Errno::NOENT | Errno::NOTDIR => Error::not_found(format!("file or directory {path} does not exist")),
        Errno::XDEV => Error::not_found(format!("{path} is not on the drive: a symbolic link leads out of it")),
        Errno::LOOP => Error::not_found(format!("{path} has a symbolic link that cannot be followed")),
        error => Error::io(if path.is_root() { "the drive" } else { path.as_str() }, error),
    }
}

fn remove(folder: &OwnedFd, name: &[u8], depth: usize) -> Result<(), Errno> {
    let name = OsStr::from_bytes(name);
    let stat = fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if !is_folder(&stat) {
        return fs::unlinkat(folder, name, AtFlags::empty());
    }
    if depth == MAX_DEPTH {
        return Err(Errno::LOOP);
    }
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
    let inner = fs::openat(folder, name, flags, Mode::empty())?;
    let names: Result<Vec<Vec<u8>>, Errno> =
        fs::Dir::read_from(&inner)?.map(|entry| Ok(entry?.file_name().to_bytes().to_vec())).collect();
    for name in names?.iter().filter(|name| !matches!(name.as_slice(), b"." | b"..")) {
        remove(&inner, name, depth + 1)?;
    }
    fs::unlinkat(folder, name, AtFlags::REMOVEDIR)
}

/// Renames unless the new name is in use. Where the file system cannot do that at once, a file that comes at
/// the same moment is lost.
fn rename_to_free(from: &OwnedFd, from_name: &str, to: &OwnedFd, to_name: &str) -> Result<(), Errno> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    match fs::renameat_with(from, from_name, to, to_name, fs::RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS) => {}
        result => return result,
    }
    match fs::statat(to, to_name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(_) => Err(Errno::EXIST),
        Err(_) => fs::renameat(from, from_name, to, to_name),
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn beneath(root: &OwnedFd, path: &DrivePath, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    use rustix::fs::ResolveFlags;
    let text = if path.is_root() { "." } else { path.as_str() };
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    match fs::openat2(root, text, flags, mode, resolve) {
        // Kernels before 5.6, and sandboxes that do not know the call.
        Err(Errno::NOSYS) => step_by_step(root, path, flags, mode),
        result => result,
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn beneath(root: &OwnedFd, path: &DrivePath, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    step_by_step(root, path, flags, mode)
}

/// Opens folder by folder, and follows no link.
fn step_by_step(root: &OwnedFd, path: &DrivePath, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    let step = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
    if path.is_root() {
        return fs::openat(root, ".", flags | OFlags::NOFOLLOW, mode);
    }
    let names: Vec<&str> = path.as_str().split('/').collect();
    let mut folder = fs::openat(root, ".", step, Mode::empty())?;
    for name in &names[..names.len() - 1] {
        folder = fs::openat(&folder, *name, step, Mode::empty())?;
    }
    fs::openat(&folder, names[names.len() - 1], flags | OFlags::NOFOLLOW, mode)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let (outside, inside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(outside.path().join("secret"), "s").unwrap();
        std::fs::create_dir(inside.path().join("sub")).unwrap();
        std::fs::write(inside.path().join("sub/file"), "f").unwrap();
        symlink(outside.path(), inside.path().join("out")).unwrap();
        symlink(outside.path().join("secret"), inside.path().join("link")).unwrap();
        symlink("sub/file", inside.path().join("good")).unwrap();
        symlink("../../../../etc", inside.path().join("sub/up")).unwrap();
        let folder = Folder::open(inside.path()).unwrap();
        let path = |text| DrivePath::parse(text).unwrap();
        assert_eq!(folder.read(&path("good"), 10).unwrap().0, b"f");
        for bad in ["out/secret", "link", "sub/up/passwd", "out"] {
            let error = folder.stat(&path(bad)).unwrap_err();
            assert_eq!(error.status(), 404, "{bad}: {error}");
            assert!(folder.read(&path(bad), 10).is_err(), "{bad}");
        }
        assert!(folder.write(&path("out/new"), b"x").is_err() && folder.write(&path("link"), b"x").is_err());
        assert!(folder.rename(&path("sub/file"), &path("out/file")).is_err());
        let mut names: Vec<String> = folder.list(&path("")).unwrap().into_iter().map(|e| e.name).collect();
        names.sort();
        assert_eq!(names, ["good", "sub"]);
        // A link is removed, not what it leads to.
        folder.remove(&path("out")).unwrap();
        folder.remove(&path("sub")).unwrap();
        assert_eq!(std::fs::read(outside.path().join("secret")).unwrap(), b"s");
    }

    #[test]
    fn a_folder_that_is_attached_is_written_only_if_it_may_be() {
        let (own, shared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(shared.path().join("task"), "t").unwrap();
        std::fs::create_dir(own.path().join("shared")).unwrap();
        std::fs::write(own.path().join("shared/hidden"), "h").unwrap();
        std::fs::write(own.path().join("mine"), "m").unwrap();
        symlink(own.path(), shared.path().join("out")).unwrap();
        let path = |text| DrivePath::parse(text).unwrap();
        let mut folder = Folder::open(own.path()).unwrap();
        assert!(folder.attach("a/b", shared.path(), false).is_err());
        folder.attach("shared", shared.path(), false).unwrap();
        assert_eq!(folder.read(&path("shared/task"), 10).unwrap().0, b"t");
        assert_eq!(folder.stat(&path("shared/hidden")).unwrap_err().status(), 404);
        assert!(folder.stat(&path("shared/out/mine")).is_err());
        assert_eq!(folder.list(&path("")).unwrap().iter().filter(|entry| entry.name == "shared").count(), 1);
        let refused = |result: Result<()>| assert_eq!(result.unwrap_err().status(), 403);
        refused(folder.write(&path("shared/task"), b"x"));
        refused(folder.make(&path("shared/new")));
        refused(folder.remove(&path("shared/task")));
        refused(folder.rename(&path("shared/task"), &path("task")));
        refused(folder.rename(&path("mine"), &path("shared/mine")));
        refused(folder.open_at(&path("shared/task"), OFlags::RDWR).map(|_| ()));
        refused(folder.remove(&path("shared")));
        refused(folder.rename(&path("shared"), &path("other")));
        assert!(!folder.is_writable(&path("shared/task")) && !folder.is_writable(&path("shared")));
        folder.attach("shared", shared.path(), true).unwrap();
        folder.rename(&path("mine"), &path("shared/mine")).unwrap();
        assert!(shared.path().join("mine").exists() && folder.is_writable(&path("shared")));
        refused(folder.remove(&path("shared")));
    }

    #[test]
    fn without_openat2_no_link_is_followed() {
        let inside = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(inside.path().join("a/b")).unwrap();
        std::fs::write(inside.path().join("a/b/file"), "f").unwrap();
        symlink("a", inside.path().join("link")).unwrap();
        let folder = Folder::open(inside.path()).unwrap();
        let open =
            |text| step_by_step(&folder.root.folder(), &DrivePath::parse(text).unwrap(), OFlags::RDONLY, Mode::empty());
        assert!(open("a/b/file").is_ok() && open("").is_ok());
        assert!(open("link/b/file").is_err() && open("link").is_err());
    }

    #[test]
    fn a_file_is_written_whole_and_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt;
        let inside = tempfile::tempdir().unwrap();
        let file = inside.path().join("f");
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        let folder = Folder::open(inside.path()).unwrap();
        folder.write(&DrivePath::parse("f").unwrap(), b"new").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(inside.path()).unwrap().count(), 1, "nothing is left beside it");
        let error = folder.read(&DrivePath::parse("f").unwrap(), 2).unwrap_err();
        assert_eq!(error.status(), 413);
        std::fs::create_dir(inside.path().join("below")).unwrap();
        std::os::unix::fs::symlink("below/../f", inside.path().join("link")).unwrap();
        std::os::unix::fs::symlink("../link", inside.path().join("below/link")).unwrap();
        let number = || std::os::unix::fs::MetadataExt::ino(&std::fs::metadata(&file).unwrap());
        let before = number();
        folder.write(&DrivePath::parse("below/link").unwrap(), b"by links").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"by links");
        assert_ne!(number(), before, "a file that is written in place is lost when there is no room");
        assert!(inside.path().join("link").is_symlink() && inside.path().join("below/link").is_symlink());
    }
}
