//! The types of settings, and their values in JSON.

use serde_json::{Value as Json, json};

use super::registry::Registry;
use crate::dtype::{DTypePolicy, Quantization};
use crate::error::Result;
use crate::json;

/// A type of settings: its values in JSON are those of Keras's `get_config`.
pub trait Field: Sized {
    /// What is allowed, as it completes "expected ...".
    fn expected() -> String;

    /// The value as JSON.
    fn to_json(&self) -> Json;

    /// The value from JSON; `None` if the JSON is of another type. The registry has the objects that a value
    /// may name.
    ///
    /// # Errors
    /// If the JSON is an object of Keras that cannot be created.
    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>>;
}

macro_rules! plain_fields {
    ($($ty:ty, $expected:literal, |$json:ident| $read:expr;)*) => { $(
        impl Field for $ty {
            fn expected() -> String { $expected.to_owned() }
            fn to_json(&self) -> Json { json!(self) }
            fn from_json($json: &Json, _registry: &Registry) -> Result<Option<Self>> { Ok($read) }
        }
    )* };
}

plain_fields! {
    bool, "true or false", |json| json.as_bool();
    // The limit keeps sums and products of a layer's sizes within 63 bits.
    usize, "a whole number from 0 to 2147483647", |json| whole(json).and_then(|n| i32::try_from(n).ok()?.try_into().ok());
    u64, "a whole number from 0 on", |json| json.as_u64().or_else(|| whole(json).and_then(|n| u64::try_from(n).ok()));
    i64, "a whole number", |json| whole(json);
    String, "a string", |json| json.as_str().map(str::to_owned);
}

impl Field for f64 {
    fn expected() -> String {
        "a number".to_owned()
    }

    fn to_json(&self) -> Json {
        json::number(*self)
    }

    fn from_json(json: &Json, _registry: &Registry) -> Result<Option<Self>> {
        Ok(json::as_number(json))
    }
}

/// A whole number, which Python may have written as a float.
fn whole(json: &Json) -> Option<i64> {
    let float = || json.as_f64().filter(|x| x.fract() == 0.0 && x.abs() < 9e15).map(|x| x as i64);
    json.as_i64().or_else(float)
}

impl<T: Field> Field for Option<T> {
    fn expected() -> String {
        format!("{} or null", T::expected())
    }

    fn to_json(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::to_json)
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        if json.is_null() { Ok(Some(None)) } else { Ok(T::from_json(json, registry)?.map(Some)) }
    }
}

impl<T: Field> Field for Vec<T> {
    fn expected() -> String {
        format!("a list, each of it {}", T::expected())
    }

    fn to_json(&self) -> Json {
        self.iter().map(T::to_json).collect()
    }

    /// A single value is a list of one.
    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        match json {
            Json::Null => Ok(None),
            // A tuple of Python.
            Json::Object(tuple) if tuple.get("class_name").is_some_and(|name| name == "__tuple__") => {
                tuple.get("items").map_or(Ok(None), |items| Self::from_json(items, registry))
            }
            // An array of NumPy.
            Json::Object(tensor) if tensor.get("class_name").is_some_and(|name| name == "__tensor__") => {
                let value = tensor.get("config").and_then(|config| config.get("value"));
                value.map_or(Ok(None), |items| Self::from_json(items, registry))
            }
            Json::Array(items) => items.iter().map(|item| T::from_json(item, registry)).collect(),
            one => Ok(T::from_json(one, registry)?.map(|value| vec![value])),
        }
    }
}

impl Field for DTypePolicy {
    fn expected() -> String {
        format!("a dtype policy: {}", Self::NAMED.map(Self::name).join(", "))
    }

    fn to_json(&self) -> Json {
        if let Some(quantization) = self.quantization() {
            let mut config = json!({ "mode": quantization.to_string(), "source_name": self.name() });
            let class = match quantization {
                Quantization::Int8 => "QuantizedDTypePolicy",
                Quantization::Int4 { .. } => "Int4DTypePolicy",
                Quantization::Float8 { history } => {
                    config["amax_history_length"] = history.into();
                    "QuantizedFloat8DTypePolicy"
                }
            };
            return json!({
                "module": "keras.dtype_policies", "class_name": class, "config": config, "registered_name": null,
            });
        }
        json!({
            "module": "keras", "class_name": "DTypePolicy", "config": { "name": self.name() }, "registered_name": null,
        })
    }

    /// The name, or the policy as Keras 2 or 3 serializes it.
    fn from_json(json: &Json, _registry: &Registry) -> Result<Option<Self>> {
        let text = |place: &str| json.pointer(place).and_then(Json::as_str);
        let quantization = text("/config/mode").and_then(Quantization::from_mode);
        if let (Some(source), Some(mut quantization)) = (text("/config/source_name"), quantization) {
            let length = json.pointer("/config/amax_history_length").and_then(Json::as_u64);
            if let (Quantization::Float8 { history }, Some(length)) = (&mut quantization, length) {
                *history = usize::try_from(length).unwrap_or(usize::MAX);
            }
            return Self::from_name(source)?.quantized(quantization).map(Some);
        }
        let name = json.pointer("/config/name").unwrap_or(json).as_str();
        Ok(name.and_then(|name| Self::from_name(name).ok()))
    }
}
