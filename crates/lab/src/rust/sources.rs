//! The sources of Labora's crates, from a checkout.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::random;

/// The checkout in which this program was built.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// What cells need of a checkout.
const PARTS: [&str; 3] = ["Cargo.toml", "Cargo.lock", "crates"];

/// The sources of Labora's crates.
#[derive(Clone, Debug)]
pub struct Sources {
    checkout: PathBuf,
    /// Their files, by their paths below the checkout, in order.
    files: Vec<PathBuf>,
}

impl Sources {
    /// Those of a checkout; none means that in which this program was built.
    ///
    /// # Errors
    /// The folder is none.
    pub fn find(checkout: Option<&Path>) -> Result<Sources> {
        let checkout = checkout.unwrap_or(Path::new(CHECKOUT));
        let missing = || {
            let folder = checkout.display();
            Error::invalid(format!("{folder} has no sources of Labora: name a checkout of it by --rust=CHECKOUT"))
        };
        let checkout = checkout.canonicalize().map_err(|_| missing())?;
        if !checkout.join("crates/labora/Cargo.toml").is_file() {
            return Err(missing());
        }
        let mut files = Vec::new();
        for part in PARTS {
            collect(&checkout, Path::new(part), &mut files).map_err(|e| Error::io(checkout.join(part).display(), e))?;
        }
        files.sort();
        Ok(Sources { checkout, files })
    }

    /// A hash of names and contents.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn digest(&self) -> Result<String> {
        let mut hash = Sha256::new();
        for file in &self.files {
            let content = fs::read(self.checkout.join(file)).map_err(|e| Error::io(file.display(), e))?;
            hash.update(Sha256::digest(file.display().to_string()));
            hash.update(Sha256::digest(content));
        }
        Ok(random::hex(&hash.finalize()[..8]))
    }

    /// Copies them into a folder.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn copy(&self, folder: &Path) -> Result<()> {
        for file in &self.files {
            let target = folder.join(file);
            let made = target.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| fs::copy(self.checkout.join(file), &target))
                .map_err(|e| Error::io(file.display(), e))?;
        }
        Ok(())
    }
}

/// Adds a file, or those of a folder without what was built there.
fn collect(checkout: &Path, part: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if checkout.join(part).is_file() {
        files.push(part.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(checkout.join(part))? {
        let name = entry?.file_name();
        if name != "target" && !name.to_string_lossy().starts_with('.') {
            collect(checkout, &part.join(name), files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_copied_without_what_was_built_and_a_change_is_another_state() {
        let folder = tempfile::tempdir().unwrap();
        let checkout = folder.path().join("checkout");
        for file in ["Cargo.toml", "Cargo.lock", "crates/labora/Cargo.toml", "crates/labora/target/x", "docs/x"] {
            super::super::files::write(&checkout.join(file), file).unwrap();
        }
        let sources = Sources::find(Some(&checkout)).unwrap();
        let before = sources.digest().unwrap();
        let copy = folder.path().join("copy");
        sources.copy(&copy).unwrap();
        assert_eq!(Sources::find(Some(&copy)).unwrap().digest().unwrap(), before);
        assert!(!copy.join("crates/labora/target").exists() && !copy.join("docs").exists());
        fs::write(checkout.join("Cargo.lock"), "other").unwrap();
        assert_ne!(sources.digest().unwrap(), before);
        let error = Sources::find(Some(folder.path())).unwrap_err();
        assert!(error.message().contains("name a checkout of it by --rust=CHECKOUT"), "{error}");
    }
}
