//! Folders of files and data sets that real Keras reads with TensorFlow, read here.

mod directories;
mod stored;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

/// The folder with the files, and what Keras made of them; `None`, after saying why, without a Python.
fn keras_reads() -> Option<&'static (PathBuf, Value)> {
    static READ: OnceLock<Option<(PathBuf, Value)>> = OnceLock::new();
    READ.get_or_init(|| {
        let python = testkit::keras_tensorflow()?;
        let folder = tempfile::tempdir().unwrap().keep();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/directories.py");
        testkit::run_python(&python, &script, &[&folder]);
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
