//! Folders of files and data sets that real Keras reads with TensorFlow, read here.

mod directories;
mod stored;

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// The folder with the files, and what Keras made of them; `None`, after saying why, without a Python.
fn keras_reads() -> Option<&'static (PathBuf, Value)> {
    static READ: OnceLock<Option<(PathBuf, Value)>> = OnceLock::new();
    READ.get_or_init(|| {
        let python = testkit::virtual_environment(&testkit::workspace_root().join("tests/python/data.txt"));
        let python = python.map_err(|reason| testkit::skip_without(testkit::Need::Python, &reason)).ok()?;
        let folder = tempfile::tempdir().unwrap().keep();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/directories.py");
        let output = Command::new(python).arg(script).arg(&folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let expected = std::fs::read(folder.join("expected.json")).unwrap();
        Some((folder, serde_json::from_slice(&expected).unwrap()))
    })
    .as_ref()
}

/// All numbers of nested lists.
fn floats(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(items) => items.iter().flat_map(floats).collect(),
        number => vec![number.as_f64().unwrap() as f32],
    }
}
