//! `x[key]`.

use serde_json::Value as Json;

use super::operation::MAX_COUNT;
use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

/// The elements of `x` with a key of indices, slices, new axes and an ellipsis. The batch stays whole.
pub(super) fn item(x: &Tensor, key: &Json) -> Result<Tensor> {
    let refused = || Error::argument(format!("GetItem: the key {key} is not supported for shape {:?}", x.shape()));
    let items = key.pointer("/items").unwrap_or(key);
    let parts = items.as_array().map_or_else(|| std::slice::from_ref(items), Vec::as_slice);
    let class = |part: &Json, name: &str| part.get("class_name").is_some_and(|class| class == name);
    let taken = parts.iter().filter(|part| !part.is_null() && !class(part, "__ellipsis__")).count();
    let left_out = x.ndim().checked_sub(taken).ok_or_else(refused)?;
    // The next dimension of `x`, and the place of it in the result.
    let (mut y, mut dimension, mut at) = (x.clone(), 0, 0);
    for part in parts {
        if part.is_null() {
            y = ops::expand_dims(&y, at);
            at += 1;
            continue;
        }
        if class(part, "__ellipsis__") {
            dimension += left_out;
            at += left_out as i64;
            continue;
        }
        let length = *x.shape().get(dimension).ok_or_else(refused)? as i64;
        let place = |index: i64| if index < 0 { index + length } else { index };
        if let Some(index) = part.as_i64() {
            let index = Some(place(index)).filter(|index| (0..length).contains(index)).ok_or_else(refused)?;
            if dimension == 0 {
                return Err(refused());
            }
            y = ops::squeeze(&narrowed(&y, at, index, 1), at);
        } else {
            let slice = class(part, "__slice__").then(|| Slice::read(part, length)).flatten().ok_or_else(refused)?;
            let whole = slice == Slice { first: 0, count: length as usize, step: 1 };
            if dimension == 0 && !whole {
                return Err(refused());
            }
            if !whole && (slice.step == 1 || slice.count <= 1) {
                y = narrowed(&y, at, slice.first, slice.count);
            } else if !whole {
                if slice.count > MAX_COUNT {
                    return Err(refused());
                }
                let numbers: Vec<f64> =
                    (0..slice.count as i64).map(|i| (slice.first + i * slice.step) as f64).collect();
                y = ops::take(&y, &ops::convert_to_tensor(&numbers, &[numbers.len()]), at);
            }
            at += 1;
        }
        dimension += 1;
    }
    Ok(y)
}

/// The indices that a slice of Python takes of a dimension: the first one, how many, and the distance.
#[derive(PartialEq)]
struct Slice {
    first: i64,
    count: usize,
    step: i64,
}

impl Slice {
    /// The indices of a dimension of this length; `None` if the slice is not of whole numbers.
    fn read(slice: &Json, length: i64) -> Option<Self> {
        let bound = |name: &str| match slice.pointer(&format!("/config/{name}")) {
            None | Some(Json::Null) => Some(None),
            Some(value) => value.as_i64().map(Some),
        };
        let (start, stop, step) = (bound("start")?, bound("stop")?, bound("step")?.unwrap_or(1));
        let place = |index: i64| if index < 0 { index + length } else { index };
        let (first, distance) = if step > 0 {
            let first = start.map_or(0, place).clamp(0, length);
            (first, stop.map_or(length, place).clamp(0, length) - first)
        } else {
            let first = start.map_or(length - 1, place).clamp(-1, length - 1);
            (first, first - stop.map_or(-1, place).clamp(-1, length - 1))
        };
        // Zero is no distance.
        let count = distance.max(0).unsigned_abs().checked_add(step.unsigned_abs() - u64::from(step != 0))?;
        let count = usize::try_from(count.checked_div(step.unsigned_abs())?).ok()?;
        Some(Self { first: if count == 0 { 0 } else { first }, count, step })
    }
}

/// A part along an axis.
fn narrowed(x: &Tensor, axis: i64, first: i64, size: usize) -> Tensor {
    let (mut start, mut sizes) = (vec![0; x.ndim()], x.shape().to_vec());
    (start[axis as usize], sizes[axis as usize]) = (first as usize, size);
    ops::slice(x, &start, &sizes)
}
