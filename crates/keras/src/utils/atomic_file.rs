//! Atomic writes: a file appears complete or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use crate::error::{Error, Result};

/// Names of this process's standard output. Opened by one of them, a file would be written from its start,
/// over what the process has printed.
const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
/// The same for the standard error.
const STANDARD_ERROR: [&str; 3] = ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"];
/// Links that are followed before a path counts as a ring, as in Linux.
const MAX_LINKS: usize = 40;
/// How long the reader of a pipe is waited for.
const READER_WAIT: Duration = Duration::from_secs(10);

/// Checks that a file can be written to this path, before a long training: the folder exists and is writable.
/// Leaves no file behind and does not touch an existing one.
///
/// # Errors
/// [`ErrorKind::File`](crate::ErrorKind::File) if no file can be written there.
pub fn check_writable(path: &Path) -> Result<()> {
    let checked = Target::of(path).and_then(|target| match target {
        // A pipe would wait for its reader.
        Target::StandardOutput | Target::StandardError | Target::Special => Ok(()),
        Target::Regular(path, before) => temporary(&path, before.as_ref()).map(drop),
    });
    checked.map_err(|e| Error::file("write", path, e))
}

/// Writes a file atomically: to a temporary file in the same folder, which is then renamed. A file that
/// exists keeps its mode and, where the process may set it, its owner. Links are followed. What is not a
/// regular file, such as `/dev/null` or a pipe, is written to.
///
/// # Errors
/// [`ErrorKind::File`](crate::ErrorKind::File) if the file cannot be written; an existing file stays
/// unchanged.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_file(path, bytes).map_err(|e| Error::file("write", path, e))
}

/// What [`write_atomically`] does, for callers with errors of their own.
///
/// # Errors
/// The system's, which does not name the file.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match Target::of(path)? {
        Target::StandardOutput => write_to(io::stdout().lock(), bytes),
        Target::StandardError => write_to(io::stderr().lock(), bytes),
        Target::Special => write_to_special(path, bytes),
        Target::Regular(path, before) => replace_regular(&path, before.as_ref(), bytes),
    }
}

/// What a path leads to.
enum Target {
    /// The standard output of this process.
    StandardOutput,
    /// Its standard error.
    StandardError,
    /// A device, a pipe or the like.
    Special,
    /// A regular file, behind all links, and what is known of it if it exists.
    Regular(PathBuf, Option<Metadata>),
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let is_one_of = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
        if is_one_of(STANDARD_OUTPUT) {
            return Ok(Target::StandardOutput);
        }
        if is_one_of(STANDARD_ERROR) {
            return Ok(Target::StandardError);
        }
        if path.file_name().is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it names no file"));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
            Ok(metadata) if !metadata.is_file() => Ok(Target::Special),
            Ok(metadata) => Ok(Target::Regular(behind_links(path)?, Some(metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Target::Regular(behind_links(path)?, None)),
            Err(error) => Err(error),
        }
    }
}

/// The path that links lead to, of which the last one may lead to a file that does not exist yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(path);
        }
        // A link that is not absolute begins in its own folder.
        path = folder_of(&path).join(fs::read_link(&path)?);
    }
    Err(io::Error::other("its links lead in a ring"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes to a device or a pipe. A pipe that nobody opens to read within [`READER_WAIT`] is an error, as a
/// training would never end.
fn write_to_special(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (path, (sender, opened)) = (path.to_owned(), mpsc::channel());
    let open = move || {
        // Who waited may be gone.
        let _ = sender.send(OpenOptions::new().write(true).open(path));
    };
    thread::Builder::new().name("opens a pipe".into()).spawn(open)?;
    let unread = |_| io::Error::new(io::ErrorKind::TimedOut, format!("nobody has read it for {READER_WAIT:?}"));
    write_to(opened.recv_timeout(READER_WAIT).map_err(unread)??, bytes)
}

fn write_to(mut out: impl Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes)?;
    out.flush()
}

/// Replaces a regular file, or makes one.
fn replace_regular(path: &Path, before: Option<&Metadata>, bytes: &[u8]) -> io::Result<()> {
    let mut file = temporary(path, before)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    // The new name, too, outlives a loss of power. Not all file systems can do that.
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A file beside `path`, with mode and owner of the one that it will replace.
fn temporary(path: &Path, before: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("the folder {} does not exist", folder.display())));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut builder = Builder::new();
    let prefix = format!(".{name}.");
    builder.prefix(&prefix);
    #[cfg(unix)]
    if before.is_none() {
        // The permissions of a new file, subject to the umask; the default for temporary files is owner only.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    if let Some(before) = before {
        keep_owner(file.as_file(), before);
        file.as_file().set_permissions(before.permissions())?;
    }
    Ok(file)
}

/// Gives a file the owner and the group of another one. Who may not give files away keeps the group alone, if
/// it is one of its own.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let of_file = file.metadata().map(|metadata| (metadata.uid(), metadata.gid()));
    if of_file.is_ok_and(|owner| owner == (before.uid(), before.gid())) {
        return;
    }
    if fchown(file, Some(before.uid()), Some(before.gid())).is_err() {
        let _ = fchown(file, None, Some(before.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}
