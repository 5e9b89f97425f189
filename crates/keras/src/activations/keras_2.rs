//! The `hard_sigmoid` of Keras 2 in files: layers of Keras 3 that compute it.

use serde_json::{Value as Json, json};

/// `min(max(x / 5 + 1/2, 0), 1)` as a model, which Keras 3 takes where an activation may be.
pub(super) fn hard_sigmoid() -> Json {
    let layer = |class: &str, config: Json| json!({ "module": "keras.layers", "class_name": class, "config": config, "registered_name": null });
    json!({
        "module": "keras",
        "class_name": "Sequential",
        "config": {
            "name": "hard_sigmoid",
            "layers": [layer("Rescaling", json!({ "scale": 0.2, "offset": 0.5 })), layer("ReLU", json!({ "max_value": 1.0 }))],
        },
        "registered_name": null,
    })
}

/// Returns true if these are the layers of [`hard_sigmoid`], also as Keras writes them.
pub(super) fn is_hard_sigmoid(json: &Json) -> bool {
    let layers = json.pointer("/config/layers").and_then(Json::as_array);
    let computing = layers.into_iter().flatten().filter(|layer| layer["class_name"] != "InputLayer");
    let [rescaling, relu] = &computing.collect::<Vec<_>>()[..] else { return false };
    let is = |layer: &Json, class: &str, settings: &[(&str, f64)]| {
        // A setting that is left out has its default, 0.
        let set = |(name, value): &(&str, f64)| layer["config"][*name].as_f64().unwrap_or(0.0) == *value;
        layer["class_name"] == class && settings.iter().all(set)
    };
    json["class_name"] == "Sequential"
        && is(rescaling, "Rescaling", &[("scale", 0.2), ("offset", 0.5)])
        && is(relu, "ReLU", &[("max_value", 1.0), ("negative_slope", 0.0), ("threshold", 0.0)])
}
