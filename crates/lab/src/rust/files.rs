//! Files that the image of Rust notebooks consists of.

use std::fs;
use std::path::Path;

use crate::error::{Error, Result};

/// Writes a file and the folders above it.
pub fn write(file: &Path, text: &str) -> Result<()> {
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, text));
    written.map_err(|e| Error::io(file.display(), e))
}
