//! Outputs and training steps of networks with random weights, compared with those of real Keras. Weights come in
//! Keras's own files.

use std::path::{Path, PathBuf};

use keras::models::load_model;
use keras::objects::Registry;
use keras::optimizers::SGD;
use keras::{Array, Compile, Model};
use serde_json::{Value as Json, json};
use stablehlo::{ElementType, Literal, TensorType, interpret};

use crate::build::{build, lock_names};
use crate::program::Trainer;

pub fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/applications.py")
}

pub fn numbers(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|n| n.as_f64().unwrap() as f32).collect()
}

/// What the script writes for a case, and the folder with its files; `None` without Python.
fn keras(kind: &str, case: &Json) -> Option<(Json, tempfile::TempDir)> {
    let python = testkit::python()?;
    let folder = tempfile::tempdir().unwrap();
    testkit::run_python(&python, &script(), &[kind.as_ref(), folder.path().as_os_str(), case.to_string().as_ref()]);
    let text = std::fs::read_to_string(folder.path().join("network.json")).unwrap();
    Some((serde_json::from_str(&text).unwrap(), folder))
}

/// The outputs of the interpreter.
pub fn run(model: &Model, x: &[f32]) -> Vec<f32> {
    let rows = x.len() / model.input_shape().known().unwrap().num_elements();
    let input = TensorType::new(ElementType::F32, model.input_shape().with_rows(rows).unwrap());
    let bytes = x.iter().flat_map(|v| v.to_le_bytes()).collect();
    let variables = model.variables().iter().map(|v| Literal::from_vec(v.shape.clone(), v.values.clone()).unwrap());
    let values: Vec<Literal> = variables.chain([Literal::from_bytes(input, bytes).unwrap()]).collect();
    interpret::evaluate(&model.program(rows).unwrap(), &values).unwrap()[0].to_vec().unwrap()
}

/// The largest difference of the outputs, relative to the largest output.
fn difference(found: &[f32], expected: &[f32]) -> f32 {
    let largest = expected.iter().fold(0.0f32, |m, v| m.max(v.abs()));
    assert!(largest > 1e-3, "the outputs of Keras vanish: {expected:?}");
    testkit::worst_difference(found, expected) / largest
}

fn same_outputs(network: &str, size: usize, settings: Json) {
    let _names = lock_names();
    let mut arguments = json!({ "input_shape": [size, size, 3], "classes": 5, "classifier_activation": "linear" });
    arguments.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    let case = json!({ "network": network, "arguments": arguments });
    let Some((golden, folder)) = keras("outputs", &case) else { return };
    let (x, expected) = (numbers(&golden["x"]), numbers(&golden["y"]));
    let weights = folder.path().join("network.weights.h5");
    let model = build(network, &arguments, Some(&weights)).unwrap();
    let worst = difference(&run(&model, &x), &expected);
    assert!(worst < 1e-4, "{network}: outputs differ by {worst} from Keras's");
    let loaded = load_model(folder.path().join("network.keras"), &Registry::new()).unwrap();
    assert_eq!(loaded.variables(), model.variables(), "{network}: weights of the .keras file");
    let differs = crate::configs::difference("", &model.to_json(), &loaded.to_json());
    assert_eq!(differs, None, "{network}: configuration of the .keras file");
}

macro_rules! outputs {
    ($($(#[$attribute:meta])* $test:ident $network:literal $size:literal $settings:tt;)*) => {
        $(
            #[test]
            $(#[$attribute])*
            fn $test() {
                same_outputs($network, $size, json!($settings));
            }
        )*
    };
}

outputs! {
    mobilenet_v2 "MobileNetV2" 32 { "alpha": 0.35 };
    #[ignore = "slow: --include-ignored"]
    mobilenet "MobileNet" 32 { "alpha": 0.25 };
    mobilenet_v3_small "MobileNetV3Small" 32 {};
    #[ignore = "slow: --include-ignored"]
    efficientnet_b0 "EfficientNetB0" 32 {};
    #[ignore = "slow: --include-ignored"]
    efficientnet_v2_b0 "EfficientNetV2B0" 32 {};
    #[ignore = "slow: --include-ignored"]
    nasnet_mobile "NASNetMobile" 32 {};
    #[ignore = "slow: --include-ignored"]
    densenet121 "DenseNet121" 32 {};
    #[ignore = "slow: --include-ignored"]
    resnet50 "ResNet50" 32 {};
    #[ignore = "slow: --include-ignored"]
    resnet50_v2 "ResNet50V2" 32 {};
    #[ignore = "slow: --include-ignored"]
    vgg16 "VGG16" 32 {};
    #[ignore = "slow: --include-ignored"]
    xception "Xception" 71 {};
    #[ignore = "slow: --include-ignored"]
    inception_v3 "InceptionV3" 75 {};
    #[ignore = "slow: --include-ignored"]
    inception_resnet_v2 "InceptionResNetV2" 75 {};
    #[ignore = "slow: --include-ignored"]
    convnext_tiny "ConvNeXtTiny" 32 {};
}

/// A step of gradient descent: the loss, and all weights after it.
fn same_step(network: &str, settings: Json) {
    // With fewer rows the last normalizations, of images of one pixel, magnify rounding: with 4 rows the steps of
    // Keras in float32 and in float64 differ by a tenth, with 16 by 2e-5 (MobileNetV2).
    const ROWS: usize = 16;
    const RATE: f64 = 0.01;
    let _names = lock_names();
    let mut arguments = json!({ "input_shape": [32, 32, 3], "classes": 5 });
    arguments.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    let case = json!({ "network": network, "arguments": arguments, "rows": ROWS, "rate": RATE, "scaled": true });
    let Some((golden, _folder)) = keras("step", &case) else { return };
    let weights = |key: &str| -> Vec<Vec<f32>> { golden[key].as_array().unwrap().iter().map(numbers).collect() };
    let mut model = build(network, &arguments, None).unwrap();
    model.set_weights(weights("first")).unwrap();
    let x = Array::new([ROWS, 32, 32, 3], numbers(&golden["x"])).unwrap();
    let labels: Vec<i32> = numbers(&golden["labels"]).iter().map(|v| *v as i32).collect();
    let (y, compile) = (Array::from(labels), Compile::new(SGD::new(), "sparse_categorical_crossentropy"));
    let mut trainer = Trainer::new(&model, &compile, &x, &y, 1);
    let (_, loss) = trainer.run(ROWS, &[(0..ROWS as i32).collect()], RATE as f32);
    let expected = golden["loss"].as_f64().unwrap();
    assert!((loss - expected).abs() <= 1e-3 * expected, "{network}: loss {loss}, Keras {expected}");
    for (i, expected) in weights("last").iter().enumerate() {
        let worst = crate::program::difference(&trainer.variable(0, i), expected);
        assert!(worst < 1e-3, "{network}: {} differs by {worst} from Keras's", model.variables()[i].path);
    }
}

#[test]
#[ignore = "slow: --include-ignored"]
fn a_step_of_mobilenet_v2_is_that_of_keras() {
    same_step("MobileNetV2", json!({ "alpha": 0.35 }));
}

#[test]
#[ignore = "fails by rounding: the steps of Keras itself in float32 and in float64 differ by 0.027 in this network"]
fn a_step_of_resnet50_is_that_of_keras() {
    same_step("ResNet50", json!({}));
}
