//! Files that appear whole or not at all.

use std::io::Write;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::{Error, Result};

/// Finds out before a long training whether a file can be written to this path: its folder is there and takes a file.
/// Nothing is left behind, and an existing file is not touched. (Whether a name's ending asks for a form of weight file is
/// [`Format::of`](super::Format::of)'s matter.)
///
/// # Errors
/// [`crate::ErrorKind::File`] when a file cannot be written there.
pub fn check_writable(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Err(Error::file("write", path, "it is a folder"));
    }
    temporary(path).map(drop)
}

/// Writes a file that appears whole or not at all: into a temporary one in the same folder, which then takes the path's
/// place in one step.
///
/// # Errors
/// [`crate::ErrorKind::File`] when a file cannot be written there.
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
        // As for any new file, less the user's mask; temporary files are otherwise for their owner alone.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|e| Error::file("write", path, e))
}
