//! What a runtime has in the host's file system.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::cgroup;

/// What is left of a runtime when its programs have ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remains {
    /// Its folders.
    pub folders: Vec<PathBuf>,
    /// The folders of its control groups.
    pub cgroups: Vec<PathBuf>,
    /// The file that says so.
    pub record: Option<PathBuf>,
}

impl Remains {
    /// Removes them. What is not there, or cannot be removed, is passed over.
    pub fn remove(&self) {
        // No link is followed, whatever the runtime put there.
        self.folders.iter().for_each(|folder| _ = fs::remove_dir_all(folder));
        cgroup::remove(self.cgroups.clone());
        self.record.iter().for_each(|file| _ = fs::remove_file(file));
    }
}
