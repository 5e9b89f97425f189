//! Models in ONNX Runtime predict what Keras predicts.

use std::fs;
use std::path::{Path, PathBuf};

use keras::applications;
use keras::layers::Lambda;
use keras::models::{ExportFormat, Variable};
use keras::{Activation, Array, Device, Input, Model, ops};
use pjrt::NamedValue;
use serde_json::{Value as Json, json};

use crate::{cases, environment, load};

/// The script that runs models in ONNX Runtime.
fn checker() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../onnx/tests/check_onnx.py")
}

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
    #[ignore = "all models take minutes"]
    structure;
    #[ignore = "all models take minutes"]
    layers;
    #[ignore = "all models take minutes"]
    sequences;
    #[ignore = "all models take minutes"]
    sizes;
    #[ignore = "all models take minutes"]
    quantized;
}

fn check(family: &str) {
    let (Some((cases, folder)), Some(python)) = (cases(family), environment("onnx.txt", 11)) else { return };
    let ours = tempfile::tempdir().unwrap();
    let mut failures = Vec::new();
    let mut exported = 0;
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        // The classes of a user are not registered here, and ONNX Runtime has no functions of bf16 on the CPU.
        if name.starts_with("custom_") || name == "mixed_policies" {
            continue;
        }
        let model = load(&folder, case);
        if let Err(error) = model.check_stateless("an exported program") {
            let exported = model.export(ours.path().join("stateful.onnx"), ExportFormat::Onnx);
            assert!(exported.unwrap_err().message().ends_with(error.message()));
            continue;
        }
        match model.export(ours.path().join(format!("{name}.onnx")), ExportFormat::Onnx) {
            Ok(()) => exported += 1,
            Err(e) => failures.push(format!("{name}: {e}")),
        }
    }
    let said = testkit::run_python(&python, &checker(), &[ours.path(), &folder.join("manifest.json")]);
    let (differences, last) = said.trim_end().rsplit_once('\n').unwrap_or(("", said.trim_end()));
    failures.extend((!differences.is_empty()).then(|| differences.to_owned()));
    assert!(failures.is_empty(), "{family}, {exported} models:\n{}", failures.join("\n"));
    assert_eq!(last, format!("checked {exported}"));
}

/// Draws the weights of a network that are 0 or 1 at first, so that they count.
fn draw_weights(model: &mut Model) {
    let mut random = keras::utils::Rng::seeded(2);
    let mut uniform = |low: f32, high: f32| low + (high - low) * random.below(1 << 20) as f32 / (1 << 20) as f32;
    let draw = |variable: &Variable, uniform: &mut dyn FnMut(f32, f32) -> f32| match variable.name.as_str() {
        "gamma" | "variance" | "moving_variance" => variable.values.iter().map(|_| uniform(0.5, 1.5)).collect(),
        "beta" | "bias" | "mean" | "moving_mean" => variable.values.iter().map(|_| uniform(-0.2, 0.2)).collect(),
        _ => variable.values.clone(),
    };
    let weights = model.variables().iter().map(|variable| draw(variable, &mut uniform)).collect();
    model.set_weights(weights).unwrap();
}

/// What a model predicts for rows of drawn numbers, in the form of a manifest.
fn case(name: &str, model: &Model, rows: usize) -> Json {
    let mut random = keras::utils::Rng::seeded(1);
    let shape = model.input_shape().with_rows(rows).unwrap();
    let x: Vec<f32> = (0..shape.iter().product()).map(|_| random.below(1000) as f32 / 1000.0).collect();
    let options = [("cores", NamedValue::Int64(1)), ("numerics", NamedValue::String("highest".into()))];
    let client = pjrt::Client::new(&plugin::linked().unwrap(), &options).unwrap();
    let mut device = model.to_device(&Device::new(client, 1).unwrap().quiet()).unwrap();
    let y = device.predict_on_batch(Array::new(shape.clone(), x.clone()).unwrap()).unwrap();
    let largest = y[0].as_f32().unwrap().iter().fold(0.0f32, |m, v| m.max(v.abs()));
    assert!(largest > 0.1, "the outputs of {name} vanish");
    let array = |shape: &[usize], values: &[f32]| json!({ "shape": shape, "dtype": "float32", "values": values });
    let predictions = [array(y[0].dims(), y[0].as_f32().unwrap())];
    json!({ "name": name, "inputs": [array(&shape, &x)], "predictions": predictions })
}

fn check_network(name: &str, model: &Model, folder: &Path, python: &Path) {
    fs::write(folder.join("manifest.json"), json!([case(name, model, 3)]).to_string()).unwrap();
    model.export(folder.join(format!("{name}.onnx")), ExportFormat::Onnx).unwrap();
    let said = testkit::run_python(python, &checker(), &[folder, &folder.join("manifest.json")]);
    assert_eq!(said, "checked 1\n");
}

macro_rules! networks {
    ($($test:ident $network:ident;)*) => { $(
        #[test]
        #[ignore = "large networks take a minute"]
        fn $test() {
            let Some(python) = environment("onnx.txt", 11) else { return };
            let folder = tempfile::tempdir().unwrap();
            let mut network = applications::$network::new();
            network.settings.input_shape = Some([64, 64, 3].into());
            network.settings.classes = 7;
            network.settings.classifier_activation = Activation::Linear;
            let mut model = network.build().unwrap();
            draw_weights(&mut model);
            check_network(stringify!($network), &model, folder.path(), &python);
        }
    )* };
}

networks! {
    resnet50 ResNet50;
    mobilenet_v2 MobileNetV2;
    efficientnet_b0 EfficientNetB0;
}

#[test]
fn a_model_says_what_cannot_be_exported() {
    let input = Input::new([2, 2]);
    let factor = Lambda::new(|x| Ok(ops::cholesky(&x[0], false))).name("factor");
    let model = Model::new(&input, &factor.call(&input).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let error = model.export(folder.path().join("m.onnx"), ExportFormat::Onnx).unwrap_err().to_string();
    assert!(error.contains("layer 'factor'") && error.contains("stablehlo.cholesky"), "{error}");
}
