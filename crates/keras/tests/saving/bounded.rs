//! Hostile files take no more memory than their budget: 64 MiB, and 8 bytes for each of their own.
//!
//! A process of its own reads them one after the other and tells its peaks, so an abort is seen, too.

use std::io::{Cursor, Write};
use std::path::Path;

use keras::layers::{Dense, TimeDistributed};
use keras::models::load_model;
use keras::objects::Registry;
use keras::{Input, Model};
use serde_json::{Value as Json, json};
use testkit::budgets::over_budget;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An archive of these members, deflated.
pub fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A `.keras` file of a configuration, with the weights of [`small`].
pub fn with_config(config: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.weights.h5");
    small().save_weights(&path).unwrap();
    let weights = std::fs::read(&path).unwrap();
    archive(&[("metadata.json", b"{}"), ("config.json", config.as_bytes()), ("model.weights.h5", &weights)])
}

pub fn small() -> Model {
    let x = Input::new([4]);
    Model::new(&x, &Dense::new(2).name("dense").call(&x).unwrap()).unwrap().with_name("small")
}

/// Files with each whole number of each layer's settings replaced by large ones.
fn large_settings(every: usize) -> Vec<(String, Vec<u8>)> {
    let golden: Json = serde_json::from_str(include_str!("../layers/golden/layers.json")).unwrap();
    let mut files = Vec::new();
    for (number, case) in golden["cases"].as_array().unwrap().iter().enumerate() {
        let layer = Registry::new().deserialize(&case["layer"]).unwrap();
        let dims = |x: &Json| -> Vec<usize> {
            x["shape"].as_array().unwrap().iter().skip(1).map(|d| d.as_u64().unwrap() as usize).collect()
        };
        let inputs = case["inputs"].as_array().unwrap().iter().map(|x| Input::new(&dims(x)[..]).tensor());
        let inputs: Vec<_> = inputs.collect();
        let Ok(output) = keras::graph::SharedLayer::new(layer).call(inputs.clone()) else { continue };
        let Ok(model) = Model::new(inputs, vec![output]) else { continue };
        let config = model.to_json();
        let layers = config["config"]["layers"].as_array().unwrap();
        let last = layers.len() - 1;
        let settings = layers[last]["config"].as_object().unwrap().clone();
        for (name, value) in settings.iter().filter(|(_, value)| value.is_u64() || value.is_array()) {
            for large in [100_000u64, 50_000_000, (1 << 31) - 1] {
                if (files.len() + number) % every != 0 {
                    files.push((String::new(), Vec::new()));
                    continue;
                }
                let mut config = config.clone();
                config["config"]["layers"][last]["config"][name] = match value {
                    Json::Array(list) => {
                        list.iter().map(|old| if old.is_u64() { json!(large) } else { old.clone() }).collect()
                    }
                    _ => json!(large),
                };
                let class = case["layer"]["class_name"].as_str().unwrap();
                files.push((format!("{number}_{class}_{name}_{large}.keras"), with_config(&config.to_string())));
            }
        }
    }
    files.retain(|(name, _)| !name.is_empty());
    files
}

/// A model of models, each of which calls the one before it twice.
fn doubled(levels: usize, wrapped: bool) -> String {
    let mut x = Input::new([4]);
    let mut model = Model::new(&x, &Dense::new(4).name("dense").call(&x).unwrap()).unwrap();
    for level in 0..levels {
        let inner = model.shared();
        x = Input::new([4]);
        let y = inner.call(&inner.call(&x).unwrap()).unwrap();
        model = match Model::new(&x, &y) {
            Ok(model) => model.with_name(format!("m{level}")),
            Err(_) => break,
        };
    }
    if wrapped {
        let x = Input::new([3, 4]);
        model = Model::new(&x, &TimeDistributed::new(model).call(&x).unwrap()).unwrap();
    }
    model.to_json().to_string()
}

/// The configuration of `levels` models, each inside of the other, as text: no such model can be made.
fn doubled_text(levels: usize) -> String {
    let tensor = |layer: &str, call: usize| {
        json!({ "class_name": "__keras_tensor__",
                "config": { "shape": [null, 4], "dtype": "float32", "keras_history": [layer, call, 0] } })
    };
    let call = |layer: &str, call: usize| json!({ "args": [tensor(layer, call)], "kwargs": {} });
    let input = json!({ "class_name": "InputLayer", "config": { "batch_shape": [null, 4], "name": "x" }, "name": "x",
                        "inbound_nodes": [] });
    let model = |name: &str, mut inner: Json, of: &str| {
        inner["name"] = json!(of);
        inner["inbound_nodes"] = json!([call("x", 0), call(of, 0)]);
        json!({ "class_name": "Functional", "config": { "name": name, "layers": [input, inner],
                "input_layers": [["x", 0, 0]], "output_layers": [[of, 1, 0]] } })
    };
    let dense = json!({ "class_name": "Dense", "config": { "name": "dense", "units": 4 } });
    let first = model("m0", dense, "dense");
    (1..levels).fold(first, |inner, level| model(&format!("m{level}"), inner, &format!("m{}", level - 1))).to_string()
}

/// The configuration of [`small`] with a text of JSON in its first layer's settings.
fn around(bomb: &str) -> String {
    let config = small().to_json().to_string();
    config.replacen("\"units\":2", &format!("\"units\":2,\"more\":{bomb}"), 1)
}

fn bombs() -> Vec<(String, Vec<u8>)> {
    let config = small().to_json().to_string();
    let list = |item: &str, bytes: usize| format!("[{}{item}]", format!("{item},").repeat(bytes / (item.len() + 1)));
    let mut files = Vec::new();
    for (name, item) in [("empty", "[]"), ("members", "{\"\":0}"), ("zeros", "0"), ("nan", "NaN"), ("texts", "\"\"")] {
        for megabytes in [1, 10] {
            let text = list(item, megabytes << 20);
            files.push((format!("json_{name}_{megabytes}.keras"), with_config(&text)));
            files.push((format!("setting_{name}_{megabytes}.keras"), with_config(&around(&text))));
        }
        let (text, config) = (list(item, 10 << 20), config.as_bytes());
        files.push((
            format!("metadata_{name}.keras"),
            archive(&[("metadata.json", text.as_bytes()), ("config.json", config)]),
        ));
        let header = [&(text.len() as u64).to_le_bytes()[..], b"{", &text.as_bytes()[1..]].concat();
        files.push((format!("header_{name}.safetensors"), header));
    }
    let deep = |open: &str, close: &str, n: usize| format!("{}0{}", open.repeat(n), close.repeat(n));
    for n in [150, 250, 100_000] {
        files.push((format!("deep_list_{n}.keras"), with_config(&deep("[", "]", n))));
        files.push((format!("deep_setting_{n}.keras"), with_config(&around(&deep("{\"a\":", "}", n)))));
    }
    let zeros = vec![0; 80 << 20];
    let weights = [("metadata.json", &b"{}"[..]), ("config.json", config.as_bytes()), ("model.weights.h5", &zeros)];
    files.push(("weights_zeros.keras".into(), archive(&weights)));
    let name = "x".repeat(10 << 20);
    files.push(("long_name.keras".into(), with_config(&config.replace("\"dense\"", &format!("\"{name}\"")))));
    let words = "a\n".repeat(10 << 20);
    let lookup = json!({ "class_name": "Sequential", "config": { "name": "s", "layers": [
        { "class_name": "InputLayer", "config": { "batch_shape": [null, 1], "dtype": "string", "name": "x" } },
        { "class_name": "StringLookup", "config": { "name": "l", "vocabulary": null } } ] } });
    let members = [
        ("config.json", lookup.to_string().into_bytes()),
        ("assets/layers/string_lookup/vocabulary.txt", words.into_bytes()),
    ];
    let members: Vec<(&str, &[u8])> = members.iter().map(|(name, content)| (*name, content.as_slice())).collect();
    files.push(("vocabulary.keras".into(), archive(&members)));
    for levels in [10, 16, 22, 30] {
        files.push((format!("doubled_{levels}.keras"), with_config(&doubled_text(levels))));
    }
    files.push(("doubled_wrapped.keras".into(), with_config(&doubled(8, true))));
    files
}

fn read(path: &Path) -> Result<(), String> {
    let name = path.to_string_lossy();
    // A whole model of Keras 2 has the ending of weights, too.
    let read = match name.ends_with(".keras") || name.ends_with(".model.h5") {
        true => load_model(path, &Registry::new()).map(|_| ()),
        false => small().load_weights(path),
    };
    read.map_err(|e| e.to_string())
}

#[test]
#[ignore = "the process of the other tests"]
fn read_all() {
    testkit::budgets::read_all(read, |_, size| (64 << 20) + 8 * size);
}

/// The test in which the process reads the files.
pub const READER: &str = "bounded::read_all";

#[test]
fn files_that_ask_for_memory_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &bombs()), [""; 0]);
    assert_eq!(over_budget(READER, &large_settings(12)), [""; 0]);
}

#[test]
#[ignore = "a minute: all settings of all layers"]
fn all_large_settings_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &large_settings(1)), [""; 0]);
}
