//! Tensors of requests and answers, and their JSON.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};

/// A tensor of a request or an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensor {
    /// The shape, batch included.
    pub dims: Vec<usize>,
    /// The values, row-major.
    pub values: Vec<f32>,
}

impl Tensor {
    /// Some rows.
    pub(crate) fn rows(&self, first: usize, rows: usize) -> Tensor {
        let Some((count, row_dims)) = self.dims.split_first() else { return self.clone() };
        let row = self.values.len() / (*count).max(1);
        let dims = [rows].iter().chain(row_dims).copied().collect();
        Tensor { dims, values: self.values[first * row..(first + rows) * row].to_vec() }
    }

    /// Adds rows of the same shape.
    pub(crate) fn append(&mut self, more: Tensor) {
        if let (Some(count), Some(rows)) = (self.dims.first_mut(), more.dims.first()) {
            *count += rows;
        }
        self.values.extend(more.values);
    }
}

/// Reads nested lists of numbers without a tree in memory: a hostile body of two bytes a number costs four.
///
/// ```
/// use serve::TensorReader;
/// let tensor = TensorReader::read("[[1, 2.5], [3, 4]]").unwrap();
/// assert_eq!((tensor.dims, tensor.values), (vec![2, 2], vec![1.0, 2.5, 3.0, 4.0]));
/// assert_eq!(TensorReader::read("[-Infinity]").unwrap().values, [f32::NEG_INFINITY]);
/// assert!(TensorReader::read("[[1], [2, 3]]").unwrap_err().contains("2 values"));
/// ```
#[derive(Debug, Default)]
pub struct TensorReader {
    /// Lengths of the lists at each depth, as far as one has ended.
    lengths: Vec<Option<usize>>,
    /// The depth of numbers, once there is one.
    depth: Option<usize>,
    values: Vec<f32>,
    has_fractions: bool,
    /// The least and the greatest value.
    range: Option<(f64, f64)>,
}

/// The part of a tensor that is read next: a number, or a list of such parts.
pub struct Part<'a> {
    reader: &'a mut TensorReader,
    depth: usize,
}

impl TensorReader {
    /// Reads a whole text.
    ///
    /// # Errors
    /// It is no JSON, or no tensor.
    pub fn read(text: &str) -> Result<Tensor, String> {
        let mut reader = TensorReader::default();
        let text = with_not_finite(text.as_bytes());
        let mut json = serde_json::Deserializer::from_slice(&text);
        reader.part(0).deserialize(&mut json).and_then(|()| json.end()).map_err(|e| e.to_string())?;
        reader.finish()
    }

    /// Where the next part at a depth goes.
    pub fn part(&mut self, depth: usize) -> Part<'_> {
        Part { reader: self, depth }
    }

    /// Says that a list at a depth has ended.
    ///
    /// # Errors
    /// Another list at this depth had another length.
    pub fn end_list(&mut self, depth: usize, length: usize) -> Result<(), String> {
        if self.lengths.len() <= depth {
            self.lengths.resize(depth + 1, None);
        }
        match self.lengths[depth] {
            None => self.lengths[depth] = Some(length),
            Some(other) if other == length => {}
            Some(other) => {
                return Err(format!(
                    "a list at depth {depth} has {length} values and one before it {other}: rows must have one shape"
                ));
            }
        }
        Ok(())
    }

    fn number(&mut self, depth: usize, value: f64) -> Result<(), String> {
        if *self.depth.get_or_insert(depth) != depth {
            return Err("numbers and lists are mixed at one depth: rows must have one shape".into());
        }
        if value.is_finite() && (value as f32).is_infinite() {
            return Err(format!("{value:e} is too large for float32"));
        }
        self.has_fractions |= value.fract() != 0.0;
        self.range = Some(self.range.map_or((value, value), |(least, most)| (least.min(value), most.max(value))));
        self.values.push(value as f32);
        Ok(())
    }

    /// True if a value was no whole number.
    pub fn has_fractions(&self) -> bool {
        self.has_fractions
    }

    /// The least and the greatest value, if there is one.
    pub fn range(&self) -> Option<(f64, f64)> {
        self.range
    }

    /// The tensor.
    ///
    /// # Errors
    /// Numbers and lists were mixed.
    pub fn finish(self) -> Result<Tensor, String> {
        let dims: Vec<usize> = self.lengths.into_iter().map(|length| length.unwrap_or(0)).collect();
        let count = dims.iter().try_fold(1usize, |n, d| n.checked_mul(*d));
        if self.depth.is_some_and(|depth| depth != dims.len()) || count != Some(self.values.len()) {
            return Err("numbers and lists are mixed at one depth: rows must have one shape".into());
        }
        Ok(Tensor { dims, values: self.values })
    }
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list of numbers")
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.visit_f64(f64::from(u8::from(value)))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<(), E> {
        self.visit_f64(value as f64)
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<(), E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        self.reader.number(self.depth, value).map_err(E::custom)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        match NOT_FINITE.iter().find(|(_, stands_in, _)| stands_in.trim_end().trim_matches('"') == text) {
            Some((.., value)) => self.visit_f64(*value),
            None => Err(E::invalid_type(serde::de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut length = 0;
        while list.next_element_seed(Part { reader: &mut *self.reader, depth: self.depth + 1 })?.is_some() {
            length += 1;
        }
        self.reader.end_list(self.depth, length).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        Err(A::Error::custom(match map.next_key::<String>()?.as_deref() {
            Some("b64") => B64.to_string(),
            key => format!("an object with the key {key:?} stands where a number or a list is expected"),
        }))
    }
}

/// Why bytes in base64 are refused.
pub const B64: &str = "b64: Keras models take numbers, not bytes; send the decoded values as nested lists, or as a \
                       binary tensor of the Open Inference Protocol";

/// Numbers that Python and TensorFlow Serving write beyond JSON's, what stands in for each while it is
/// read, of the same length, and its value.
const NOT_FINITE: [(&str, &str, f64); 3] = [
    ("-Infinity", "\"\u{7f}-\"     ", f64::NEG_INFINITY),
    ("Infinity", "\"\u{7f}+\"    ", f64::INFINITY),
    ("NaN", "\"\u{7f}\"", f64::NAN),
];

/// The body of a request with strings that [`TensorReader`] knows in place of numbers that are not finite,
/// which the parser of JSON does not know.
pub(crate) fn with_not_finite(body: &[u8]) -> Cow<'_, [u8]> {
    let (mut body, mut at, mut in_string) = (Cow::Borrowed(body), 0, false);
    while at < body.len() {
        match (body[at], in_string) {
            (b'"', _) => in_string = !in_string,
            (b'\\', true) => at += 1,
            (b'-' | b'I' | b'N', false) => {
                if let Some((name, stands_in, _)) =
                    NOT_FINITE.iter().find(|(name, ..)| body[at..].starts_with(name.as_bytes()))
                {
                    body.to_mut()[at..at + name.len()].copy_from_slice(stands_in.as_bytes());
                    at += name.len();
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    body
}

/// Appends values as nested lists of a shape. Values that JSON lacks are written as TensorFlow Serving does:
/// `NaN`, `Infinity`, `-Infinity`.
pub fn write_nested(out: &mut String, dims: &[usize], values: &[f32]) {
    let Some((count, inner)) = dims.split_first() else {
        return values.first().copied().map_or((), |value| write_number(out, value));
    };
    out.push('[');
    let size: usize = inner.iter().product();
    for row in 0..*count {
        if row > 0 {
            out.push(',');
        }
        write_nested(out, inner, &values[row * size..(row + 1) * size]);
    }
    out.push(']');
}

/// Appends the shortest number that reads as the same `f32`.
pub fn write_number(out: &mut String, value: f32) {
    if value.is_finite() {
        // Writing to a string does not fail.
        let _ = write!(out, "{value:?}");
    } else if value.is_nan() {
        out.push_str("NaN");
    } else {
        out.push_str(if value > 0.0 { "Infinity" } else { "-Infinity" });
    }
}
