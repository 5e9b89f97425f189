//! Configurations with numbers that no layer has, as a damaged file may have them: errors, not panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use keras::{Input, Model, layers::Embedding};
use serde_json::{Value as Json, json};

use crate::{call, list};

/// Numbers in place of those of a setting.
const NUMBERS: [i64; 6] = [-1, 0, (1 << 31) - 1, 1 << 33, 1 << 62, i64::MAX];

/// The configuration with one of its numbers, or a list of them, replaced in turn.
fn variants(config: &Json) -> Vec<Json> {
    let mut all = Vec::new();
    for (name, value) in config.as_object().expect("a configuration") {
        let of_numbers =
            value.is_i64() || value.as_array().is_some_and(|list| list.iter().all(|n| n.is_i64() || n.is_array()));
        if !of_numbers {
            continue;
        }
        for number in NUMBERS {
            let replaced = match value {
                Json::Array(list) => {
                    let one = |value: &Json| if value.is_array() { json!([number, number]) } else { json!(number) };
                    list.iter().map(one).collect()
                }
                _ => json!(number),
            };
            let mut config = config.clone();
            config[name] = replaced;
            all.push(config);
        }
        if value.is_array() {
            let mut config = config.clone();
            config[name] = json!([]);
            all.push(config);
        }
    }
    all
}

#[test]
fn layers_with_absurd_numbers_are_errors() {
    let golden: Json = serde_json::from_str(include_str!("golden/layers.json")).expect("JSON");
    let mut panics = Vec::new();
    let mut errors = 0;
    for case in list(&golden["cases"]) {
        for config in variants(&case["layer"]["config"]) {
            let mut case = case.clone();
            case["layer"]["config"] = config;
            match catch_unwind(AssertUnwindSafe(|| call(&case))) {
                Ok(built) => errors += usize::from(built.is_err()),
                Err(_) => panics.push(case["layer"].to_string()),
            }
        }
    }
    assert!(panics.is_empty(), "{} panics:\n{}", panics.len(), panics.join("\n"));
    assert!(errors > 500, "only {errors} are errors");
}

#[test]
fn a_weight_that_no_memory_has_room_for_is_an_error() {
    let x = Input::new([3]);
    let y = Embedding::new(1 << 29, 1 << 29).call(&x).expect("its shape is fine");
    let message = Model::new(&x, &y).expect_err("it is too large").to_string();
    assert!(message.contains("/embeddings: there is not enough memory for a weight of shape"), "{message}");
}
