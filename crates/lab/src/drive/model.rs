//! Models: what clients read about a file, a notebook or a folder.

use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustix::fs::Stat;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::folder::{is_file, is_folder};
use super::media_type::media_type;
use super::path::DrivePath;
use super::volume::{Drive, MAX_MODEL_BYTES};
use crate::clock;
use crate::error::{Error, Result};
use crate::notebook;
use crate::random;

/// What a path is for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A notebook.
    Notebook,
    /// A folder.
    Directory,
}

impl Kind {
    /// The kind that clients call so. An unknown name means a file, as in Jupyter.
    pub fn from_name(name: &str) -> Kind {
        match name {
            "notebook" => Kind::Notebook,
            "directory" => Kind::Directory,
            _ => Kind::File,
        }
    }

    /// The kind of a file with that name.
    pub fn of_name(name: &str) -> Kind {
        if name.ends_with(".ipynb") { Kind::Notebook } else { Kind::File }
    }

    /// Its name in models.
    pub fn name(self) -> &'static str {
        match self {
            Kind::File => "file",
            Kind::Notebook => "notebook",
            Kind::Directory => "directory",
        }
    }
}

/// How the content of a file is written in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// UTF-8 text.
    Text,
    /// Bytes in base64.
    Base64,
    /// Notebooks and folders.
    Json,
}

impl Format {
    /// The format that clients call so.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn from_name(name: &str) -> Result<Format> {
        match name {
            "text" => Ok(Format::Text),
            "base64" => Ok(Format::Base64),
            "json" => Ok(Format::Json),
            _ => Err(Error::invalid(format!("Format {name:?} is invalid: text, base64 or json"))),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Base64 => "base64",
            Format::Json => "json",
        }
    }
}

/// What a client asks of a model.
#[derive(Clone, Copy, Debug, Default)]
pub struct GetOptions {
    /// The kind it expects; none takes what is there.
    pub kind: Option<Kind>,
    /// The format of the content of a file; none takes text if it is text.
    pub format: Option<Format>,
    /// With the content.
    pub content: bool,
    /// With the SHA-256 of the file.
    pub hash: bool,
}

impl Drive {
    /// The model of a path.
    ///
    /// # Errors
    /// It is not there, hidden, or of another kind than expected.
    pub fn get(&self, path: &DrivePath, options: GetOptions) -> Result<Value> {
        self.check_visible(path)?;
        let stat = self.folder.stat(path)?;
        if is_folder(&stat) {
            if let Some(kind @ (Kind::File | Kind::Notebook)) = options.kind {
                return Err(Error::invalid(format!("{path} is a directory, not a {}", kind.name())));
            }
            return self.directory_model(path, &stat, options);
        }
        if options.kind == Some(Kind::Directory) {
            return Err(Error::invalid(format!("{path} is not a directory")));
        }
        if !is_file(&stat) {
            return Err(Error::invalid(format!("{path} is no regular file")));
        }
        match options.kind.unwrap_or(Kind::of_name(path.name())) {
            Kind::Notebook => self.notebook_model(path, stat, options),
            _ => self.file_model(path, stat, options),
        }
    }

    fn directory_model(&self, path: &DrivePath, stat: &Stat, options: GetOptions) -> Result<Value> {
        if options.format.is_some_and(|format| format != Format::Json) {
            return Err(Error::invalid(format!("{path} is a directory: its format is json")));
        }
        let mut model = self.base(path, Kind::Directory, stat);
        if options.content {
            let entries = self.folder.list(path)?;
            let visible = entries.into_iter().filter(|entry| !entry.name.starts_with('.'));
            let models: Result<Vec<Value>> = visible
                .map(|entry| {
                    let kind = if is_folder(&entry.stat) { Kind::Directory } else { Kind::of_name(&entry.name) };
                    Ok(Value::Object(self.base(&path.join(&entry.name)?, kind, &entry.stat)))
                })
                .collect();
            model.insert("content".into(), models?.into());
            model.insert("format".into(), "json".into());
        }
        Ok(model.into())
    }

    fn notebook_model(&self, path: &DrivePath, stat: Stat, options: GetOptions) -> Result<Value> {
        let mut model = self.base(path, Kind::Notebook, &stat);
        if options.content || options.hash {
            let (bytes, stat) = self.folder.read(path, MAX_MODEL_BYTES)?;
            model = self.base(path, Kind::Notebook, &stat);
            if options.hash {
                insert_hash(&mut model, &bytes);
            }
            if options.content {
                let unreadable = |e: Error| Error::invalid(format!("Unreadable Notebook: {path}: {}", e.message()));
                let mut content = notebook::read(&bytes).map_err(unreadable)?;
                if let Err(problem) = notebook::validate(&content) {
                    let text = serde_json::to_string_pretty(&content).unwrap_or_default();
                    let message = format!("Notebook validation failed: {problem}:\n{text}");
                    model.insert("message".into(), message.chars().take(2000).collect::<String>().into());
                }
                let is_trusted = self.signatures.contains(&content);
                notebook::mark_trusted(&mut content, is_trusted);
                model.insert("content".into(), content);
                model.insert("format".into(), Format::Json.name().into());
            }
        }
        Ok(model.into())
    }

    fn file_model(&self, path: &DrivePath, stat: Stat, options: GetOptions) -> Result<Value> {
        let mut model = self.base(path, Kind::File, &stat);
        if options.content || options.hash {
            let (bytes, stat) = self.folder.read(path, MAX_MODEL_BYTES)?;
            model = self.base(path, Kind::File, &stat);
            if options.hash {
                insert_hash(&mut model, &bytes);
            }
            if options.content {
                insert_content(&mut model, path, bytes, options.format)?;
            }
        }
        Ok(model.into())
    }

    /// The fields that all models have.
    pub(super) fn base(&self, path: &DrivePath, kind: Kind, stat: &Stat) -> Map<String, Value> {
        let is_a_file = kind != Kind::Directory;
        let mimetype = if kind == Kind::File { media_type(path.name()) } else { None };
        let model = json!({
            "name": path.name(),
            "path": path.as_str(),
            "last_modified": clock::rfc3339(modified(stat)),
            "created": clock::rfc3339(clock::from_unix(stat.st_ctime, stat.st_ctime_nsec)),
            "content": null,
            "format": null,
            "mimetype": mimetype,
            "size": is_a_file.then_some(stat.st_size),
            "writable": self.folder.is_writable(path),
            "hash": null,
            "hash_algorithm": null,
            "type": kind.name(),
        });
        let Value::Object(model) = model else { unreachable!("an object was written") };
        model
    }
}

/// When a file was last written.
pub fn modified(stat: &Stat) -> SystemTime {
    clock::from_unix(stat.st_mtime, stat.st_mtime_nsec)
}

fn insert_hash(model: &mut Map<String, Value>, bytes: &[u8]) {
    model.insert("hash".into(), random::hex(&Sha256::digest(bytes)).into());
    model.insert("hash_algorithm".into(), "sha256".into());
}

fn insert_content(
    model: &mut Map<String, Value>,
    path: &DrivePath,
    bytes: Vec<u8>,
    format: Option<Format>,
) -> Result<()> {
    let text = match format {
        Some(Format::Base64) => Err(bytes),
        _ => String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes),
    };
    let (content, written, guess) = match text {
        Ok(text) => (text, Format::Text, "text/plain"),
        Err(_) if format == Some(Format::Text) => {
            return Err(Error::invalid(format!("{path} is not UTF-8 encoded: ask for format=base64")));
        }
        Err(bytes) => (STANDARD.encode(bytes), Format::Base64, "application/octet-stream"),
    };
    model.insert("content".into(), content.into());
    model.insert("format".into(), written.name().into());
    if model["mimetype"].is_null() {
        model.insert("mimetype".into(), guess.into());
    }
    Ok(())
}
