//! The format of safetensors (<https://github.com/huggingface/safetensors>): the length of a header, the
//! header in JSON, and the elements of all tensors, one after another. A weight is named by its path in
//! Keras.

use std::collections::HashMap;
use std::ops::Range;

use half::{bf16, f16};
use serde_json::{Map, Value as Json, json};
use stablehlo::budget::Budget;

use super::partial::Reading;
use super::weights::{ModelWeights, WeightValue};
use crate::json::{self, brief};

/// The bytes of the header's length.
const LENGTH: usize = 8;
/// A header has at most so many bytes, by the format.
const MAX_HEADER: usize = 100_000_000;
/// The member of the header that is no tensor.
const METADATA: &str = "__metadata__";

/// An element type: the name, the bytes of an element, and its value.
type Element = (&'static str, usize, fn(&[u8]) -> f32);

/// The element types that weights have.
const TYPES: [Element; 5] = [
    ("F32", 4, |b| b.try_into().map_or(f32::NAN, f32::from_le_bytes)),
    ("F64", 8, |b| b.try_into().map_or(f32::NAN, |b| f64::from_le_bytes(b) as f32)),
    ("F16", 2, |b| b.try_into().map_or(f32::NAN, |b| f16::from_le_bytes(b).to_f32())),
    ("BF16", 2, |b| b.try_into().map_or(f32::NAN, |b| bf16::from_le_bytes(b).to_f32())),
    ("I8", 1, |b| f32::from(b[0].cast_signed())),
];

/// The bytes of a file; the error is the reason.
pub(super) fn write(model: &ModelWeights) -> Result<Vec<u8>, String> {
    let mut header = Map::from_iter([(METADATA.to_owned(), json!({ "format": "keras" }))]);
    let mut data = Vec::new();
    for weight in weights_of(model) {
        let begin = data.len();
        let dtype = if weight.int8 { "I8" } else { "F32" };
        match weight.int8 {
            true => data.extend(weight.data.iter().map(|v| (*v as i8).cast_unsigned())),
            false => data.extend(weight.data.iter().flat_map(|v| v.to_le_bytes())),
        }
        let entry = json!({ "dtype": dtype, "shape": weight.shape, "data_offsets": [begin, data.len()] });
        if header.insert(weight.path.clone(), entry).is_some() {
            return Err(format!("two weights are named {}: use .weights.h5, which counts the layers", weight.path));
        }
    }
    let mut header = Json::Object(header).to_string().into_bytes();
    // The elements begin at a multiple of eight bytes.
    header.resize(header.len().next_multiple_of(LENGTH), b' ');
    Ok([&(header.len() as u64).to_le_bytes()[..], &header, &data].concat())
}

/// Returns true if these bytes begin as a file of this format does.
pub(super) fn is(bytes: &[u8]) -> bool {
    bytes.get(LENGTH) == Some(&b'{')
}

/// The data of all weights in the order of the layers.
pub(super) fn read(
    bytes: &[u8],
    expected: &ModelWeights,
    reading: &mut Reading<'_>,
    budget: &Budget,
) -> Result<Vec<Vec<f32>>, String> {
    let (header, data) = split(bytes)?;
    let mut tensors = tensors(header, data.len(), budget)?;
    let mut values = Vec::new();
    for layer in &expected.layers {
        let found: Vec<_> = layer.weights.iter().map(|weight| (weight, tensors.remove(&weight.path))).collect();
        let misfit = found.iter().find_map(|(weight, tensor)| misfit(weight, tensor.as_ref()));
        match misfit {
            _ if reading.keeps(&layer.name) => values.extend(layer.values()),
            Some(reason) => {
                reading.mismatch(&layer.name, reason)?;
                values.extend(layer.values());
            }
            None => values.extend(found.into_iter().filter_map(|(_, tensor)| Some(tensor?.values(data)))),
        }
    }
    match tensors.into_keys().min() {
        Some(other) => reading.left_over(&format!("it has {other}, which this model has not")).map(|()| values),
        None => Ok(values),
    }
}

/// Why a weight cannot have the elements of a tensor.
fn misfit(weight: &WeightValue, tensor: Option<&Tensor>) -> Option<String> {
    let (path, expected) = (&weight.path, &weight.shape);
    match tensor {
        None => Some(format!("it has no {path}; weights are found by the names of their layers")),
        Some(Tensor { shape, .. }) if shape != expected => {
            Some(format!("{path} is of shape {shape:?}, expected is {expected:?}"))
        }
        Some(_) => None,
    }
}

fn weights_of(model: &ModelWeights) -> impl Iterator<Item = &WeightValue> {
    model.layers.iter().flat_map(|layer| &layer.weights)
}

/// A tensor in the data.
struct Tensor {
    shape: Vec<usize>,
    range: Range<usize>,
    /// The bytes of an element.
    size: usize,
    value: fn(&[u8]) -> f32,
}

impl Tensor {
    /// Its elements in the data of all tensors.
    fn values(self, data: &[u8]) -> Vec<f32> {
        data[self.range].chunks_exact(self.size).map(self.value).collect()
    }
}

/// The header and the data.
fn split(bytes: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let truncated = "truncated: the header is not complete";
    let (length, rest) = bytes.split_first_chunk::<LENGTH>().ok_or(truncated)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    if length > MAX_HEADER {
        return Err(format!("damaged: a header of {length} bytes, the format allows {MAX_HEADER}"));
    }
    rest.split_at_checked(length).ok_or(truncated.into())
}

/// The tensors of the header, which cover data of so many bytes without gaps.
fn tensors(header: &[u8], bytes: usize, budget: &Budget) -> Result<HashMap<String, Tensor>, String> {
    let header = json::read(header, budget).map_err(|e| format!("the header is damaged: {e}"))?;
    let Json::Object(header) = header else { return Err("the header is damaged: it is no object".into()) };
    let entries = header.into_iter().filter(|(name, _)| name != METADATA);
    let tensors = entries.map(|(name, entry)| tensor(&name, &entry).map(|tensor| (name, tensor)));
    let tensors = tensors.collect::<Result<HashMap<String, Tensor>, String>>()?;
    let mut places: Vec<(&String, &Range<usize>)> =
        tensors.iter().map(|(name, tensor)| (name, &tensor.range)).collect();
    places.sort_by_key(|(_, range)| (range.start, range.end));
    let mut end = 0;
    for (name, range) in places {
        if range.start != end {
            return Err(format!("damaged: {name} begins at byte {}, the tensor before it ends at {end}", range.start));
        }
        end = range.end;
    }
    if end != bytes {
        return Err(format!("damaged or truncated: {bytes} bytes of data, the header describes {end}"));
    }
    Ok(tensors)
}

fn tensor(name: &str, entry: &Json) -> Result<Tensor, String> {
    let damaged = || format!("the header is damaged: {name} is {}", brief(entry));
    let numbers = |key: &str| -> Option<Vec<usize>> {
        entry[key].as_array()?.iter().map(|n| usize::try_from(n.as_u64()?).ok()).collect()
    };
    let shape = numbers("shape").ok_or_else(damaged)?;
    let [begin, end] = numbers("data_offsets").and_then(|offsets| offsets.try_into().ok()).ok_or_else(damaged)?;
    let dtype = entry["dtype"].as_str().ok_or_else(damaged)?;
    let known = TYPES.iter().find(|(name, ..)| *name == dtype);
    let &(_, size, value) = known.ok_or_else(|| format!("{name} has elements of type {dtype}, which no weight has"))?;
    let expected = shape.iter().try_fold(size, |bytes, dim| bytes.checked_mul(*dim));
    if expected.is_none() || end.checked_sub(begin) != expected {
        return Err(damaged());
    }
    Ok(Tensor { shape, range: begin..end, size, value })
}
