//! Configurations and numbers of parameters, compared with Keras's.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use keras::layers::{CustomScaleLayer, LayerScale};
use keras::objects::Registry;
use keras::{Input, Model};
use serde_json::Value as Json;

use crate::build::{build, lock_names};

/// The networks that are built by default have at most so many parameters.
const SMALL: u64 = 6_000_000;

/// The cases of the archive.
fn cases() -> Vec<Json> {
    let mut archive = zip::ZipArchive::new(Cursor::new(include_bytes!("golden/configs.zip"))).unwrap();
    let mut case = |i: usize| {
        let mut text = String::new();
        archive.by_index(i).unwrap().read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    (0..case_count()).map(&mut case).collect()
}

fn case_count() -> usize {
    zip::ZipArchive::new(Cursor::new(include_bytes!("golden/configs.zip"))).unwrap().len()
}

/// The first place in which the configurations differ.
pub fn difference(place: &str, expected: &Json, found: &Json) -> Option<String> {
    let differs = || Some(format!("{place}: {found}, Keras has {expected}"));
    match (expected, found) {
        (Json::Object(e), Json::Object(f)) => {
            // The axes of initializers are new in Keras 3.15, and null.
            let of_keras = e.iter().filter(|(key, _)| !matches!(key.as_str(), "input_axes" | "output_axes"));
            let missing = of_keras.clone().find_map(|(key, value)| {
                difference(&format!("{place}.{key}"), value, f.get(key).unwrap_or(&Json::Null))
            });
            let absent = of_keras.clone().find(|(key, _)| !f.contains_key(*key));
            let extra = f.keys().find(|key| !e.contains_key(*key) && *key != "kwargs");
            missing
                .or_else(|| absent.map(|(key, _)| format!("{place}: {key} is missing")))
                .or_else(|| extra.map(|key| format!("{place}: Keras has no {key}")))
        }
        (Json::Array(e), Json::Array(f)) if e.len() == f.len() => {
            // A layer is named by its name, not by its number.
            let name = |i: usize, e: &Json| e["name"].as_str().map_or_else(|| i.to_string(), str::to_owned);
            let mut pairs = e.iter().zip(f).enumerate();
            pairs.find_map(|(i, (e, f))| difference(&format!("{place}[{}]", name(i, e)), e, f))
        }
        // Keras writes one axis as a number or as a list, before and after it builds a layer.
        (Json::Array(e), Json::Number(_)) if e.len() == 1 && place.ends_with(".axis") => {
            difference(place, &e[0], found)
        }
        (Json::Number(e), Json::Number(f)) if is_equal(e.as_f64(), f.as_f64()) => None,
        _ if expected == found => None,
        _ => differs(),
    }
}

/// Equality of numbers but for the last digit, which the reader of JSON does not round.
fn is_equal(a: Option<f64>, b: Option<f64>) -> bool {
    a.zip(b).is_some_and(|(a, b)| (a - b).abs() <= f64::EPSILON * a.abs())
}

/// Builds the networks whose number of parameters is in the range, and compares them.
fn compare(params: std::ops::Range<u64>) {
    let _names = lock_names();
    let (mut failures, mut count) = (Vec::new(), 0);
    for case in cases().iter().filter(|case| params.contains(&case["params"].as_u64().unwrap())) {
        let (network, arguments) = (case["network"].as_str().unwrap(), &case["arguments"]);
        let wrong = match build(network, arguments, None) {
            Err(error) => Some(error.to_string()),
            Ok(model) if Some(model.count_params() as u64) != case["params"].as_u64() => {
                Some(format!("{} parameters, Keras has {}", model.count_params(), case["params"]))
            }
            Ok(model) => difference("", &case["config"], &model.to_json()),
        };
        failures.extend(wrong.map(|wrong| format!("{network} {arguments}: {wrong}")));
        count += 1;
    }
    assert!(failures.is_empty() && count > 0, "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn small_networks_are_those_of_keras() {
    compare(0..SMALL);
}

#[test]
fn all_networks_of_keras_are_here() {
    let of_keras: BTreeSet<String> = cases().iter().map(|case| case["network"].as_str().unwrap().to_owned()).collect();
    let here: BTreeSet<String> =
        keras::applications::NETWORKS.iter().copied().flatten().map(|network| network.name.to_string()).collect();
    assert_eq!(here, of_keras);
}

#[test]
#[ignore = "takes minutes and gigabytes: cargo test -p labora-keras --test applications -- --include-ignored"]
fn large_networks_are_those_of_keras() {
    compare(SMALL..u64::MAX);
}

/// Reads configurations of Keras and writes them again.
fn read_again(networks: &[&str]) {
    let _names = lock_names();
    let cases = cases();
    for network in networks {
        let case = cases.iter().find(|case| case["network"] == *network && case["arguments"]["include_top"] == false);
        let case = case.unwrap();
        let model = Model::from_json(&case["config"], &Registry::new()).unwrap();
        assert_eq!(difference("", &case["config"], &model.to_json()), None, "{network}");
        assert_eq!(model.count_params() as u64, case["params"].as_u64().unwrap(), "{network}");
    }
}

#[test]
fn configurations_of_keras_are_read() {
    read_again(&["MobileNetV3Small"]);
}

#[test]
#[ignore = "slow: --include-ignored"]
fn configurations_of_large_networks_are_read() {
    read_again(&["ConvNeXtTiny", "InceptionResNetV2", "NASNetMobile", "EfficientNetB0"]);
}

/// Layers that Keras does not export, and functions on symbolic tensors, are in files by their modules.
#[test]
fn layers_that_keras_does_not_export_are_read() {
    let _names = lock_names();
    let x = Input::new([4, 4, 3]);
    let y = LayerScale::new(0.5, 3).call(&x).unwrap();
    let y = CustomScaleLayer::new(0.25).call([&x.tensor(), &y]).unwrap();
    let y = &y * (&y + 3.0);
    let model = Model::new(&x, &y).unwrap();
    let json = model.to_json();
    let module = |i: usize| json["config"]["layers"][i]["module"].as_str().unwrap();
    assert_eq!(module(1), "keras.src.applications.convnext");
    assert_eq!(module(2), "keras.src.applications.inception_resnet_v2");
    assert_eq!((module(3), module(4)), ("keras.src.ops.numpy", "keras.src.ops.numpy"));
    assert_eq!(Model::from_json(&json, &Registry::new()).unwrap().to_json(), json);
    // The scaled input, then the functions: (x + 0.25 · 0.5 x)(x + 0.25 · 0.5 x + 3) at x = 2.
    let found = crate::against_keras::run(&model, &[2.0; 48]);
    assert_eq!(found, [2.25 * (2.25 + 3.0); 48]);
    let unknown = json.to_string().replace(r#""class_name":"Multiply""#, r#""class_name":"Modulo""#);
    let message = Model::from_json(&serde_json::from_str(&unknown).unwrap(), &Registry::new()).unwrap_err().to_string();
    assert!(message.contains("the operation keras.src.ops.numpy.Modulo cannot be a step of a model here"), "{message}");
}

/// Keras writes `training=False` for the dropout of a model that has not been called in training.
#[test]
fn dropouts_of_files_drop_in_training() {
    let _names = lock_names();
    let input = Input::new([8]);
    let mut json = Model::new(&input, &keras::layers::Dropout::new(0.5).call(&input).unwrap()).unwrap().to_json();
    json["config"]["layers"][1]["inbound_nodes"][0]["kwargs"]["training"] = false.into();
    let model = Model::from_json(&json, &Registry::new()).unwrap();
    assert_eq!(model.outputs()[0].arguments().training, None);
}

#[test]
fn settings_out_of_range_are_refused() {
    let _names = lock_names();
    for (network, arguments, expected) in [
        ("ResNet50", r#"{"input_shape": [31, 32, 3]}"#, "at least 32x32; Received: input_shape=(None, 31, 32, 3)"),
        ("InceptionV3", r#"{"input_shape": [75, 74, 3]}"#, "at least 75x75"),
        ("VGG16", r#"{"input_shape": [32, 32]}"#, "must have height, width and channels"),
        ("MobileNet", r#"{"alpha": 0.01, "input_shape": [32, 32, 3]}"#, "alpha=0.01 leaves no channels"),
        ("MobileNetV2", r#"{"classes": 0, "input_shape": [32, 32, 3]}"#, "units=0"),
    ] {
        let message = build(network, &serde_json::from_str(arguments).unwrap(), None).unwrap_err().to_string();
        assert!(message.contains(expected), "{network}: {message}");
    }
    let none = std::path::Path::new("/nowhere/of.weights.h5");
    let arguments = serde_json::json!({ "alpha": 0.25, "input_shape": [32, 32, 3] });
    let message = build("MobileNet", &arguments, Some(none)).unwrap_err().to_string();
    assert!(message.contains("cannot read /nowhere/of.weights.h5"), "{message}");
    let arguments = serde_json::json!({ "classifier_activation": "relu", "input_shape": [32, 32, 3] });
    let message = build("MobileNet", &arguments, Some(none)).unwrap_err().to_string();
    assert!(message.contains("Only linear and `softmax`"), "{message}");
}
