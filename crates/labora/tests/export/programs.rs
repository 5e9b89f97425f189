//! Models as StableHLO programs predict what Keras predicts: in JAX, in TensorFlow, and on our own device.

use std::path::Path;

use keras::models::{Export, ExportFormat};
use serde_json::Value as Json;

use crate::{cases, environment, load, script};

/// The cases: a network with two inputs among them, recurrent ones, and attention.
const CASES: [&str; 5] = ["dense", "shared_layer", "convolutions", "lstm", "transformer"];

/// Exports the cases in a format, for the rows of their inputs.
fn export(cases: &[Json], folder: &Path, to: &Path, format: ExportFormat, ending: &str) {
    let mut exported = 0;
    for case in cases.iter().filter(|case| CASES.iter().any(|name| case["name"] == *name)) {
        let (name, model) = (case["name"].as_str().unwrap(), load(folder, case));
        let rows = case["inputs"][0]["shape"][0].as_u64().unwrap() as usize;
        let options = Export { rows: Some(rows), ..format.into() };
        model.export(to.join(format!("{name}.{ending}")), options).unwrap();
        if name == "dense" {
            let options = Export { weights_as_arguments: true, ..options };
            model.export(to.join(format!("{name}.weights.{ending}")), options).unwrap();
        }
        exported += 1;
    }
    assert_eq!(exported, CASES.len());
}

#[test]
fn functions_of_jax_predict_as_keras() {
    let Some((cases, folder)) = cases("sample") else { return };
    let ours = tempfile::tempdir().unwrap();
    export(&cases, &folder, ours.path(), ExportFormat::Jax, "jax");
    for release in ["jax-0.11.1.txt", "jax-0.12.0.txt"] {
        let Some(python) = environment(release, 12) else { return };
        let arguments = [ours.path(), &folder.join("manifest.json")];
        assert_eq!(testkit::run_python(&python, &script("check_jax.py"), &arguments), "checked 6\n", "{release}");
    }
}

#[test]
#[ignore = "TensorFlow takes long to start"]
fn artifacts_in_tensorflow_predict_as_keras() {
    let (Some((cases, folder)), Some(python)) = (cases("sample"), testkit::keras_tensorflow()) else { return };
    let ours = tempfile::tempdir().unwrap();
    export(&cases, &folder, ours.path(), ExportFormat::StableHlo, "stablehlo");
    let arguments = [ours.path(), &folder.join("manifest.json")];
    assert_eq!(testkit::run_python(&python, &script("check_tensorflow.py"), &arguments), "checked 5\n");
}

/// The bytes of an array in a manifest.
fn bytes(array: &Json) -> Vec<u8> {
    let values = array["values"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap());
    match array["dtype"].as_str().unwrap() {
        "int32" => values.flat_map(|v| (v as i32).to_le_bytes()).collect(),
        _ => values.flat_map(|v| (v as f32).to_le_bytes()).collect(),
    }
}

#[test]
fn artifacts_evaluate_to_what_keras_predicts() {
    let Some((cases, folder)) = cases("sample") else { return };
    let ours = tempfile::tempdir().unwrap();
    export(&cases, &folder, ours.path(), ExportFormat::StableHlo, "stablehlo");
    for case in cases.iter().filter(|case| CASES.iter().any(|name| case["name"] == *name)) {
        let name = case["name"].as_str().unwrap();
        let artifact = std::fs::read(ours.path().join(format!("{name}.stablehlo"))).unwrap();
        let program = stablehlo::bytecode::read(&artifact).unwrap();
        let types = program.main().unwrap().param_types();
        let inputs = types.into_iter().zip(case["inputs"].as_array().unwrap());
        let inputs = inputs.map(|(ty, array)| stablehlo::Literal::from_bytes(ty, bytes(array)).unwrap());
        let results = stablehlo::interpret::evaluate(&program, &inputs.collect::<Vec<_>>()).unwrap();
        for (result, expected) in results.iter().zip(case["predictions"].as_array().unwrap()) {
            let values = expected["values"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32);
            let worst = testkit::worst_difference(&result.to_vec().unwrap(), &values.collect::<Vec<_>>());
            assert!(worst < 1e-5, "{name}: {worst}");
        }
    }
}
