//! Operations that only move elements: each maps indices of the result to positions of the operand.

use std::rc::Rc;

use super::index::{for_each_index, position};
use super::shared_literal::SharedLiteral;
use crate::error::Result;
use crate::literal::Literal;
use crate::types::TensorType;

/// A result of type `ty`. Its element at an index is that of `source` at the position `from(index)`; if that
/// is `None`, it is `fill`, or zero without a `fill`.
pub(super) fn rearrange(
    source: &Literal,
    ty: &TensorType,
    fill: Option<&Literal>,
    mut from: impl FnMut(&[usize]) -> Option<usize>,
) -> Result<SharedLiteral> {
    let n = ty.element.bytes();
    let mut bytes = Vec::with_capacity(ty.size_in_bytes());
    for_each_index(&ty.dims, |index| match (from(index), fill) {
        (Some(at), _) => bytes.extend_from_slice(&source.bytes()[at * n..][..n]),
        (None, Some(fill)) => bytes.extend_from_slice(fill.bytes()),
        (None, None) => bytes.resize(bytes.len() + n, 0),
    });
    Ok(Rc::new(Literal::from_bytes(ty.clone(), bytes)?))
}

pub(super) fn broadcast_in_dim(x: &Literal, ty: &TensorType, dims: &[usize]) -> Result<SharedLiteral> {
    let mut strides = x.ty().strides();
    for (stride, size) in strides.iter_mut().zip(&x.ty().dims) {
        if *size == 1 {
            *stride = 0;
        }
    }
    rearrange(x, ty, None, |index| Some(dims.iter().zip(&strides).map(|(d, s)| index[*d] * s).sum()))
}

pub(super) fn reshape(x: &Literal, ty: &TensorType) -> Result<SharedLiteral> {
    Ok(Rc::new(Literal::from_bytes(ty.clone(), x.bytes().to_vec())?))
}

pub(super) fn transpose(x: &Literal, ty: &TensorType, permutation: &[usize]) -> Result<SharedLiteral> {
    let strides = super::index::pick(&x.ty().strides(), permutation);
    rearrange(x, ty, None, |index| Some(position(index, &strides)))
}

pub(super) fn reverse(x: &Literal, dims: &[usize]) -> Result<SharedLiteral> {
    let (strides, shape) = (x.ty().strides(), &x.ty().dims);
    let source = |d: usize, i: usize| if dims.contains(&d) { shape[d] - 1 - i } else { i };
    rearrange(x, x.ty(), None, |index| Some(index.iter().enumerate().map(|(d, i)| source(d, *i) * strides[d]).sum()))
}

pub(super) fn slice(x: &Literal, ty: &TensorType, start: &[usize], stride: &[usize]) -> Result<SharedLiteral> {
    let strides = x.ty().strides();
    rearrange(x, ty, None, |index| {
        Some(index.iter().enumerate().map(|(d, i)| (start[d] + i * stride[d]) * strides[d]).sum())
    })
}

pub(super) fn pad(
    x: &Literal,
    value: &Literal,
    ty: &TensorType,
    low: &[i64],
    interior: &[usize],
) -> Result<SharedLiteral> {
    let strides = x.ty().strides();
    rearrange(x, ty, Some(value), |index| {
        let mut at = 0;
        for (d, i) in index.iter().enumerate() {
            let (from_edge, step) = (*i as i64 - low[d], interior[d] as i64 + 1);
            if from_edge < 0 || from_edge % step != 0 || from_edge / step >= x.ty().dims[d] as i64 {
                return None;
            }
            at += (from_edge / step) as usize * strides[d];
        }
        Some(at)
    })
}

pub(super) fn concatenate(xs: &[SharedLiteral], ty: &TensorType, dimension: usize) -> Result<SharedLiteral> {
    // In memory, the result is one run of each operand for each index of the outer dimensions.
    let outer: usize = ty.dims[..dimension].iter().product();
    let mut bytes = Vec::with_capacity(ty.size_in_bytes());
    for i in 0..outer {
        for x in xs {
            let run = x.bytes().len() / outer;
            bytes.extend_from_slice(&x.bytes()[i * run..][..run]);
        }
    }
    Ok(Rc::new(Literal::from_bytes(ty.clone(), bytes)?))
}
