//! `sort`.

use super::data_movement::rearrange;
use super::shared_literal::SharedLiteral;
use crate::error::Result;

/// Sorts all operands together along `dimension`. `before(left, right)` returns true if the elements at
/// position `left` of the operands come before those at `right`. The sort is always stable.
pub(super) fn sort(
    operands: &[SharedLiteral],
    dimension: usize,
    before: &mut dyn FnMut(usize, usize) -> Result<bool>,
) -> Result<Vec<SharedLiteral>> {
    let ty = operands[0].ty();
    let (length, stride) = (ty.dims[dimension], ty.strides()[dimension]);
    // For each position of the result, the position of the operand.
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

/// A stable merge sort. (The standard library's cannot be used: this comparator may fail, and need not be an
/// order.)
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
