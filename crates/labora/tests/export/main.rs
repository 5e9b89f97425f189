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

use keras::models::load_model;
use keras::objects::Registry;
use keras::{Model, Shape};
use serde_json::Value as Json;

/// The cases of a family of models, and the folder with their files; `None` without Python.
fn cases(family: &str) -> Option<(Vec<Json>, PathBuf)> {
    let python = testkit::python()?;
    let make = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model_files/make.py");
    let folder = testkit::made_by(&python, &make, Path::new("-"), &[family.to_owned()]);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    Some((serde_json::from_str(&manifest).unwrap(), folder))
}

/// The model of a case's first file, for inputs of the sizes that the case has.
fn load(folder: &Path, case: &Json) -> Model {
    let model = load_model(folder.join(case["files"][0].as_str().unwrap()), &Registry::new()).unwrap();
    let row = |array: &Json| -> Vec<usize> {
        let sizes = array["shape"].as_array().unwrap().iter().skip(1);
        sizes.map(|size| size.as_u64().unwrap() as usize).collect()
    };
    let shapes: Vec<Shape> = case["inputs"].as_array().unwrap().iter().map(|array| Shape::new(row(array))).collect();
    if model.has_known_shapes() { model } else { model.with_input_shapes(&shapes).unwrap() }
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
