//! Drawings and summaries of models, compared with Keras's.
//!
//! `fixtures/plots` was written by `python/plots.py` with Keras 3.15.1 and pydot 4.0.1.

mod confusion;
mod drawing;
mod texts;

use keras::objects::Registry;
use keras::{Model, naming};
use serde_json::Value as Json;

/// The models of the fixtures.
const MODELS: [&str; 5] = ["nested", "shared", "outputs", "convolutions", "sequential"];

fn read(name: &str) -> String {
    let path = format!("{}/tests/fixtures/plots/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn fixture(name: &str) -> Json {
    serde_json::from_str(&read(&format!("{name}.json"))).unwrap()
}

fn model(fixture: &Json) -> Model {
    Model::from_json(&fixture["config"], &Registry::new()).unwrap()
}

fn resnet50() -> Model {
    naming::reset_uids();
    keras::applications::ResNet50::new().build().unwrap()
}
