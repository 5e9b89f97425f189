//! Values of JSON as Yjs has them, and back.

use serde_json::{Map, Number, Value};
use yrs::branch::{Branch, BranchPtr};
use yrs::{Any, Array as _, ArrayRef, GetString, Map as _, MapRef, Out, ReadTxn, Text as _, TextRef};

/// How deep shared types nest in a document. A notebook has five levels: the list of cells, a cell, its
/// outputs, an output, its text.
const MAX_DEPTH: usize = 8;
/// Integers of JavaScript end here.
const MAX_INTEGER: u64 = (1 << 53) - 1;

/// A value for a document. Numbers become JavaScript's.
pub fn to_any(value: &Value) -> Any {
    match value {
        Value::Null => Any::Null,
        Value::Bool(truth) => Any::Bool(*truth),
        Value::Number(number) => match number.as_i64().filter(|integer| integer.unsigned_abs() <= MAX_INTEGER) {
            Some(integer) => Any::from(integer),
            None => Any::from(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Any::from(text.as_str()),
        Value::Array(values) => Any::Array(values.iter().map(to_any).collect()),
        Value::Object(fields) => Any::from(
            fields
                .iter()
                .map(|(name, value)| (name.clone(), to_any(value)))
                .collect::<std::collections::HashMap<_, _>>(),
        ),
    }
}

/// A value of a document. JavaScript has one kind of numbers, so whole ones are integers. What JSON cannot
/// express is null.
pub fn from_any(any: &Any) -> Value {
    match any {
        Any::Null | Any::Undefined | Any::Buffer(_) => Value::Null,
        Any::Bool(truth) => (*truth).into(),
        Any::Number(yrs::Number::Int(integer)) => (*integer).into(),
        Any::Number(yrs::Number::Float(number)) => from_number(*number),
        Any::String(text) => text.as_ref().into(),
        Any::Array(values) => values.iter().map(from_any).collect(),
        Any::Map(fields) => {
            let sorted: std::collections::BTreeMap<_, _> = fields.iter().collect();
            sorted.into_iter().map(|(name, value)| (name.clone(), from_any(value))).collect::<Map<_, _>>().into()
        }
    }
}

fn from_number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < i64::MAX as f64 {
        return (number as i64).into();
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// What a document holds at a place. Shared types become values; those that nest too deep, or are none of a
/// notebook's, are null. Fields are sorted by their names.
pub fn from_out(out: &Out, txn: &impl ReadTxn) -> Value {
    read(out, txn, MAX_DEPTH)
}

fn read<T: ReadTxn>(out: &Out, txn: &T, depth: usize) -> Value {
    match out {
        _ if depth == 0 => Value::Null,
        Out::Any(any) => from_any(any),
        Out::YText(text) => text.get_string(txn).into(),
        Out::YArray(array) => array.iter(txn).map(|value| read(&value, txn, depth - 1)).collect(),
        Out::YMap(map) => {
            let mut fields: Vec<_> = map.iter(txn).collect();
            fields.sort_by(|a, b| a.0.cmp(b.0));
            let fields = fields.into_iter().map(|(name, value)| (name.to_string(), read(&value, txn, depth - 1)));
            fields.collect::<Map<_, _>>().into()
        }
        _ => Value::Null,
    }
}

/// True if a document holds only what one in this schema can: shared types that nest no deeper than
/// [`MAX_DEPTH`], texts of characters alone, lists without characters, no list in a map's place or the
/// reverse. An update can bring something else, which the library would read for ever, or not show.
pub fn is_sound<T: ReadTxn>(out: &Out, txn: &T) -> bool {
    fn is_within<T: ReadTxn>(out: &Out, txn: &T, depth: usize) -> bool {
        match out {
            Out::Any(_) => true,
            Out::YText(text) => {
                let length = text.get_string(txn).encode_utf16().count();
                fields(text).len(txn) == 0 && text.len(txn) as usize == length
            }
            Out::YArray(array) => {
                let has_text = !TextRef::from(pointer(array)).get_string(txn).is_empty();
                let is_list = depth > 0 && !has_text && fields(array).len(txn) == 0;
                is_list && array.iter(txn).all(|value| is_within(&value, txn, depth - 1))
            }
            Out::YMap(map) => {
                let is_map = depth > 0 && ArrayRef::from(pointer(map)).len(txn) == 0;
                is_map && map.iter(txn).all(|(_, value)| is_within(&value, txn, depth - 1))
            }
            _ => false,
        }
    }
    is_within(out, txn, MAX_DEPTH)
}

/// A shared type as each of its kinds: what it holds in order, and by name.
fn pointer(shared: &impl AsRef<Branch>) -> BranchPtr {
    BranchPtr::from(shared.as_ref())
}

fn fields(shared: &impl AsRef<Branch>) -> MapRef {
    MapRef::from(pointer(shared))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_come_back_with_the_numbers_of_javascript() {
        let value = json!({"a": [1, -2.5, true, null, "é"], "b": {"c": 9_007_199_254_740_991_i64}});
        assert_eq!(from_any(&to_any(&value)), value);
        assert_eq!(from_any(&to_any(&json!(1.0))), json!(1));
        assert_eq!(from_any(&to_any(&json!(1e300))), json!(1e300));
        assert_eq!(from_any(&Any::from(f64::NAN)), Value::Null);
    }
}
