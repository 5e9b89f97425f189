//! Options of the compiler itself under its own names: the map `env_option_overrides`.

use std::fmt;

use super::decode::invalid;
use super::proto::{EnvOptionOverridesEntry, OptionOverrideProto, OverrideValue};
use crate::error::Result;

/// The value of an option of the compiler.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// A string, such as a path.
    String(String),
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int64(i64),
    /// A floating-point number.
    Float64(f64),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            OptionValue::String(text) => f.write_str(text),
            OptionValue::Bool(flag) => flag.fmt(f),
            OptionValue::Int64(number) => number.fmt(f),
            OptionValue::Float64(number) => number.fmt(f),
        }
    }
}

/// An entry of the map.
pub(super) fn to_proto(name: &str, value: &OptionValue) -> EnvOptionOverridesEntry {
    let value = match value {
        OptionValue::String(text) => OverrideValue::String(text.clone().into_bytes()),
        OptionValue::Bool(flag) => OverrideValue::Bool(*flag),
        OptionValue::Int64(number) => OverrideValue::Int64(*number),
        OptionValue::Float64(number) => OverrideValue::Float64(*number),
    };
    EnvOptionOverridesEntry { key: name.into(), value: Some(OptionOverrideProto { value: Some(value) }) }
}

/// Reads an entry.
///
/// # Errors
/// The value is missing, or has a type that [`OptionValue`] lacks.
pub(super) fn from_proto(entry: EnvOptionOverridesEntry) -> Result<(String, OptionValue)> {
    let name = String::from_utf8_lossy(&entry.key).into_owned();
    let value = match entry.value.and_then(|value| value.value) {
        Some(OverrideValue::String(bytes)) => OptionValue::String(String::from_utf8_lossy(&bytes).into_owned()),
        Some(OverrideValue::Bool(flag)) => OptionValue::Bool(flag),
        Some(OverrideValue::Int64(number)) => OptionValue::Int64(number),
        Some(OverrideValue::Float64(number)) => OptionValue::Float64(number),
        None => return Err(invalid(format!("the compiler option {name} has no value of a known type"))),
    };
    Ok((name, value))
}
