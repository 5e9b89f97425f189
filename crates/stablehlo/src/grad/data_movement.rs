//! Cotangents of operations that move elements: the same moves backwards, sums where an element went many ways.

use super::elementwise::all_dims;
use super::{OperandCotangents, VjpContext};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::literal::Literal;
use crate::program::Value;
use crate::types::TensorType;

/// The permutation that undoes `permutation`.
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
    // Dimensions of the result along which elements of the operand were repeated, and those they came from.
    let kept: Vec<usize> = (0..shape.len()).filter(|d| shape[*d] == result[dims[*d]]).collect();
    let repeated: Vec<usize> = (0..result.len()).filter(|d| kept.iter().all(|k| dims[*k] != *d)).collect();
    let mut sum = if repeated.is_empty() { g } else { b.sum(g, &repeated)? };
    // What is left stands in the result's order; the operand may have it otherwise.
    let mut order = kept.clone();
    order.sort_by_key(|d| dims[*d]);
    if order != kept {
        let permutation: Vec<usize> =
            kept.iter().map(|d| order.iter().position(|o| o == d).unwrap_or_default()).collect();
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
    step: &VjpContext,
    g: Value,
) -> Result<OperandCotangents> {
    let shape = b.dims(step.operand(0)).to_vec();
    let taken = if shape.contains(&0) {
        b.full_like(step.operand(0), 0.0)?
    } else {
        // What the edges cut off was not used: zeros come back there. Then take what stood between the padding.
        let mut whole = g;
        if low.iter().chain(high).any(|p| *p < 0) {
            let zero = zero_scalar(b, g)?;
            let back = |edge: &[i64]| edge.iter().map(|p| (-p).max(0)).collect::<Vec<i64>>();
            whole = b.pad(g, zero, &back(low), &back(high), &vec![0; shape.len()])?;
        }
        let start: Vec<usize> = low.iter().map(|p| (*p).max(0) as usize).collect();
        let stride: Vec<usize> = interior.iter().map(|i| i + 1).collect();
        let limit: Vec<usize> = (0..shape.len()).map(|d| start[d] + (shape[d] - 1) * stride[d] + 1).collect();
        b.slice(whole, &start, &limit, &stride)?
    };
    let value = step.if_active(1, || {
        let rank = shape.len();
        let (all_of_it, not_padding) = (b.sum(g, &all_dims(rank))?, b.sum(taken, &all_dims(rank))?);
        b.subtract(all_of_it, not_padding)
    })?;
    Ok(vec![Some(taken), value])
}

pub(super) fn concatenate(
    b: &mut FuncBuilder,
    dimension: usize,
    step: &VjpContext,
    g: Value,
) -> Result<OperandCotangents> {
    let shape = b.dims(g).to_vec();
    let (mut start, mut limit) = (vec![0; shape.len()], shape.clone());
    let mut cotangents = Vec::new();
    limit[dimension] = 0;
    for (i, x) in step.op.operands.iter().enumerate() {
        start[dimension] = limit[dimension];
        limit[dimension] += b.dims(*x)[dimension];
        cotangents.push(step.if_active(i, || b.slice(g, &start, &limit, &vec![1; shape.len()]))?);
    }
    Ok(cotangents)
}
