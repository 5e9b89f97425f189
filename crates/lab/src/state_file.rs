//! Files of the server's own: settings, workspaces, signatures.

use std::fs;
use std::io::Write;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::error::{Error, Result};

/// Writes a file whole or not at all, also if two requests do so at once; makes its folder. The owner alone
/// may read it.
///
/// # Errors
/// The folder cannot be written.
pub fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |e: std::io::Error| Error::io(file.display(), e);
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let mut part = NamedTempFile::new_in(folder).map_err(failed)?;
    part.write_all(bytes).map_err(failed)?;
    part.persist(file).map_err(|e| failed(e.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writers_at_once_leave_one_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/f");
        std::thread::scope(|scope| {
            for letter in b'a'..b'i' {
                let file = &file;
                scope.spawn(move || (0..20).for_each(|_| write(file, &[letter; 100_000]).unwrap()));
            }
        });
        let bytes = fs::read(&file).unwrap();
        assert!(bytes.len() == 100_000 && bytes.iter().all(|byte| *byte == bytes[0]));
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1, "nothing is left beside it");
    }
}
