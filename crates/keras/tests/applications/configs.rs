//! Configurations and numbers of parameters, compared with Keras's.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use keras::Model;
use keras::objects::Registry;
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
        keras::applications::NAMES.iter().flat_map(|file| file.iter()).map(|n| n.to_string()).collect();
    assert_eq!(here, of_keras);
}

#[test]
#[ignore = "takes minutes and gigabytes: cargo test -p labora-keras --test applications -- --include-ignored"]
fn large_networks_are_those_of_keras() {
    compare(SMALL..u64::MAX);
}

/// Layers that Keras does not export and functions on symbolic tensors are read, too.
#[test]
fn configurations_of_keras_are_read() {
    let _names = lock_names();
    for network in ["MobileNetV3Small", "ConvNeXtTiny", "InceptionResNetV2"] {
        let cases = cases();
        let case = cases.iter().find(|case| case["network"] == network && case["arguments"]["include_top"] == false);
        let case = case.unwrap();
        let model = Model::from_json(&case["config"], &Registry::new()).unwrap();
        assert_eq!(difference("", &case["config"], &model.to_json()), None, "{network}");
        assert_eq!(model.count_params() as u64, case["params"].as_u64().unwrap(), "{network}");
    }
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
