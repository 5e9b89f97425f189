//! Functions of model files.

use serde_json::Value as Json;

use super::argument::Argument;
use super::find;
use super::operation::{MAX_COUNT, Operation};
use crate::error::{Error, Result};
use crate::objects::Config;

/// True for tensors in the arguments of configurations.
fn is_tensor(json: &Json) -> bool {
    json.get("class_name").is_some_and(|class| class == "__keras_tensor__")
}

/// An argument of a configuration.
fn argument(json: &Json) -> Argument<()> {
    match json {
        tensor if is_tensor(tensor) => Argument::Tensor(()),
        Json::Array(items) if !items.is_empty() && items.iter().all(is_tensor) => Argument::List(vec![(); items.len()]),
        other => Argument::Constant(other.clone()),
    }
}

/// Settings that say how many parts or copies a function makes.
const COUNTS: [&str; 4] = ["repeats", "num", "indices_or_sections", "n"];

/// Checks a setting that is a number of things, or a list of such.
fn check_count(class: &str, name: &str, value: &Json) -> Result<()> {
    match value {
        Json::Array(values) => values.iter().try_for_each(|value| check_count(class, name, value)),
        value if value.as_f64().is_some_and(|count| count > MAX_COUNT as f64) => {
            Err(Error::argument(format!("{class}: {name} is {value}, at most {MAX_COUNT} is supported")))
        }
        _ => Ok(()),
    }
}

impl Operation {
    /// The function that a layer's configuration describes, with the constants of its call.
    pub(crate) fn from_json(layer: &Json) -> Result<Self> {
        let text = |key: &str| layer.get(key).and_then(Json::as_str).unwrap_or("");
        let function = find(text("module"), text("class_name")).ok_or_else(|| {
            Error::argument(format!(
                "the operation {}.{} cannot be a step of a model here; a layer of one's own can",
                text("module"),
                text("class_name")
            ))
        })?;
        let placed = layer.pointer("/inbound_nodes/0/args").and_then(Json::as_array).into_iter().flatten();
        let named = layer.pointer("/inbound_nodes/0/kwargs").and_then(Json::as_object).into_iter().flatten();
        let placed = placed.map(|json| (None, argument(json)));
        let arguments = placed.chain(named.map(|(name, json)| (Some(name.clone()), argument(json)))).collect();
        let mut settings = Config::from_json(function.class, layer.get("config").unwrap_or(&Json::Null))?.into_map();
        for name in COUNTS {
            settings.get(name).map_or(Ok(()), |value| check_count(function.class, name, value))?;
        }
        let name = settings.remove("name").and_then(|name| name.as_str().map(str::to_owned));
        Ok(Self { function, arguments, settings: Config::from_json(function.class, &Json::Object(settings))?, name })
    }
}
