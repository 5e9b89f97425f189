//! Named values: the options of clients, and the attributes of plugins, devices and executables.

use std::ffi::c_char;
use std::fmt;

use crate::abi::*;
use crate::call::{slice, text};

/// The value of an option or an attribute.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NamedValue {
    /// A string.
    String(String),
    /// An integer.
    Int64(i64),
    /// A list of integers.
    Int64List(Vec<i64>),
    /// A floating-point number.
    Float(f32),
    /// A boolean.
    Bool(bool),
}

impl fmt::Display for NamedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamedValue::String(value) => f.write_str(value),
            NamedValue::Int64(value) => value.fmt(f),
            NamedValue::Int64List(values) => fmt::Debug::fmt(values, f),
            NamedValue::Float(value) => value.fmt(f),
            NamedValue::Bool(value) => value.fmt(f),
        }
    }
}

/// Attributes, in the plugin's order.
///
/// ```
/// use pjrt::{Attributes, NamedValue};
/// let attributes = Attributes::from_iter([("chip".to_string(), NamedValue::Int64(1))]);
/// assert_eq!(attributes.get("chip"), Some(&NamedValue::Int64(1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes(Vec<(String, NamedValue)>);

impl Attributes {
    /// The value of the attribute with this name.
    pub fn get(&self, name: &str) -> Option<&NamedValue> {
        self.iter().find(|(candidate, _)| *candidate == name).map(|(_, value)| value)
    }

    /// Iterates over names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &NamedValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are no values.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Copies an array of the C API. Values of an unknown type are skipped.
    ///
    /// # Safety
    /// `first` is null, or points to `count` named values whose names and values can be read.
    pub unsafe fn read(first: *const PJRT_NamedValue, count: usize) -> Attributes {
        let mut attributes = Vec::new();
        let mut next = first;
        for _ in 0..if first.is_null() { 0 } else { count } {
            // SAFETY: the caller guarantees `count` values.
            let (raw, size) = unsafe { (next.read(), next.cast::<usize>().read()) };
            // SAFETY: the caller guarantees that names are readable.
            let name = unsafe { text(raw.name, raw.name_size) };
            // SAFETY: the type says which member of the union is set.
            let value = unsafe {
                match raw.r#type {
                    PJRT_NamedValue_Type::kString => {
                        Some(NamedValue::String(text(raw.value.string_value, raw.value_size)))
                    }
                    PJRT_NamedValue_Type::kInt64 => Some(NamedValue::Int64(raw.value.int64_value)),
                    PJRT_NamedValue_Type::kInt64List => {
                        Some(NamedValue::Int64List(slice(raw.value.int64_array_value, raw.value_size).to_vec()))
                    }
                    PJRT_NamedValue_Type::kFloat => Some(NamedValue::Float(raw.value.float_value)),
                    PJRT_NamedValue_Type::kBool => Some(NamedValue::Bool(raw.value.bool_value.get())),
                    _ => None,
                }
            };
            attributes.extend(value.map(|value| (name, value)));
            // A plugin of a later version may have longer structs: the stride is the size of its own. A size
            // of 0 means that the plugin did not set it.
            let stride = if size == 0 { size_of::<PJRT_NamedValue>() } else { size.next_multiple_of(8) };
            next = next.wrapping_byte_add(stride);
        }
        Attributes(attributes)
    }
}

impl FromIterator<(String, NamedValue)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (String, NamedValue)>>(values: I) -> Attributes {
        Attributes(values.into_iter().collect())
    }
}

/// Named values as a C array, with the memory that the array points to: options of a call, or attributes that
/// a plugin returns.
///
/// ```
/// use pjrt::{Attributes, NamedValue, NamedValueList};
/// let list = NamedValueList::new([("cores", NamedValue::Int64(8))]);
/// // SAFETY: the list is alive.
/// let read = unsafe { Attributes::read(list.as_ptr(), list.len()) };
/// assert_eq!(read.get("cores"), Some(&NamedValue::Int64(8)));
/// ```
pub struct NamedValueList {
    raw: Vec<PJRT_NamedValue>,
    /// Owns what `raw` points to: the heap memory of strings and lists, which does not move with this vector.
    _values: Vec<(String, NamedValue)>,
}

// SAFETY: the pointers point to memory of the same object, which nothing writes after `new`.
unsafe impl Send for NamedValueList {}
// SAFETY: as above.
unsafe impl Sync for NamedValueList {}

impl NamedValueList {
    /// Copies names and values.
    pub fn new<N: Into<String>>(values: impl IntoIterator<Item = (N, NamedValue)>) -> NamedValueList {
        let values: Vec<(String, NamedValue)> = values.into_iter().map(|(name, value)| (name.into(), value)).collect();
        let raw = values
            .iter()
            .map(|(name, value)| {
                let (r#type, value, value_size) = match value {
                    NamedValue::String(text) => (
                        PJRT_NamedValue_Type::kString,
                        PJRT_NamedValue_Value { string_value: text.as_ptr().cast::<c_char>() },
                        text.len(),
                    ),
                    NamedValue::Int64(number) => {
                        (PJRT_NamedValue_Type::kInt64, PJRT_NamedValue_Value { int64_value: *number }, 1)
                    }
                    NamedValue::Int64List(numbers) => (
                        PJRT_NamedValue_Type::kInt64List,
                        PJRT_NamedValue_Value { int64_array_value: numbers.as_ptr() },
                        numbers.len(),
                    ),
                    NamedValue::Float(number) => {
                        (PJRT_NamedValue_Type::kFloat, PJRT_NamedValue_Value { float_value: *number }, 1)
                    }
                    NamedValue::Bool(yes) => {
                        (PJRT_NamedValue_Type::kBool, PJRT_NamedValue_Value { bool_value: (*yes).into() }, 1)
                    }
                };
                let name_size = name.len();
                let name = name.as_ptr().cast::<c_char>();
                PJRT_NamedValue { name, name_size, r#type, value, value_size, ..AbiStruct::new() }
            })
            .collect();
        NamedValueList { raw, _values: values }
    }

    /// The start of the array.
    pub fn as_ptr(&self) -> *const PJRT_NamedValue {
        self.raw.as_ptr()
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Returns true if there are no values.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_type_round_trip() {
        let values = [
            ("text", NamedValue::String("tränen".into())),
            ("empty", NamedValue::String(String::new())),
            ("number", NamedValue::Int64(-7)),
            ("numbers", NamedValue::Int64List(vec![1, 20, 300])),
            ("none", NamedValue::Int64List(vec![])),
            ("fraction", NamedValue::Float(0.5)),
            ("yes", NamedValue::Bool(true)),
            ("no", NamedValue::Bool(false)),
        ];
        let list = NamedValueList::new(values.clone());
        // SAFETY: the list is alive.
        let read = unsafe { Attributes::read(list.as_ptr(), list.len()) };
        let expected: Attributes = values.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn a_value_of_an_unknown_type_is_skipped() {
        let mut list = NamedValueList::new([("a", NamedValue::Int64(1)), ("b", NamedValue::Int64(2))]);
        list.raw[0].r#type = PJRT_NamedValue_Type(77);
        // SAFETY: the list is alive.
        let read = unsafe { Attributes::read(list.as_ptr(), list.len()) };
        assert_eq!(read.iter().collect::<Vec<_>>(), [("b", &NamedValue::Int64(2))]);
    }
}
