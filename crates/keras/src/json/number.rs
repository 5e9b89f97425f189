//! Numbers that JSON does not have.

use serde_json::{Number, Value as Json};

/// What the texts of numbers that JSON does not have begin with.
pub(super) const MARK: char = '\u{FFFF}';

/// These numbers as Python writes them.
pub(super) const NAMES: [(&str, f64); 3] =
    [("NaN", f64::NAN), ("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)];

/// A number as a value of JSON, also one that is not finite.
pub fn number(value: f64) -> Json {
    match Number::from_f64(value) {
        Some(number) => Json::Number(number),
        None => marked(if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }),
    }
}

/// The number that a value is; `None` for what is no number.
pub fn as_number(json: &Json) -> Option<f64> {
    match json {
        Json::Number(number) => number.as_f64(),
        Json::String(text) => name(text).and_then(value),
        _ => None,
    }
}

pub(super) fn marked(name: &str) -> Json {
    Json::String(format!("{MARK}{name}"))
}

/// The name of the number that a text stands for.
pub(super) fn name(text: &str) -> Option<&str> {
    text.strip_prefix(MARK)
}

pub(super) fn value(name: &str) -> Option<f64> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}
