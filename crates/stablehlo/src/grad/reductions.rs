//! Cotangents of reductions whose region is one element-wise operation.

use super::context::{OperandCotangents, VjpContext, gradient_error};
use super::elementwise::all_dims;
use crate::builder::FuncBuilder;
use crate::error::{Error, Result};
use crate::ops::{Binary, Collective, Direction, OpKind, WindowDim};
use crate::program::Value;
use crate::types::TensorType;

/// The element-wise operation that the region of a reduction consists of.
fn reducer(cx: &VjpContext) -> Result<Binary> {
    cx.op.regions[0].as_binary().ok_or_else(|| gradient_error("its region is not one element-wise operation"))
}

fn no_rule(op: Binary) -> Error {
    gradient_error(format!("there is no rule for a reduction by {}", op.name()))
}

/// The cotangent of the initial value, which adds to every element of a sum. Other reductions have no rule
/// for it.
fn initial_value(b: &mut FuncBuilder, op: Binary, cx: &VjpContext, g: Value) -> Result<Option<Value>> {
    cx.if_active(1, || match op {
        Binary::Add => {
            let rank = b.dims(g).len();
            b.sum(g, &all_dims(rank))
        }
        _ => Err(gradient_error("only a sum has a gradient with respect to the initial value")),
    })
}

pub(super) fn reduce(
    b: &mut FuncBuilder,
    dims: &[usize],
    cx: &VjpContext,
    r: Value,
    g: Value,
) -> Result<OperandCotangents> {
    let (op, x) = (reducer(cx)?, cx.operand(0));
    let shape = b.dims(x).to_vec();
    let remaining: Vec<usize> = (0..shape.len()).filter(|d| !dims.contains(d)).collect();
    let dx = cx.if_active(0, || match op {
        Binary::Add => b.broadcast_in_dim(g, &remaining, &shape),
        // All elements that equal the extremum get equal shares.
        Binary::Maximum | Binary::Minimum => {
            let extremum = b.broadcast_in_dim(r, &remaining, &shape)?;
            let is_extremum = b.compare(Direction::Eq, x, extremum)?;
            let ones = b.convert(is_extremum, b.ty(x).element)?;
            let count = b.sum(ones, dims)?;
            let share = b.divide(g, count)?;
            let shares = b.broadcast_in_dim(share, &remaining, &shape)?;
            let zero = b.full_like(x, 0.0)?;
            b.select(is_extremum, shares, zero)
        }
        Binary::Multiply => product(b, dims, &remaining, cx, g),
        other => Err(no_rule(other)),
    })?;
    Ok(vec![dx, initial_value(b, op, cx, g)?])
}

/// The cotangent of a product over `dims`. The product is recomputed as a tree of pairwise products, whose
/// cotangents need no division and so are correct for elements that are 0.
fn product(b: &mut FuncBuilder, dims: &[usize], remaining: &[usize], cx: &VjpContext, g: Value) -> Result<Value> {
    let (x, init) = (cx.operand(0), cx.operand(1));
    let order = [remaining, dims].concat();
    let mut tree = if order.is_sorted() { x } else { b.transpose(x, &order)? };
    let outer: usize = remaining.iter().map(|d| b.dims(x)[*d]).product();
    let mut n: usize = dims.iter().map(|d| b.dims(x)[*d]).product();
    if n == 0 {
        return b.full_like(x, 0.0);
    }
    tree = b.reshape(tree, &[outer, n])?;
    while n > 1 {
        let half = n / 2;
        let left = b.slice(tree, &[0, 0], &[outer, half], &[1, 1])?;
        let right = b.slice(tree, &[0, half], &[outer, 2 * half], &[1, 1])?;
        let odd = (n % 2 == 1).then(|| b.slice(tree, &[0, n - 1], &[outer, n], &[1, 1])).transpose()?;
        tree = b.multiply(left, right)?;
        if let Some(odd) = odd {
            tree = b.concatenate(&[tree, odd], 1)?;
        }
        n = n.div_ceil(2);
    }
    let shape = b.dims(g).to_vec();
    let product = b.reshape(tree, &shape)?;
    let init = b.broadcast_in_dim(init, &[], &shape)?;
    let result = b.multiply(product, init)?;
    Ok(b.vjp(&[result], &[g], &[x])?[0])
}

pub(super) fn reduce_window(
    b: &mut FuncBuilder,
    window: &[WindowDim],
    cx: &VjpContext,
    g: Value,
) -> Result<OperandCotangents> {
    let (op, x) = (reducer(cx)?, cx.operand(0));
    let shape = b.dims(x).to_vec();
    let dx = cx.if_active(0, || match op {
        // An element gets the cotangents of all windows that cover it: a sum over windows of the cotangent,
        // which is dilated by the stride.
        Binary::Add => {
            let adjoint = window.iter().enumerate().map(|(d, w)| {
                let dilated = |size: usize, by: usize| if size == 0 { 0 } else { ((size - 1) * by + 1) as i64 };
                let extent = dilated(w.size, w.window_dilation);
                let pad_low = extent - 1 - w.pad_low;
                let (input, output) = (dilated(shape[d], w.base_dilation), dilated(b.dims(g)[d], w.stride));
                WindowDim {
                    stride: w.base_dilation,
                    base_dilation: w.stride,
                    pad_low,
                    pad_high: input + extent - 1 - output - pad_low,
                    ..*w
                }
            });
            let adjoint: Vec<WindowDim> = adjoint.collect();
            b.reduce_window(Binary::Add, g, &adjoint)
        }
        Binary::Maximum | Binary::Minimum => {
            if window.iter().any(|w| w.base_dilation != 1 || w.window_dilation != 1) {
                return Err(gradient_error("a maximum or minimum over dilated windows has no gradient rule"));
            }
            let beats = if op == Binary::Maximum { Direction::Ge } else { Direction::Le };
            let scalar = TensorType::scalar(b.ty(x).element);
            let select = b.region(&[scalar.clone(), scalar.clone()], |b, p| Ok(vec![b.compare(beats, p[0], p[1])?]))?;
            let scatter = b.scalar_region(Binary::Add, scalar.element)?;
            let zero = b.identity_element(Binary::Add, scalar.element)?;
            let kind = OpKind::SelectAndScatter { window: window.to_vec() };
            Ok(b.push(kind, &[x, g, zero], vec![select, scatter])?[0])
        }
        other => Err(no_rule(other)),
    })?;
    Ok(vec![dx, initial_value(b, op, cx, g)?])
}

/// An operand is part of the sum of every replica of its group, so the cotangents of all these sums are
/// added.
pub(super) fn all_reduce(
    b: &mut FuncBuilder,
    attrs: &Collective,
    cx: &VjpContext,
    cotangents: &[Option<Value>],
) -> Result<OperandCotangents> {
    match reducer(cx)? {
        Binary::Add => {}
        other => return Err(no_rule(other)),
    }
    let present: Vec<Value> = cotangents.iter().flatten().copied().collect();
    let region = b.scalar_region(Binary::Add, b.ty(cx.operand(0)).element)?;
    let mut sums = b.push(OpKind::AllReduce(attrs.clone()), &present, vec![region])?.into_iter();
    Ok(cotangents.iter().map(|c| c.and_then(|_| sums.next())).collect())
}
