//! Names that mean something else in Keras 3 than in the version that wrote a model.

use serde_json::{Value as Json, json};

use super::keras_1;
use crate::activations::Activation;
use crate::error::Result;

/// The settings that are activations.
const ACTIVATIONS: [&str; 2] = ["activation", "recurrent_activation"];

/// True if `keras_version` of a configuration is 1 or 2.
pub(super) fn is_of_older_keras(json: &Json) -> bool {
    is_of(json, "1.") || is_of(json, "2.")
}

fn is_of(json: &Json, version: &str) -> bool {
    json.get("keras_version").and_then(Json::as_str).is_some_and(|of| of.starts_with(version))
}

/// The configuration of a model of Keras 1 or 2 with today's names for what it means, if it is one.
///
/// # Errors
/// If a layer of Keras 1 does what no layer of Keras 2 does.
pub(super) fn of_older_keras(json: &Json) -> Result<Option<Json>> {
    if !is_of_older_keras(json) {
        return Ok(None);
    }
    let mut modern = json.clone();
    if is_of(json, "1.") {
        keras_1::modernize(&mut modern)?;
    }
    rename(&mut modern);
    Ok(Some(modern))
}

/// The layers of cuDNN in Keras 2, and those with the same formula; [`saving`](crate::saving) converts
/// weights.
const CUDNN: [(&str, &str); 2] = [("CuDNNLSTM", "LSTM"), ("CuDNNGRU", "GRU")];

/// Renames `hard_sigmoid`, whose slope was 1/5, and the distribution `normal`, which was truncated; a GRU of
/// before 2.1.3 resets before the product, and has no setting for that; a layer of cuDNN is the one that has
/// its formula.
fn rename(json: &mut Json) {
    match json {
        Json::Array(items) => items.iter_mut().for_each(rename),
        Json::Object(map) => {
            let cudnn = CUDNN.iter().find(|(name, _)| map.get("class_name").is_some_and(|class| class == name));
            if let Some((_, class)) = cudnn {
                map.insert("class_name".into(), (*class).into());
                if let (&"GRU", Some(config)) = (class, map.get_mut("config").and_then(Json::as_object_mut)) {
                    config.insert("reset_after".into(), true.into());
                }
            }
            let is_gru = map.get("class_name").is_some_and(|class| class == "GRU" || class == "GRUCell");
            if let (true, Some(config)) = (is_gru, map.get_mut("config").and_then(Json::as_object_mut)) {
                config.entry("reset_after").or_insert(false.into());
            }
            for (name, value) in map {
                let is_function = value.get("class_name").is_some_and(|class| class == "function");
                let function = if is_function { value.get("config") } else { Some(&*value) };
                if ACTIVATIONS.contains(&name.as_str()) && function.is_some_and(|function| function == "hard_sigmoid") {
                    *value = json!(Activation::HardSigmoidOfKeras2.name());
                }
                if name == "distribution" && value == "normal" {
                    *value = "truncated_normal".into();
                }
                rename(value);
            }
        }
        _ => {}
    }
}
