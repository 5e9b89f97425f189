//! Sections of configuration that pages keep on the server.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::state_file;

/// The sections, a file for each.
#[derive(Debug)]
pub struct Config {
    folder: PathBuf,
    /// Held while a section is changed.
    changing: Mutex<()>,
}

impl Config {
    /// Those of a folder, which is made when one is written.
    pub fn new(folder: PathBuf) -> Config {
        Config { folder, changing: Mutex::default() }
    }

    /// A section; an empty object if it was never written.
    ///
    /// # Errors
    /// The name is none of a section.
    pub fn get(&self, section: &str) -> Result<Value> {
        let text = fs::read(self.file(section)?).unwrap_or_default();
        Ok(serde_json::from_slice(&text).unwrap_or_else(|_| Map::new().into()))
    }

    /// Replaces a section, or changes its fields: null removes one, and objects that are empty then go, too.
    ///
    /// # Errors
    /// The value is no object, or the name none of a section.
    pub fn put(&self, section: &str, value: Value, is_change: bool) -> Result<Value> {
        let Value::Object(mut new) = value else {
            return Err(Error::invalid("a section of configuration is an object in JSON"));
        };
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        if is_change {
            let mut old = self.get(section)?.as_object().cloned().unwrap_or_default();
            merge(&mut old, new);
            new = old;
        }
        let new = Value::Object(new);
        state_file::write(&self.file(section)?, new.to_string().as_bytes())?;
        Ok(new)
    }

    fn file(&self, section: &str) -> Result<PathBuf> {
        let is_name = !section.is_empty() && section.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
        match is_name {
            true => Ok(self.folder.join(format!("{section}.json"))),
            false => Err(Error::not_found(format!("{section:?} is no section of configuration"))),
        }
    }
}

fn merge(old: &mut Map<String, Value>, new: Map<String, Value>) {
    for (name, value) in new {
        let value = match value {
            Value::Object(fields) => {
                let mut inner = old.get(&name).and_then(Value::as_object).cloned().unwrap_or_default();
                merge(&mut inner, fields);
                if inner.is_empty() { Value::Null } else { inner.into() }
            }
            value => value,
        };
        match value {
            Value::Null => _ = old.shift_remove(&name),
            value => _ = old.insert(name, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn sections_are_replaced_and_changed() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::new(folder.path().join("c"));
        assert_eq!(config.get("one").unwrap(), json!({}));
        config.put("one", json!({"a": {"b": 1, "c": 2}, "d": 3, "f": {"g": 6}}), false).unwrap();
        let changed = config.put("one", json!({"a": {"b": null, "e": 4}, "d": 5, "f": {"g": null}}), true).unwrap();
        assert_eq!(changed, json!({"a": {"c": 2, "e": 4}, "d": 5}));
        assert_eq!(config.get("one").unwrap(), changed);
        assert!(config.get("../one").is_err() && config.put("one", json!([]), false).is_err());
    }
}
