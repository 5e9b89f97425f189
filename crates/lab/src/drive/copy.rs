//! Copies of files and folders.

use serde_json::Value;

use super::folder::{Entry, is_folder};
use super::model::GetOptions;
use super::path::DrivePath;
use super::volume::{Drive, MAX_MODEL_BYTES};
use crate::error::{Error, Result};

/// The folders of the deepest tree that is copied.
const MAX_DEPTH: usize = 100;

impl Drive {
    /// Copies a file or folder into a folder under a free name, or to a path; returns the model of the copy.
    ///
    /// # Errors
    /// The source or the folder is not there, or one is hidden; a folder is copied into itself.
    pub fn copy(&self, from: &DrivePath, to: &DrivePath) -> Result<Value> {
        self.check_may(from, "copy")?;
        self.check_may(to, "copy")?;
        let is_tree = is_folder(&self.folder.stat(from)?);
        if is_tree && from.contains(to) {
            return Err(Error::invalid(format!("{from} cannot be copied into itself")));
        }
        let to = match self.folder.find(to)? {
            Some(stat) if is_folder(&stat) => self.free_name(to, &uncopied(from.name()), "-Copy")?,
            Some(_) => return Err(Error::conflict(format!("File already exists: {to}"))),
            // As in Jupyter, a folder is copied into a folder that is made for it.
            None if is_tree => {
                self.folder.make(to)?;
                to.join(from.name())?
            }
            None => to.clone(),
        };
        self.copy_tree(from, &to, 0)?;
        self.get(&to, GetOptions::default())
    }

    fn copy_tree(&self, from: &DrivePath, to: &DrivePath, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(Error::invalid(format!("{from} is more than {MAX_DEPTH} folders deep")));
        }
        if !is_folder(&self.folder.stat(from)?) {
            let (bytes, _) = self.folder.read(from, MAX_MODEL_BYTES)?;
            return self.folder.write(to, &bytes);
        }
        self.folder.make(to)?;
        // Links to folders are left out: two that lead back would double the copy at every level.
        let is_left_out = |entry: &Entry| entry.name.starts_with('.') || entry.is_link && is_folder(&entry.stat);
        for entry in self.folder.list(from)?.iter().filter(|entry| !is_left_out(entry)) {
            self.copy_tree(&from.join(&entry.name)?, &to.join(&entry.name)?, depth + 1)?;
        }
        Ok(())
    }
}

/// A name without the `-Copy1` of an earlier copy.
fn uncopied(name: &str) -> String {
    let Some((stem, rest)) = name.rsplit_once("-Copy") else { return name.into() };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let extension = &rest[digits..];
    if extension.is_empty() || extension.starts_with('.') { format!("{stem}{extension}") } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::uncopied;

    #[test]
    fn a_copy_of_a_copy_is_numbered_like_a_copy() {
        assert_eq!(uncopied("a-Copy12.ipynb"), "a.ipynb");
        assert_eq!(uncopied("a-Copyright.txt"), "a-Copyright.txt");
        assert_eq!(uncopied("a.ipynb"), "a.ipynb");
    }
}
