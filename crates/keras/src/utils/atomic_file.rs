//! Atomic writes: a file appears complete or not at all.

use std::io::Write;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::error::{Error, Result};

/// Checks that a file can be written to this path, before a long training: the folder exists and is writable.
/// Leaves no file behind and does not touch an existing one.
///
/// # Errors
/// [`ErrorKind::File`](crate::ErrorKind::File) if no file can be written there.
pub fn check_writable(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Err(Error::file("write", path, "it is a folder"));
    }
    temporary(path).map(drop)
}

/// Writes a file atomically: to a temporary file in the same folder, which is then renamed.
///
/// # Errors
/// [`ErrorKind::File`](crate::ErrorKind::File) if the file cannot be written; an existing file stays
/// unchanged.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |e: std::io::Error| Error::file("write", path, e);
    let mut file = temporary(path)?;
    file.write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|e| failed(e.error))?;
    Ok(())
}

fn temporary(path: &Path) -> Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let cause = format!("the folder {} does not exist", folder.display());
        return Err(Error::file("write", path, cause));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut builder = Builder::new();
    let prefix = format!(".{name}.");
    builder.prefix(&prefix);
    #[cfg(unix)]
    {
        // The permissions of a new file, subject to the umask; the default for temporary files is owner only.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|e| Error::file("write", path, e))
}
