//! Defaults of settings that an image gives: `overrides.json` in the folder `lab/settings`, and the files of
//! its folder `overrides.d`, as JupyterLab documents them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::relaxed_json;

/// The defaults of all plugins that a folder gives, by the plugin's name. The files of `overrides.d` come
/// first, in the order of their names; later ones change single fields. A file that is no JSON is named in
/// the log.
pub fn read(folder: &Path) -> Map<String, Value> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("overrides.d")).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.extend(["overrides.json", "overrides.json5"].map(|name| folder.join(name)));
    let mut all = json!({});
    for file in files {
        let is_json = file.extension().is_some_and(|extension| extension == "json" || extension == "json5");
        let Some(text) = fs::read_to_string(&file).ok().filter(|_| is_json) else { continue };
        match relaxed_json::parse(&text) {
            Ok(one) => update(&mut all, one),
            Err(error) => tracing::warn!(file = %file.display(), "settings of the image are no JSON: {error}"),
        }
    }
    all.as_object().cloned().unwrap_or_default()
}

/// Writes a plugin's defaults into its schema.
pub fn apply(schema: &mut Value, defaults: Option<&Value>) {
    let Some(schema) = schema.as_object_mut() else { return };
    let Some(properties) = schema.entry("properties").or_insert_with(|| json!({})).as_object_mut() else { return };
    for (name, value) in defaults.and_then(Value::as_object).into_iter().flatten() {
        // `true`, which allows anything, is a schema, too.
        if let Some(property) = properties.entry(name).or_insert_with(|| json!({})).as_object_mut() {
            update(property.entry("default").or_insert(Value::Null), value.clone());
        }
    }
}

/// Objects are merged; anything else is replaced.
fn update(to: &mut Value, from: Value) {
    match (to, from) {
        (Value::Object(to), Value::Object(from)) => {
            for (name, value) in from {
                update(to.entry(name).or_insert(Value::Null), value);
            }
        }
        (to, from) => *to = from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_files_change_single_fields_of_defaults() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("overrides.d")).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("overrides.d/b.json", r#"{"@s/p:q": {"size": 2, "editor": {"rate": 1}}}"#);
        write("overrides.d/a.json5", "{'@s/p:q': {size: 1, editor: {rate: 0, wide: true}}} // first");
        write("overrides.d/c.txt", r#"{"@s/p:q": {"size": 9}}"#);
        write("overrides.json", r#"{"@s/p:q": {"new": [1]}}"#);
        write("overrides.json5", "{");
        let all = read(folder.path());
        let mut schema = json!({"properties": {"size": {"type": "integer", "default": 0}}});
        apply(&mut schema, all.get("@s/p:q"));
        let expected = json!({
            "size": {"type": "integer", "default": 2},
            "editor": {"default": {"rate": 1, "wide": true}},
            "new": {"default": [1]},
        });
        assert_eq!(schema["properties"], expected);
        apply(&mut schema, all.get("@s/p:other"));
        assert_eq!(schema["properties"], expected);
    }
}
