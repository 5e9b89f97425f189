//! Workspaces: which documents were open, and where.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::random;
use crate::state_file;

/// The extension of their files.
const EXTENSION: &str = ".jupyterlab-workspace";

/// The workspaces of a folder.
#[derive(Debug)]
pub struct Workspaces(PathBuf);

impl Workspaces {
    /// Those of a folder, which is made when one is saved.
    pub fn new(folder: PathBuf) -> Workspaces {
        Workspaces(folder)
    }

    /// All workspaces.
    pub fn all(&self) -> Value {
        let values: Vec<Value> = self.files().iter().filter_map(|file| read(file)).collect();
        let ids: Vec<&Value> = values.iter().map(|workspace| &workspace["metadata"]["id"]).collect();
        json!({"workspaces": {"ids": ids, "values": values}})
    }

    /// A workspace; an empty one if it is not there.
    pub fn get(&self, name: &str) -> Value {
        let id = format!("/{}", name.trim_start_matches('/'));
        read(&self.file(name)).unwrap_or_else(|| json!({"data": {}, "metadata": {"id": id}}))
    }

    /// Saves a workspace.
    ///
    /// # Errors
    /// Its `metadata.id` is another name.
    pub fn put(&self, name: &str, workspace: &Value) -> Result<()> {
        let id = workspace["metadata"]["id"].as_str().ok_or_else(|| Error::invalid("metadata.id is missing"))?;
        if !is_name(workspace, name) {
            let message = format!("Workspace metadata ID mismatch: expected {name:?} got {id:?}");
            return Err(Error::invalid(message));
        }
        state_file::write(&self.file(name), workspace.to_string().as_bytes())
    }

    /// Deletes a workspace.
    ///
    /// # Errors
    /// It is not there.
    pub fn delete(&self, name: &str) -> Result<()> {
        let missing = |_| Error::not_found(format!("Workspace {name:?} not found"));
        fs::remove_file(self.file(name)).map_err(missing)
    }

    /// The files of all workspaces.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|file| file.to_string_lossy().ends_with(EXTENSION));
        files.sort();
        files
    }

    /// The file of a name: what of it is fit for a file's name, and a part of its hash. One that Jupyter's
    /// own server has saved has another name, and keeps it.
    fn file(&self, name: &str) -> PathBuf {
        let name = name.trim_start_matches('/');
        let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(80).collect();
        let digest = random::hex(&Sha256::digest(name)[..4]);
        let own = self.0.join(format!("{}-{digest}{EXTENSION}", plain.to_lowercase()));
        if own.is_file() {
            return own;
        }
        let has_name = |file: &PathBuf| read(file).is_some_and(|workspace| is_name(&workspace, name));
        self.files().into_iter().find(has_name).unwrap_or(own)
    }
}

/// True if a workspace says that this is its name.
fn is_name(workspace: &Value, name: &str) -> bool {
    let id = crate::access::unescape(workspace["metadata"]["id"].as_str().unwrap_or_default());
    id.trim_start_matches('/') == name.trim_start_matches('/')
}

fn read(file: &Path) -> Option<Value> {
    let mut workspace: Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let metadata = fs::metadata(file).ok()?;
    let modified = metadata.modified().ok()?;
    workspace["metadata"]["last_modified"] = rfc3339(modified).into();
    workspace["metadata"]["created"] = rfc3339(metadata.created().unwrap_or(modified)).into();
    Some(workspace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_is_kept_under_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let saved = Workspaces::new(folder.path().join("w"));
        assert_eq!(saved.get("default"), json!({"data": {}, "metadata": {"id": "/default"}}));
        let one = json!({"data": {"a": 1}, "metadata": {"id": "../é b"}});
        saved.put("../é b", &one).unwrap();
        assert_eq!(saved.get("../é b")["data"], one["data"]);
        assert!(!folder.path().join("é b").exists());
        assert_eq!(saved.all()["workspaces"]["ids"], json!(["../é b"]));
        assert_eq!(saved.put("other", &one).unwrap_err().status(), 400);
        saved.delete("../é b").unwrap();
        assert_eq!(saved.delete("../é b").unwrap_err().status(), 404);
    }

    #[test]
    fn a_workspace_that_jupyters_own_server_saved_keeps_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("foo-2c26.jupyterlab-workspace");
        fs::write(&file, r#"{"data": {"a": 1}, "metadata": {"id": "foo"}}"#).unwrap();
        let saved = Workspaces::new(folder.path().into());
        assert_eq!(saved.get("foo")["data"], json!({"a": 1}));
        saved.put("foo", &json!({"data": {"a": 2}, "metadata": {"id": "foo"}})).unwrap();
        assert_eq!(saved.all()["workspaces"]["ids"], json!(["foo"]));
        assert_eq!(read(&file).unwrap()["data"], json!({"a": 2}));
    }
}
