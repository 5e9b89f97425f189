//! Comparison of JSON.

use serde_json::Value as Json;

/// All numbers as floats: Python writes `2` where a setting is a float.
pub fn floats(json: &Json) -> Json {
    match json {
        Json::Number(n) => n.as_f64().into(),
        Json::Array(items) => items.iter().map(floats).collect(),
        Json::Object(map) => map.iter().map(|(key, value)| (key.clone(), floats(value))).collect(),
        other => other.clone(),
    }
}

/// The names of a list.
pub fn names(json: &Json) -> Vec<&str> {
    json.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}
