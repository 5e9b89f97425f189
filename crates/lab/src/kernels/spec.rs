//! Kernel specifications: which kernels there are, and how they are started.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::error::{Error, Result};

/// The kernel of notebooks that name none.
pub const DEFAULT: &str = "python3";

/// A kernel that can be started.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its name, that of its folder.
    pub name: String,
    /// The folder with `kernel.json` and its images.
    pub folder: PathBuf,
    /// What `kernel.json` says.
    pub json: Map<String, Value>,
}

impl Spec {
    /// The program and its arguments, for a connection file. Python is that of the image.
    pub fn command(&self, connection_file: &Path, python: &Path) -> Vec<String> {
        let argv = self.json.get("argv").and_then(Value::as_array);
        let mut command: Vec<String> = argv.into_iter().flatten().filter_map(Value::as_str).map(String::from).collect();
        for (number, argument) in command.iter_mut().enumerate() {
            let is_python = number == 0 && matches!(argument.as_str(), "python" | "python3");
            *argument = match is_python {
                true => python.display().to_string(),
                false => argument
                    .replace("{connection_file}", &connection_file.display().to_string())
                    .replace("{resource_dir}", &self.folder.display().to_string()),
            };
        }
        command
    }

    /// Variables of the environment that the kernel needs.
    pub fn environment(&self) -> impl Iterator<Item = (&str, &str)> {
        let variables = self.json.get("env").and_then(Value::as_object);
        variables.into_iter().flatten().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
    }

    /// True if the kernel is interrupted by a message, not by a signal.
    pub fn is_interrupted_by_message(&self) -> bool {
        self.json.get("interrupt_mode").and_then(Value::as_str) == Some("message")
    }

    /// What clients read; the images are at `address`.
    pub fn model(&self, address: impl Fn(&str) -> String) -> Value {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut resources = Map::new();
        for name in names {
            let key = match name.as_str() {
                "kernel.js" | "kernel.css" => name.clone(),
                name if name.starts_with("logo-") => name.split('.').next().unwrap_or(name).to_string(),
                _ => continue,
            };
            resources.insert(key, address(&name).into());
        }
        let mut spec = self.json.clone();
        for (field, empty) in [("env", json!({})), ("metadata", json!({})), ("interrupt_mode", "signal".into())] {
            spec.entry(field).or_insert(empty);
        }
        json!({"name": self.name, "spec": spec, "resources": resources})
    }
}

/// The folders in which kernels are looked for.
#[derive(Clone, Debug)]
pub struct Specs {
    folders: Vec<PathBuf>,
}

impl Specs {
    /// Kernels of these folders (`.../share/jupyter/kernels`), the first first.
    pub fn new(folders: Vec<PathBuf>) -> Specs {
        Specs { folders }
    }

    /// All kernels, by name.
    pub fn all(&self) -> BTreeMap<String, Spec> {
        let mut all = BTreeMap::new();
        for folder in &self.folders {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let Ok(name) = entry.file_name().into_string() else { continue };
                if let Some(spec) = read(&entry.path(), &name) {
                    all.entry(name).or_insert(spec);
                }
            }
        }
        all
    }

    /// The kernel of a name in any case; none or `python` means the default.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, name: Option<&str>) -> Result<Spec> {
        let name = name.filter(|name| !name.is_empty() && *name != "python").unwrap_or(DEFAULT);
        let all = self.all();
        let found = all.values().find(|spec| spec.name.eq_ignore_ascii_case(name)).cloned();
        found.ok_or_else(|| {
            let known: Vec<String> = all.into_keys().collect();
            let message = format!("there is no kernel {name:?}; there are: {}", known.join(", "));
            Error::new(axum::http::StatusCode::NOT_IMPLEMENTED, message)
        })
    }
}

fn read(folder: &Path, name: &str) -> Option<Spec> {
    let text = fs::read(folder.join("kernel.json")).ok()?;
    match serde_json::from_slice(&text) {
        Ok(json) => Some(Spec { name: name.to_string(), folder: folder.to_path_buf(), json }),
        Err(error) => {
            tracing::warn!(folder = %folder.display(), %error, "kernel.json cannot be read");
            None
        }
    }
}
