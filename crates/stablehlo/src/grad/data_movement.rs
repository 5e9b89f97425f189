//! Cotangents of operations that move elements: the inverse movement, and a sum if an element was copied.

use super::context::{OperandCotangents, VjpContext};
use super::elementwise::all_dims;
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::literal::Literal;
use crate::program::Value;
use crate::types::TensorType;

/// The inverse of a permutation.
pub(super) fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; permutation.len()];
    for (i, p) in permutation.iter().enumerate() {
        inverse[*p] = i;
    }
    inverse
}

/// The scalar 0 of the element type of `like`.
pub(super) fn zero_scalar(b: &mut FuncBuilder, like: Value) -> Result<Value> {
    let zero = Literal::full(TensorType::scalar(b.ty(like).element), 0.0)?;
    b.constant(zero)
}

pub(super) fn broadcast_in_dim(b: &mut FuncBuilder, dims: &[usize], x: Value, g: Value) -> Result<Value> {
    let (shape, result) = (b.dims(x).to_vec(), b.dims(g).to_vec());
    // The operand's dimensions that are not repeated, and the result's dimensions that repeat elements.
    let mapped: Vec<usize> = (0..shape.len()).filter(|d| shape[*d] == result[dims[*d]]).collect();
    let repeated: Vec<usize> = (0..result.len()).filter(|d| mapped.iter().all(|m| dims[*m] != *d)).collect();
    let mut sum = if repeated.is_empty() { g } else { b.sum(g, &repeated)? };
    // The remaining dimensions have the order of the result, which may differ from that of the operand.
    let mut order = mapped.clone();
    order.sort_by_key(|d| dims[*d]);
    if order != mapped {
        let permutation: Vec<usize> =
            mapped.iter().map(|d| order.iter().position(|o| o == d).unwrap_or_default()).collect();
        sum = b.transpose(sum, &permutation)?;
    }
    b.reshape(sum, &shape)
}

pub(super) fn slice(b: &mut FuncBuilder, start: &[usize], stride: &[usize], x: Value, g: Value) -> Result<Value> {
    let (shape, sliced) = (b.dims(x).to_vec(), b.dims(g).to_vec());
    if sliced.contains(&0) {
        return b.full_like(x, 0.0);
    }
    let zero = zero_scalar(b, g)?;
    let low: Vec<i64> = start.iter().map(|s| *s as i64).collect();
    let interior: Vec<usize> = stride.iter().map(|s| s - 1).collect();
    let high: Vec<i64> =
        (0..shape.len()).map(|d| shape[d] as i64 - (start[d] + (sliced[d] - 1) * stride[d] + 1) as i64).collect();
    b.pad(g, zero, &low, &high, &interior)
}

pub(super) fn pad(
    b: &mut FuncBuilder,
    low: &[i64],
    high: &[i64],
    interior: &[usize],
    cx: &VjpContext,
    g: Value,
) -> Result<OperandCotangents> {
    let shape = b.dims(cx.operand(0)).to_vec();
    let inner = if shape.contains(&0) {
        b.full_like(cx.operand(0), 0.0)?
    } else {
        // Elements that negative padding removed have the cotangent 0: pad them again. Then slice out the
        // operand.
        let mut padded = g;
        if low.iter().chain(high).any(|p| *p < 0) {
            let zero = zero_scalar(b, g)?;
            let removed = |edge: &[i64]| edge.iter().map(|p| (-p).max(0)).collect::<Vec<i64>>();
            padded = b.pad(g, zero, &removed(low), &removed(high), &vec![0; shape.len()])?;
        }
        let start: Vec<usize> = low.iter().map(|p| (*p).max(0) as usize).collect();
        let stride: Vec<usize> = interior.iter().map(|i| i + 1).collect();
        let limit: Vec<usize> = (0..shape.len()).map(|d| start[d] + (shape[d] - 1) * stride[d] + 1).collect();
        b.slice(padded, &start, &limit, &stride)?
    };
    let value = cx.if_active(1, || {
        let rank = shape.len();
        let (total, not_padding) = (b.sum(g, &all_dims(rank))?, b.sum(inner, &all_dims(rank))?);
        b.subtract(total, not_padding)
    })?;
    Ok(vec![Some(inner), value])
}

pub(super) fn concatenate(
    b: &mut FuncBuilder,
    dimension: usize,
    cx: &VjpContext,
    g: Value,
) -> Result<OperandCotangents> {
    let shape = b.dims(g).to_vec();
    let (mut start, mut limit) = (vec![0; shape.len()], shape.clone());
    let mut cotangents = Vec::new();
    limit[dimension] = 0;
    for (i, x) in cx.op.operands.iter().enumerate() {
        start[dimension] = limit[dimension];
        limit[dimension] += b.dims(*x)[dimension];
        cotangents.push(cx.if_active(i, || b.slice(g, &start, &limit, &vec![1; shape.len()]))?);
    }
    Ok(cotangents)
}
