//! Options of the compiler itself under its own names: the map `env_option_overrides`.

use super::proto::{EnvOptionOverridesEntry, OptionOverrideProto, OverrideValue};

/// The value of an option of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A string, such as a path.
    String(String),
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int64(i64),
}

/// An entry of the map.
pub(super) fn to_proto(name: &str, value: &OptionValue) -> EnvOptionOverridesEntry {
    let value = match value {
        OptionValue::String(text) => OverrideValue::String(text.clone().into_bytes()),
        OptionValue::Bool(flag) => OverrideValue::Bool(*flag),
        OptionValue::Int64(number) => OverrideValue::Int64(*number),
    };
    EnvOptionOverridesEntry { key: name.into(), value: Some(OptionOverrideProto { value: Some(value) }) }
}

/// Reads an entry; `None` if its value has a type that [`OptionValue`] lacks.
pub(super) fn from_proto(entry: EnvOptionOverridesEntry) -> Option<(String, OptionValue)> {
    let value = match entry.value?.value? {
        OverrideValue::String(bytes) => OptionValue::String(String::from_utf8_lossy(&bytes).into_owned()),
        OverrideValue::Bool(flag) => OptionValue::Bool(flag),
        OverrideValue::Int64(number) => OptionValue::Int64(number),
    };
    Some((String::from_utf8_lossy(&entry.key).into_owned(), value))
}
