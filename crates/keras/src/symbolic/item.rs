//! `x[key]`.

use serde_json::Value as Json;

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
            let indices = class(part, "__slice__").then(|| indices(part, length)).flatten().ok_or_else(refused)?;
            let whole = indices.iter().copied().eq(0..length);
            if dimension == 0 && !whole {
                return Err(refused());
            }
            let first = indices.first().copied().unwrap_or(0);
            if !whole && indices.iter().copied().eq(first..first + indices.len() as i64) {
                y = narrowed(&y, at, first, indices.len());
            } else if !whole {
                let numbers: Vec<f64> = indices.iter().map(|index| *index as f64).collect();
                y = ops::take(&y, &ops::convert_to_tensor(&numbers, &[numbers.len()]), at);
            }
            at += 1;
        }
        dimension += 1;
    }
    Ok(y)
}

/// The indices of a slice of Python, of a dimension of this length; `None` if it is not of whole numbers.
fn indices(slice: &Json, length: i64) -> Option<Vec<i64>> {
    let bound = |name: &str| match slice.pointer(&format!("/config/{name}")) {
        None | Some(Json::Null) => Some(None),
        Some(value) => value.as_i64().map(Some),
    };
    let (start, stop, step) = (bound("start")?, bound("stop")?, bound("step")?.unwrap_or(1));
    let place = |index: i64| if index < 0 { index + length } else { index };
    if step == 0 {
        return None;
    }
    if step > 0 {
        let first = start.map_or(0, place).clamp(0, length);
        let end = stop.map_or(length, place).clamp(0, length);
        return Some((first..end).step_by(usize::try_from(step).ok()?).collect());
    }
    let first = start.map_or(length - 1, place).clamp(-1, length - 1);
    let end = stop.map_or(-1, place).clamp(-1, length - 1);
    let back = usize::try_from(step.checked_neg()?).ok()?;
    Some((end + 1..=first).rev().step_by(back).collect())
}

/// A part along an axis.
fn narrowed(x: &Tensor, axis: i64, first: i64, size: usize) -> Tensor {
    let (mut start, mut sizes) = (vec![0; x.ndim()], x.shape().to_vec());
    (start[axis as usize], sizes[axis as usize]) = (first as usize, size);
    ops::slice(x, &start, &sizes)
}
