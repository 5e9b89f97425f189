//! Masks through layers, compared with models of real Keras (`tests/python/golden_masks.py`).

use keras::Model;
use keras::objects::Registry;
use serde_json::Value as Json;

use crate::{differences, list};

#[test]
fn masks_pass_through_layers_as_in_keras() {
    let golden: Json = serde_json::from_str(include_str!("golden/masks.json")).expect("JSON");
    let mut failures = Vec::new();
    for case in list(&golden["cases"]) {
        let wrong = differences(case, Model::from_json(&case["model"], &Registry::new()));
        if !wrong.is_empty() {
            let layers = list(&case["model"]["config"]["layers"]);
            let classes: Vec<&str> = layers.iter().filter_map(|layer| layer["class_name"].as_str()).collect();
            failures.push(format!("{classes:?}\n{}", wrong.join("\n")));
        }
    }
    let count = failures.len();
    assert!(failures.is_empty(), "{count} of {} models:\n{}", list(&golden["cases"]).len(), failures.join("\n\n"));
}
