//! `sort`.

use super::SharedLiteral;
use super::data_movement::rearrange;
use crate::error::Result;

/// Sorts the runs along `dimension` of all operands together. `before(left, right)` says whether what stands at the
/// position `left` of the operands comes before what stands at `right`. Equals keep their order, asked for or not.
pub(super) fn sort(
    operands: &[SharedLiteral],
    dimension: usize,
    before: &mut dyn FnMut(usize, usize) -> Result<bool>,
) -> Result<Vec<SharedLiteral>> {
    let ty = operands[0].ty();
    let (length, stride) = (ty.dims[dimension], ty.strides()[dimension]);
    // For each position of the result, the position it comes from.
    let mut from: Vec<usize> = (0..ty.num_elements()).collect();
    for start in (0..from.len()).filter(|i| i / stride % length == 0) {
        let run: Vec<usize> = (0..length).map(|i| start + i * stride).collect();
        for (i, source) in merge_sort(run, before)?.into_iter().enumerate() {
            from[start + i * stride] = source;
        }
    }
    operands
        .iter()
        .map(|x| {
            let mut sources = from.iter();
            rearrange(x, x.ty(), None, |_| sources.next().copied())
        })
        .collect()
}

/// A stable merge sort. (Written out, since the comparison may fail, and need not be an order at all.)
fn merge_sort(list: Vec<usize>, before: &mut dyn FnMut(usize, usize) -> Result<bool>) -> Result<Vec<usize>> {
    if list.len() < 2 {
        return Ok(list);
    }
    let right = merge_sort(list[list.len() / 2..].to_vec(), before)?;
    let left = merge_sort(list[..list.len() / 2].to_vec(), before)?;
    let (mut i, mut j) = (0, 0);
    let mut merged = Vec::with_capacity(list.len());
    while i < left.len() && j < right.len() {
        if before(right[j], left[i])? {
            merged.push(right[j]);
            j += 1;
        } else {
            merged.push(left[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    Ok(merged)
}
