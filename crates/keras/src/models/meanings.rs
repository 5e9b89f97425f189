//! Names that mean something else in Keras 3 than in the version that wrote a model.

use serde_json::{Value as Json, json};

use crate::activations::Activation;

/// The settings that are activations; the last one is of Keras 1.
const ACTIVATIONS: [&str; 3] = ["activation", "recurrent_activation", "inner_activation"];

/// The configuration of a model of Keras 1 or 2 with today's names for what it means, if `keras_version` says
/// that it is one.
pub(super) fn of_older_keras(json: &Json) -> Option<Json> {
    let version = json.get("keras_version")?.as_str()?;
    let is_older = ["1.", "2."].iter().any(|older| version.starts_with(older));
    is_older.then(|| {
        let mut json = json.clone();
        rename(&mut json);
        json
    })
}

/// Renames `hard_sigmoid`, whose slope was 1/5.
fn rename(json: &mut Json) {
    match json {
        Json::Array(items) => items.iter_mut().for_each(rename),
        Json::Object(map) => {
            for (name, value) in map {
                let is_function = value.get("class_name").is_some_and(|class| class == "function");
                let function = if is_function { value.get("config") } else { Some(&*value) };
                if ACTIVATIONS.contains(&name.as_str()) && function.is_some_and(|function| function == "hard_sigmoid") {
                    *value = json!(Activation::HardSigmoidOfKeras2.name());
                }
                rename(value);
            }
        }
        _ => {}
    }
}
