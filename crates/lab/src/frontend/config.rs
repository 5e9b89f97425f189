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

    /// Replaces a section, or changes its fields: null removes one.
    ///
    /// # Errors
    /// The value is no object, or the name none of a section.
    pub fn put(&self, section: &str, value: Value, is_change: bool) -> Result<Value> {
        if !value.is_object() {
            return Err(Error::invalid("a section of configuration is an object in JSON"));
        }
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut new = if is_change { self.get(section)? } else { Map::new().into() };
        merge(&mut new, value);
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

fn merge(old: &mut Value, new: Value) {
    let Value::Object(fields) = new else {
        *old = new;
        return;
    };
    if !old.is_object() {
        *old = Map::new().into();
    }
    for (name, value) in fields {
        match value {
            Value::Null => _ = old.as_object_mut().map(|fields| fields.shift_remove(&name)),
            value => merge(&mut old[name], value),
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
        config.put("one", json!({"a": {"b": 1, "c": 2}, "d": 3}), false).unwrap();
        let changed = config.put("one", json!({"a": {"b": null, "e": 4}, "d": 5}), true).unwrap();
        assert_eq!(changed, json!({"a": {"c": 2, "e": 4}, "d": 5}));
        assert_eq!(config.get("one").unwrap(), changed);
        assert!(config.get("../one").is_err() && config.put("one", json!([]), false).is_err());
    }
}
