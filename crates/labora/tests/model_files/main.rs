//! Files of models that Keras 3, 2 and 1 have written: each is loaded, predicts, goes on with its training,
//! is saved, and is opened by Keras again.
//!
//! `cases.py` and `operations.py` are the tables of the models. `make.py` has Keras write them, with inputs and
//! what Keras makes of these, into the cache folder. One family is part of the usual tests; all of them:
//!
//!     cargo test --workspace --features labora/worker --test model_files -- --include-ignored

mod custom;
mod lora;
mod quantize;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use keras::models::load_model;
use keras::objects::Registry;
use keras::{Array, Device, DeviceModel, Model};
use pjrt::NamedValue;
use serde_json::Value as Json;

/// The relative and absolute tolerance of predictions.
const PREDICTIONS: f32 = 1e-5;
/// The tolerance of losses and weights after the steps of a training.
const TRAINED: f32 = 1e-4;

/// The tests, each with a family of `cases.py`.
macro_rules! families {
    ($($(#[$attribute:meta])* $family:ident;)*) => { $(
        #[test]
        $(#[$attribute])*
        fn $family() {
            check(stringify!($family));
        }
    )* };
}

families! {
    sample;
    #[ignore = "all files of models take minutes"]
    structure;
    #[ignore = "all files of models take minutes"]
    layers;
    #[ignore = "all files of models take minutes"]
    sequences;
    #[ignore = "all files of models take minutes"]
    sizes;
    #[ignore = "all files of models take minutes"]
    optimizers;
    #[ignore = "all files of models take minutes"]
    quantized;
    #[ignore = "all files of models take minutes"]
    float8;
    #[ignore = "all files of models take minutes"]
    operations;
    #[ignore = "all files of models take minutes"]
    weights;
    #[ignore = "all files of models take minutes"]
    custom_objects;
    #[ignore = "all files of models take minutes; needs tf_keras"]
    keras2;
}

#[test]
#[ignore = "loads TensorFlow; needs tf_keras"]
fn keras1() {
    check_script("keras_1.py");
}

#[test]
#[ignore = "loads TensorFlow; needs tf_keras"]
fn layers_of_cudnn() {
    check_script("cudnn.py");
}

/// Checks the files that a script of Keras 2 has written.
fn check_script(name: &str) {
    let Some(python) = testkit::keras_2() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model_files").join(name);
    let folder = testkit::made_by(&python, &script, Path::new("-"), &[]);
    let ours = tempfile::tempdir().unwrap();
    for case in cases(&folder) {
        check_file(&folder, case["files"][0].as_str().unwrap(), &case, ours.path()).unwrap();
    }
}

/// The cases of a folder.
fn cases(folder: &Path) -> Vec<Json> {
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    serde_json::from_str(&manifest).unwrap()
}

/// Checks the cases of a family, and reports all that differ.
fn check(family: &str) {
    let keras_2 = family == "keras2";
    let python = if keras_2 { testkit::keras_2() } else { testkit::python() };
    let Some(python) = python else { return };
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model_files");
    let folder = testkit::made_by(&python, &scripts.join("make.py"), Path::new("-"), &[family.to_owned()]);
    let cases = cases(&folder);
    assert!(!cases.is_empty(), "no cases of {family}");
    let ours = tempfile::tempdir().unwrap();
    let mut failures = String::new();
    let (mut files, mut trained) = (0, 0);
    for case in &cases {
        for file in case["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()) {
            files += 1;
            trained += usize::from(case.get("trained").is_some());
            if let Err(reason) = check_file(&folder, file, case, ours.path()) {
                writeln!(failures, "{file}: {reason}").unwrap();
            }
        }
    }
    let checker = if keras_2 { testkit::python() } else { Some(python) };
    if let Some(python) = checker {
        let arguments = [ours.path().as_os_str(), folder.as_os_str()];
        failures += &testkit::run_python(&python, &scripts.join("check.py"), &arguments);
    }
    println!("{family}: {files} files of {} models, {trained} of them trained", cases.len());
    assert!(failures.is_empty(), "{family}, {files} files:\n{failures}");
}

/// Checks one file; the reason if something differs.
fn check_file(folder: &Path, file: &str, case: &Json, ours: &Path) -> Result<(), String> {
    let text = |error: keras::Error| error.to_string();
    let mut registry = Registry::new();
    custom::register(&mut registry);
    let model = load(folder, file, case, &registry).map_err(text)?;
    model.save(ours.join(saved_name(file, "loaded"))).map_err(text)?;
    if !saved_name(file, "").ends_with(file) {
        model.save_weights(ours.join(file)).map_err(text)?;
    }
    let mut model = on_one_core(&model);
    // Those of other sizes, if the model takes inputs of any size.
    let batches: Vec<&Json> = [case].into_iter().chain(case["others"].as_array().unwrap()).collect();
    for batch in &batches {
        let found = model.predict_on_batch(arrays(&batch["inputs"])).map_err(text)?;
        same_arrays(&found, &batch["predictions"], "the predictions")?;
    }
    let Some(trained) = case.get("trained") else { return Ok(()) };
    let losses = trained["losses"].as_array().unwrap();
    for ((step, expected), batch) in losses.iter().enumerate().zip(batches.iter().cycle()) {
        let samples = (arrays(&batch["inputs"]), arrays(&batch["targets"]));
        let logs = model.train_on_batch(samples).map_err(text)?;
        let loss = logs.get("loss").unwrap_or(f64::NAN) as f32;
        same(&[loss], &[expected.as_f64().unwrap() as f32], TRAINED, &format!("the loss of step {step}"))?;
        let mut names: Vec<&str> = logs.names().collect();
        names.sort_unstable();
        if trained["metrics"] != serde_json::json!(names) {
            return Err(format!("the metrics are {names:?}, those of Keras {}", trained["metrics"]));
        }
    }
    let expected = trained["weights"].as_array().unwrap();
    let variables = model.model().variables();
    if variables.len() != expected.len() {
        return Err(format!("{} weights, Keras has {}", variables.len(), expected.len()));
    }
    for (variable, expected) in variables.iter().zip(expected) {
        same(&variable.values, &floats(&expected["values"]), TRAINED, &format!("{} after training", variable.path))?;
    }
    model.model().save(ours.join(saved_name(file, "trained"))).map_err(text)
}

/// The model of a file; for a file of weights alone, the case's model with these weights.
fn load(folder: &Path, file: &str, case: &Json, registry: &Registry) -> keras::Result<Model> {
    if !file.contains(".weights.") {
        return load_model(folder.join(file), registry);
    }
    let whole = case["files"][0].as_str().unwrap();
    let mut model = load_model(folder.join(whole), registry)?;
    model.initialize(7)?;
    model.load_weights(folder.join(file))?;
    Ok(model)
}

/// The name under which a whole model is saved; that of a file of weights is another.
fn saved_name(file: &str, stage: &str) -> PathBuf {
    let (name, ending) = file.split_once('.').unwrap();
    let ending = if ending.starts_with("weights") { "keras" } else { ending };
    let separator = if stage.is_empty() { "" } else { "." };
    PathBuf::from(format!("{name}{separator}{stage}.{ending}"))
}

fn on_one_core(model: &Model) -> DeviceModel {
    let options = [("cores", NamedValue::Int64(1)), ("numerics", NamedValue::String("highest".into()))];
    let client = pjrt::Client::new(&plugin::linked().unwrap(), &options).unwrap();
    model.to_device(&Device::new(client, 1).unwrap().quiet()).unwrap()
}

fn floats(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

fn shape(json: &Json) -> Vec<usize> {
    json["shape"].as_array().unwrap().iter().map(|v| v.as_u64().unwrap() as usize).collect()
}

fn arrays(json: &Json) -> Vec<Array> {
    let array = |json: &Json| {
        let values = floats(&json["values"]);
        match json["dtype"].as_str().unwrap() {
            "int32" => Array::new(shape(json), values.iter().map(|v| *v as i32).collect::<Vec<_>>()).unwrap(),
            _ => Array::new(shape(json), values).unwrap(),
        }
    };
    json.as_array().unwrap().iter().map(array).collect()
}

fn same_arrays(found: &[Array], expected: &Json, what: &str) -> Result<(), String> {
    let expected = expected.as_array().unwrap();
    if found.len() != expected.len() {
        return Err(format!("{what} are {} arrays, those of Keras {}", found.len(), expected.len()));
    }
    for (found, expected) in found.iter().zip(expected) {
        if found.dims() != shape(expected) {
            return Err(format!("{what} are of shape {:?}, those of Keras {:?}", found.dims(), shape(expected)));
        }
        same(found.as_f32().unwrap(), &floats(&expected["values"]), PREDICTIONS, what)?;
    }
    Ok(())
}

fn same(found: &[f32], expected: &[f32], tolerance: f32, what: &str) -> Result<(), String> {
    if found.len() != expected.len() {
        return Err(format!("{what}: {} numbers, those of Keras are {}", found.len(), expected.len()));
    }
    // A difference that is NaN is one, too.
    let differs = |(a, b): &(&f32, &f32)| {
        let within = (*a - *b).abs() <= tolerance * b.abs().max(1.0);
        !within
    };
    let count = found.iter().zip(expected).filter(differs).count();
    match found.iter().zip(expected).find(differs) {
        Some((a, b)) => Err(format!("{what}: {count} of {} numbers differ, such as {a}, Keras {b}", found.len())),
        None => Ok(()),
    }
}
