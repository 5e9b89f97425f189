//! Saves: new files, whole ones, and large ones that come in chunks.

use std::fs::File;
use std::io::Write;

use base64::Engine;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use rustix::fs::{self, AtFlags, OFlags, Stat};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::folder::is_folder;
use super::model::{Format, GetOptions, Kind};
use super::path::DrivePath;
use super::volume::{Drive, MAX_MODEL_BYTES};
use crate::error::{Error, Result};
use crate::notebook;
use crate::random;

/// Base64 as others write it, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

impl Drive {
    /// Makes an empty file, notebook or folder with a name of the server's choice, and returns its model.
    ///
    /// # Errors
    /// The folder is not there.
    pub fn new_untitled(&self, folder: &DrivePath, kind: Option<Kind>, extension: &str) -> Result<Value> {
        if !self.has_folder(folder) {
            return Err(Error::not_found(format!("No such directory: {folder}")));
        }
        if extension.contains('/') {
            return Err(Error::invalid(format!("{extension:?} is no extension")));
        }
        let kind = kind.unwrap_or(Kind::of_name(extension));
        let (name, insert) = match kind {
            Kind::Directory => ("Untitled Folder".to_string(), " "),
            Kind::Notebook => ("Untitled.ipynb".to_string(), ""),
            Kind::File => (format!("untitled{extension}"), ""),
        };
        let path = self.free_name(folder, &name, insert)?;
        self.save(&path, &json!({"type": kind.name()}))
    }

    /// Saves what a client sent, and returns the model without its content. A new file without content is
    /// empty; a field `chunk` says that the content is a part of a large file: 1, 2 ... and -1 for the last.
    ///
    /// # Errors
    /// The path is hidden or of another kind; the model lacks its type or content, or is no notebook.
    pub fn save(&self, path: &DrivePath, model: &Value) -> Result<Value> {
        self.check_may(path, "create")?;
        let is_new = self.folder.find(path)?.is_none();
        let kind = match (model["type"].as_str(), is_new) {
            (Some(name), _) if !name.is_empty() => Kind::from_name(name),
            (_, true) => Kind::of_name(path.name()),
            _ => return Err(Error::invalid("No file type provided")),
        };
        if !model["chunk"].is_null() {
            return self.save_chunk(path, model, kind);
        }
        let mut content = &model["content"];
        let empty = match kind {
            Kind::Notebook => notebook::empty(),
            _ => "".into(),
        };
        if is_new && content.is_null() {
            content = &empty;
        }
        if content.is_null() && kind != Kind::Directory {
            return Err(Error::invalid("No file content provided"));
        }
        let mut message = None;
        match kind {
            Kind::Directory => self.save_folder(path)?,
            Kind::File => self.write(path, &bytes_of(content, &model["format"])?)?,
            Kind::Notebook => message = self.save_notebook(path, content)?,
        }
        let mut saved = self.get(path, GetOptions { kind: Some(kind), ..GetOptions::default() })?;
        if let Some(message) = message {
            saved["message"] = message.into();
        }
        Ok(saved)
    }

    fn save_folder(&self, path: &DrivePath) -> Result<()> {
        match self.folder.find(path)? {
            Some(stat) if is_folder(&stat) => Ok(()),
            Some(_) => Err(Error::invalid(format!("Not a directory: {path}"))),
            None => self.folder.make(path),
        }
    }

    /// Writes a notebook. What did not change keeps its bytes. Returns a message if the notebook is not
    /// valid: it is saved nevertheless, so that nothing is lost.
    fn save_notebook(&self, path: &DrivePath, content: &Value) -> Result<Option<String>> {
        let mut content = content.clone();
        if !content.is_object() || !content["cells"].is_array() {
            return Err(Error::invalid(format!("{path}: the content is no notebook: it has no list of cells")));
        }
        notebook::repair(&mut content);
        let was_trusted = notebook::take_trusted(&mut content);
        let problem = notebook::validate(&content).err();
        let old = match self.folder.find(path)? {
            Some(_) => Some(self.folder.read(path, MAX_MODEL_BYTES)?.0),
            None => None,
        };
        let bytes = notebook::write(&content, old.as_deref());
        if old.as_deref() != Some(&bytes[..]) {
            self.write(path, &bytes)?;
        }
        if was_trusted {
            self.signatures.insert(&notebook::read(&bytes)?)?;
        }
        Ok(problem.map(|problem| format!("Notebook validation failed: {problem}")))
    }

    /// Changes a notebook on the disk. With `keeps_trust` one that was trusted still is, as it is the server
    /// that changes it.
    ///
    /// # Errors
    /// It is not there, or no notebook.
    pub fn change_notebook(&self, path: &DrivePath, keeps_trust: bool, change: impl FnOnce(&mut Value)) -> Result<()> {
        self.check_visible(path)?;
        let (bytes, _) = self.folder.read(path, MAX_MODEL_BYTES)?;
        let mut content = notebook::read(&bytes)?;
        let is_trusted = keeps_trust && self.signatures.contains(&content);
        change(&mut content);
        notebook::mark_trusted(&mut content, is_trusted);
        self.save_notebook(path, &content).map(|_| ())
    }

    /// Trusts a notebook as it is on the disk: its outputs may be active.
    ///
    /// # Errors
    /// It is not there, or no notebook.
    pub fn trust(&self, path: &DrivePath) -> Result<()> {
        self.check_visible(path)?;
        let (bytes, _) = self.folder.read(path, MAX_MODEL_BYTES)?;
        self.signatures.insert(&notebook::read(&bytes)?)
    }

    /// Appends a chunk to a hidden file beside the path; the last one renames it, so that the file is there
    /// whole or not at all. An upload that fails leaves nothing.
    fn save_chunk(&self, path: &DrivePath, model: &Value, kind: Kind) -> Result<Value> {
        if kind != Kind::File {
            let message = format!("File type {:?} is not supported for large file transfer", kind.name());
            return Err(Error::invalid(message));
        }
        let chunk = model["chunk"].as_i64().ok_or_else(|| Error::invalid("chunk is a number: 1, 2 ..., -1"))?;
        if model["content"].is_null() {
            return Err(Error::invalid("No file content provided"));
        }
        let (folder, name) = self.folder.parent(path)?;
        // The name itself may be as long as names are.
        let part = random::hex(&Sha256::digest(name)[..8]);
        let part = path.parent().join(&format!(".labora-upload-{part}"))?;
        let appended = bytes_of(&model["content"], &model["format"])
            .and_then(|bytes| self.append(path, &part, chunk, &bytes))
            .and_then(|stat| if chunk == -1 { self.end_upload(path, &part).map(|()| None) } else { Ok(Some(stat)) });
        match appended {
            Ok(None) => self.get(path, GetOptions { kind: Some(Kind::File), ..GetOptions::default() }),
            // Pages go on only after a model that is whole, with the dates of what has come.
            Ok(Some(stat)) => {
                let mut model = self.base(path, Kind::File, &stat);
                model.insert("writable".into(), true.into());
                Ok(model.into())
            }
            Err(error) => {
                // It may not be there, and a folder of that name is none of ours.
                let _ = fs::unlinkat(&folder, part.name(), AtFlags::empty());
                Err(error)
            }
        }
    }

    /// Appends to a hidden file, which the first chunk makes.
    fn append(&self, path: &DrivePath, part: &DrivePath, chunk: i64, bytes: &[u8]) -> Result<Stat> {
        self.folder.check_room(path, bytes.len() as u64)?;
        let start = if chunk == 1 { OFlags::CREATE | OFlags::TRUNC } else { OFlags::APPEND };
        let missing = |e: Error| Error::new(e.status(), format!("chunk {chunk} of {path}: {}", e.message()));
        // A FIFO of that name would block.
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | start;
        let mut file = File::from(self.folder.open_at(part, flags).map_err(missing)?);
        file.write_all(bytes).map_err(|e| Error::io(path, e))?;
        if chunk == -1 {
            file.sync_all().map_err(|e| Error::io(path, e))?;
        }
        fs::fstat(&file).map_err(|e| Error::io(path, e))
    }

    /// Gives a hidden file its name.
    fn end_upload(&self, path: &DrivePath, part: &DrivePath) -> Result<()> {
        let (folder, name) = self.folder.parent(path)?;
        let old = fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW).ok();
        if old.as_ref().is_some_and(is_folder) {
            return Err(Error::invalid(format!("{path} is a directory, not a file")));
        }
        self.keep_if_due(path);
        fs::renameat(&folder, part.name(), &folder, name).map_err(|e| Error::io(path, e))
    }
}

/// The bytes of the content of a file.
fn bytes_of(content: &Value, format: &Value) -> Result<Vec<u8>> {
    let format = Format::from_name(format.as_str().unwrap_or("text"))?;
    let text = match (content, format) {
        (Value::String(text), _) => text.clone(),
        // JupyterLab sends the content of files whose media type is JSON as a value.
        (value, Format::Json) => serde_json::to_string_pretty(value).unwrap_or_default(),
        _ => return Err(Error::invalid("the content of a file is text, or base64 with format=base64")),
    };
    match format {
        Format::Base64 => {
            let text: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
            BASE64.decode(text).map_err(|e| Error::invalid(format!("the content is no base64: {e}")))
        }
        _ => Ok(text.into_bytes()),
    }
}
