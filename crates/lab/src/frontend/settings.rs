//! Settings of JupyterLab's plugins: schemas of the bundle and of extensions, and what the user wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Map, Value, json};

use super::{overrides, relaxed_json};
use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::state_file;

/// Bytes of the largest text of settings.
const MAX_BYTES: usize = 4 << 20;

/// The settings.
#[derive(Debug)]
pub struct Settings {
    schemas: PathBuf,
    /// The folder with the defaults of the image.
    overrides: PathBuf,
    extensions: PathBuf,
    user: PathBuf,
}

impl Settings {
    /// Settings with the schemas of a bundle, the defaults of its image, and the schemas of the extensions in
    /// a folder; what users write is kept in `user`.
    pub fn new(lab: &Path, extensions: PathBuf, user: PathBuf) -> Settings {
        Settings { schemas: lab.join("schemas"), overrides: lab.join("settings"), extensions, user }
    }

    /// All settings; without schemas if only their names are asked for.
    pub fn all(&self, ids_only: bool) -> Value {
        let mut names = Vec::new();
        for folder in self.schema_folders() {
            names.extend(packages(&folder).iter().flat_map(|package| plugins(&folder, package)));
        }
        names.sort();
        names.dedup();
        let defaults = overrides::read(&self.overrides);
        let one = |id: &String| if ids_only { Some(json!({"id": id})) } else { self.model(id, &defaults).ok() };
        json!({"settings": names.iter().filter_map(one).collect::<Vec<_>>()})
    }

    /// The settings of a plugin, such as `@jupyterlab/apputils-extension:themes`.
    ///
    /// # Errors
    /// There is no such plugin.
    pub fn get(&self, id: &str) -> Result<Value> {
        self.model(id, &overrides::read(&self.overrides))
    }

    fn model(&self, id: &str, defaults: &Map<String, Value>) -> Result<Value> {
        let (mut schema, version) = self.schema(id)?;
        overrides::apply(&mut schema, defaults.get(id));
        let file = self.file(id)?;
        let raw = fs::read_to_string(&file).unwrap_or_else(|_| "{}".into());
        let parsed = relaxed_json::parse(&raw).ok().filter(Value::is_object);
        let mut model = json!({
            "id": id, "raw": raw, "schema": schema, "settings": parsed.clone().unwrap_or_else(|| json!({})),
            "version": version,
        });
        if parsed.is_none() {
            model["warning"] = format!("{}: no JSON, ignored", file.display()).into();
        }
        let time = |time: std::io::Result<SystemTime>| time.ok().map(rfc3339);
        if let Ok(metadata) = fs::metadata(&file) {
            model["last_modified"] = time(metadata.modified()).into();
            model["created"] = time(metadata.created().or_else(|_| metadata.modified())).into();
        } else {
            model["last_modified"] = Value::Null;
            model["created"] = Value::Null;
        }
        Ok(model)
    }

    /// Writes the settings of a plugin: a text in JSON, with comments.
    ///
    /// # Errors
    /// There is no such plugin, or the text is no object in JSON.
    pub fn put(&self, id: &str, raw: &str) -> Result<()> {
        let (schema, _) = self.schema(id)?;
        if raw.len() > MAX_BYTES {
            return Err(Error::invalid(format!("settings have at most {MAX_BYTES} bytes")));
        }
        let parsed =
            relaxed_json::parse(raw).map_err(|e| Error::invalid(format!("Failed parsing JSON payload: {e}")))?;
        let fields = parsed.as_object().ok_or_else(|| Error::invalid("settings are an object in JSON"))?;
        for (name, value) in fields {
            check(name, value, &schema["properties"][name])?;
        }
        state_file::write(&self.file(id)?, raw.as_bytes())
    }

    fn schema_folders(&self) -> Vec<PathBuf> {
        let mut folders = vec![self.schemas.clone()];
        folders.extend(packages(&self.extensions).iter().map(|name| self.extensions.join(name).join("schemas")));
        folders
    }

    /// The schema of a plugin and the version of its package.
    fn schema(&self, id: &str) -> Result<(Value, Value)> {
        let (package, plugin) = split(id)?;
        for folder in self.schema_folders() {
            let folder = folder.join(package);
            let Ok(text) = fs::read(folder.join(format!("{plugin}.json"))) else { continue };
            let schema = serde_json::from_slice(&text)
                .map_err(|e| Error::internal(format!("the schema of {id} is no JSON: {e}")))?;
            let package = fs::read(folder.join("package.json.orig")).unwrap_or_default();
            let package: Value = serde_json::from_slice(&package).unwrap_or_default();
            let version = if package["version"].is_string() { package["version"].clone() } else { "N/A".into() };
            return Ok((schema, version));
        }
        Err(Error::not_found(format!("Schema not found: {id}")))
    }

    fn file(&self, id: &str) -> Result<PathBuf> {
        let (package, plugin) = split(id)?;
        Ok(self.user.join(package).join(format!("{plugin}.jupyterlab-settings")))
    }
}

/// The package and the name of a plugin, both fit to be names of files.
fn split(id: &str) -> Result<(&str, &str)> {
    let is_name = |text: &str| {
        !text.is_empty()
            && !text.starts_with('.')
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"@._-".contains(&b))
    };
    let parts = id.split_once(':');
    let good = parts.filter(|(package, plugin)| {
        is_name(plugin) && package.split('/').all(is_name) && package.matches('/').count() <= 1
    });
    good.ok_or_else(|| Error::not_found(format!("Schema not found: {id:?} is no name PACKAGE:PLUGIN")))
}

/// The names of packages in a folder, with those in folders of scopes (`@scope/package`).
fn packages(folder: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    };
    let scoped = |name: String| match name.starts_with('@') {
        true => names(&folder.join(&name)).into_iter().map(|inner| format!("{name}/{inner}")).collect(),
        false => vec![name],
    };
    names(folder).into_iter().flat_map(scoped).collect()
}

fn plugins(folder: &Path, package: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.join(package)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|name| Some(format!("{package}:{}", name.strip_suffix(".json")?))).collect()
}

/// Checks a value against the type and the choices of its schema. The page checks the rest.
fn check(name: &str, value: &Value, schema: &Value) -> Result<()> {
    let is_of = |kind: &Value| match kind.as_str() {
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("null") => value.is_null(),
        _ => true,
    };
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        Value::Null => return Ok(()),
        kind => vec![kind.clone()],
    };
    let is_choice = schema["enum"].as_array().is_none_or(|choices| choices.contains(value));
    match kinds.iter().any(is_of) && is_choice {
        true => Ok(()),
        false => Err(Error::invalid(format!("Failed validating input: {name} is not {}", schema["type"]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_those_of_schemas_and_never_leave_their_folder() {
        let folder = tempfile::tempdir().unwrap();
        let schemas = folder.path().join("lab/schemas/@s/p");
        fs::create_dir_all(&schemas).unwrap();
        let schema = json!({"properties": {"size": {"type": "integer"}, "theme": {"type": "string", "enum": ["a"]}}});
        fs::write(schemas.join("plugin.json"), schema.to_string()).unwrap();
        fs::write(schemas.join("package.json.orig"), "{\"version\": \"1.2\"}").unwrap();
        let settings = Settings::new(&folder.path().join("lab"), folder.path().join("x"), folder.path().join("user"));
        let id = "@s/p:plugin";
        assert_eq!(settings.all(true), json!({"settings": [{"id": id}]}));
        assert_eq!(settings.get(id).unwrap()["version"], "1.2");
        settings.put(id, "// mine\n{\"size\": 3, \"theme\": \"a\",}").unwrap();
        assert_eq!(settings.get(id).unwrap()["settings"], json!({"size": 3, "theme": "a"}));
        for bad in ["{\"size\": \"x\"}", "{\"theme\": \"b\"}", "[]", "{"] {
            assert_eq!(settings.put(id, bad).unwrap_err().status(), 400, "{bad}");
        }
        for bad in ["../../x:plugin", "@s/p:../plugin", "@s/p", "@s/p:none", "/etc:x", "a/b/c:d"] {
            assert_eq!(settings.get(bad).unwrap_err().status(), 404, "{bad}");
        }
    }
}
