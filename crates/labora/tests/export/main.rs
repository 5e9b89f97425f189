//! Exported models, run by the programs for which they are made: ONNX Runtime, JAX, TensorFlow.
//!
//! The models are those of `tests/model_files`, which Keras has written with inputs and its predictions. One
//! family is part of the usual tests; all of them:
//!
//!     cargo test --workspace --features labora/worker --test export -- --include-ignored

mod onnx;
mod programs;
mod safetensors;

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// The cases of a family of models, and the folder with their files; `None` without Python.
fn cases(family: &str) -> Option<(Vec<Json>, PathBuf)> {
    let python = testkit::python()?;
    let make = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model_files/make.py");
    let folder = testkit::made_by(&python, &make, Path::new("-"), &[family.to_owned()]);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    Some((serde_json::from_str(&manifest).unwrap(), folder))
}

/// A script beside this file.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export").join(name)
}

/// The Python with these requirements of `tests/python`; `None`, after saying why, without it.
fn environment(requirements: &str, minor: u32) -> Option<PathBuf> {
    let pins = testkit::workspace_root().join("tests/python").join(requirements);
    let need = if minor > 11 { testkit::Need::Jax } else { testkit::Need::Python };
    let python = testkit::virtual_environment_from(&pins, minor);
    python.map_err(|reason| testkit::skip_without(need, &reason)).ok()
}
