//! Functions that move elements.

use stablehlo::ElementType;

use super::axes::{Axes, iota};
use super::broadcast::align;
use super::declare::operations;
use super::dtype::promote;
use super::logic::where_;
use super::tensor::{Tensor, emit};
use crate::error::{Error, Result};

operations! {
    /// The elements in another shape; one size may be -1 and is then computed.
    fn reshape(x: &Tensor, newshape: &[i64]) -> Tensor {
        let known: i64 = newshape.iter().filter(|n| **n >= 0).product();
        let free = newshape.iter().filter(|n| **n < 0).count();
        let fits = free <= 1 && (free == 0 || known > 0 && x.size() as i64 % known == 0);
        if !fits {
            return x.fail(Error::shape(format!("ops.reshape: shape {:?} cannot become {newshape:?}", x.shape())));
        }
        let size = |n: &i64| if *n < 0 { x.size() / known as usize } else { *n as usize };
        let dims: Vec<usize> = newshape.iter().map(size).collect();
        to_shape("reshape", x, &dims)
    }
    /// All elements in one dimension.
    fn ravel(x: &Tensor) -> Tensor { let n = x.size(); to_shape("ravel", x, &[n]) }
    /// A dimension of size 1 at this axis of the result.
    fn expand_dims(x: &Tensor, axis: i64) -> Tensor {
        let rank = x.ndim() as i64 + 1;
        let at = if axis < 0 { axis + rank } else { axis };
        if !(0..rank).contains(&at) {
            return x.fail(Error::shape(format!("ops.expand_dims: axis {axis} is out of bounds for {:?}", x.shape())));
        }
        let mut dims = x.shape().to_vec();
        dims.insert(at as usize, 1);
        to_shape("expand_dims", x, &dims)
    }
    /// Without these axes, or without all axes of size 1.
    fn squeeze(x: &Tensor, axis: impl Into<Axes>) -> Tensor {
        let axes = axis.into();
        let Some(dims) = axes.dims(x) else { return x.clone() };
        let dims: Vec<usize> = dims.into_iter().filter(|d| axes != Axes::All || x.shape()[*d] == 1).collect();
        if let Some(d) = dims.iter().find(|d| x.shape()[**d] != 1) {
            return x.fail(Error::shape(format!("ops.squeeze: axis {d} of shape {:?} is not of size 1", x.shape())));
        }
        let left: Vec<usize> = (0..x.ndim()).filter(|d| !dims.contains(d)).map(|d| x.shape()[d]).collect();
        to_shape("squeeze", x, &left)
    }
    /// The axes in this order; an empty list reverses them.
    fn transpose(x: &Tensor, axes: &[i64]) -> Tensor {
        if axes.is_empty() {
            let all: Vec<usize> = (0..x.ndim()).rev().collect();
            return x.map("transpose", |b, x| b.transpose(x, &all));
        }
        let Some(axes) = axes.iter().map(|a| x.axis(*a)).collect::<Option<Vec<usize>>>() else { return x.clone() };
        x.map("transpose", |b, x| b.transpose(x, &axes))
    }
    /// Two axes exchanged.
    fn swapaxes(x: &Tensor, axis1: i64, axis2: i64) -> Tensor {
        let (Some(a), Some(b)) = (x.axis(axis1), x.axis(axis2)) else { return x.clone() };
        let mut order: Vec<i64> = (0..x.ndim() as i64).collect();
        order.swap(a, b);
        transpose(x, &order)
    }
    /// An axis moved to another place.
    fn moveaxis(x: &Tensor, source: i64, destination: i64) -> Tensor {
        let (Some(from), Some(to)) = (x.axis(source), x.axis(destination)) else { return x.clone() };
        let mut order: Vec<i64> = (0..x.ndim() as i64).filter(|d| *d != from as i64).collect();
        order.insert(to, from as i64);
        transpose(x, &order)
    }
    /// Broadcast to a shape.
    fn broadcast_to(x: &Tensor, shape: &[usize]) -> Tensor { x.broadcast(shape) }
    /// Tensors joined along an axis.
    ///
    /// # Errors
    /// If the list is empty.
    fn concatenate(xs: &[&Tensor], axis: i64) -> Result<Tensor> { listed("concatenate", xs, axis) }
    /// Two tensors joined along an axis.
    fn append(x1: &Tensor, x2: &Tensor, axis: i64) -> Tensor { join("append", x1, &[x2], axis) }
    /// Tensors of one shape joined along a new axis.
    ///
    /// # Errors
    /// If the list is empty.
    fn stack(xs: &[&Tensor], axis: i64) -> Result<Tensor> {
        let rows: Vec<Tensor> = xs.iter().map(|x| expand_dims(x, axis)).collect();
        listed("stack", &rows.iter().collect::<Vec<_>>(), axis)
    }
    /// Tensors joined along the second axis, vectors along the first.
    ///
    /// # Errors
    /// If the list is empty.
    fn hstack(xs: &[&Tensor]) -> Result<Tensor> {
        let axis = i64::from(xs.first().is_some_and(|x| x.ndim() > 1));
        listed("hstack", xs, axis)
    }
    /// Tensors joined along the first axis, vectors as rows.
    ///
    /// # Errors
    /// If the list is empty.
    fn vstack(xs: &[&Tensor]) -> Result<Tensor> {
        let rows: Vec<Tensor> = xs.iter().map(|x| if x.ndim() < 2 { expand_dims(x, 0) } else { (*x).clone() }).collect();
        listed("vstack", &rows.iter().collect::<Vec<_>>(), 0)
    }
    /// The parts along an axis, without that axis.
    fn unstack(x: &Tensor, axis: i64) -> Vec<Tensor> {
        (0..x.dim(axis)).map(|i| squeeze(&narrow(x, axis, i, 1), axis)).collect()
    }
    /// Equal parts along an axis.
    fn split(x: &Tensor, sections: usize, axis: i64) -> Vec<Tensor> {
        let n = x.dim(axis);
        if sections == 0 || !n.is_multiple_of(sections) {
            let failed = x.fail(Error::shape(format!("ops.split: {n} elements cannot be split into {sections} parts")));
            return vec![failed; sections.max(1)];
        }
        (0..sections).map(|i| narrow(x, axis, i * (n / sections), n / sections)).collect()
    }
    /// The elements from `start` on, in this shape.
    fn slice(x: &Tensor, start: &[usize], shape: &[usize]) -> Tensor {
        let limit: Vec<usize> = start.iter().zip(shape).map(|(s, n)| s.saturating_add(*n)).collect();
        let ones = vec![1; start.len()];
        x.map("slice", |b, x| b.slice(x, start, &limit, &ones))
    }
    /// Numbers appended before and after each dimension.
    fn pad(x: &Tensor, widths: &[(usize, usize)], value: f64) -> Tensor {
        let (low, high): (Vec<i64>, Vec<i64>) = widths.iter().map(|(l, h)| (*l as i64, *h as i64)).unzip();
        let interior = vec![0; widths.len()];
        x.map("pad", |b, x| {
            let value = b.full(stablehlo::TensorType::scalar(b.ty(x).element), value)?;
            b.pad(x, value, &low, &high, &interior)
        })
    }
    /// The elements in reverse order along axes.
    fn flip(x: &Tensor, axis: impl Into<Axes>) -> Tensor {
        let Some(dims) = axis.into().dims(x) else { return x.clone() };
        x.map("flip", |b, x| b.reverse(x, &dims))
    }
    /// Left to right.
    fn fliplr(x: &Tensor) -> Tensor { flip(x, 1) }
    /// Top to bottom.
    fn flipud(x: &Tensor) -> Tensor { flip(x, 0) }
    /// Elements moved by `shift` along an axis; those that leave at the end return at the start.
    fn roll(x: &Tensor, shift: i64, axis: i64) -> Tensor {
        let n = x.dim(axis);
        let by = shift.rem_euclid(n.max(1) as i64) as usize;
        if by == 0 { return x.clone(); }
        join("roll", &narrow(x, axis, n - by, by), &[&narrow(x, axis, 0, n - by)], axis)
    }
    /// Each element `repeats` times along an axis.
    fn repeat(x: &Tensor, repeats: usize, axis: i64) -> Tensor {
        let Some(d) = x.axis(axis) else { return x.clone() };
        let mut wide = x.shape().to_vec();
        wide.insert(d + 1, repeats);
        let mut dims = x.shape().to_vec();
        dims[d] *= repeats;
        to_shape("repeat", &expand_dims(x, d as i64 + 1).broadcast(&wide), &dims)
    }
    /// Copies side by side along each axis.
    fn tile(x: &Tensor, repeats: &[usize]) -> Tensor {
        let mut x = x.clone();
        while x.ndim() < repeats.len() { x = expand_dims(&x, 0); }
        let lead = x.ndim() - repeats.len();
        repeats.iter().enumerate().fold(x, |x, (i, n)| {
            let axis = (lead + i) as i64;
            match n {
                0 => narrow(&x, axis, 0, 0),
                n => join("tile", &x, &vec![&x; n - 1], axis),
            }
        })
    }
    /// The rows of `x` with these indices along an axis. Negative indices count from the end.
    fn take(x: &Tensor, indices: &Tensor, axis: i64) -> Tensor {
        let Some(d) = x.axis(axis) else { return x.clone() };
        let n = x.shape()[d] as f64;
        let indices = indices.to(ElementType::I32);
        let negative = super::logic::less(&indices, &indices.filled(0.0));
        let indices = where_(&negative, &(&indices + n), &indices);
        let front = moveaxis(x, d as i64, 0);
        let rows = emit("take", &[&front, &indices], |b, v| b.take_rows(v[0], v[1]));
        // The dimensions of the indices return to the place of the axis.
        let k = indices.ndim();
        let order: Vec<i64> = (k..k + d).chain(0..k).chain(k + d..rows.ndim()).map(|d| d as i64).collect();
        if d == 0 { rows } else { transpose(&rows, &order) }
    }
    /// The lower triangle, from the `k`-th diagonal down.
    fn tril(x: &Tensor, k: i64) -> Tensor { triangle(x, k, true) }
    /// The upper triangle, from the `k`-th diagonal up.
    fn triu(x: &Tensor, k: i64) -> Tensor { triangle(x, k, false) }
    /// Differences between neighbors along an axis.
    fn diff(x: &Tensor, axis: i64) -> Tensor {
        let n = x.dim(axis).saturating_sub(1);
        narrow(x, axis, 1, n) - narrow(x, axis, 0, n)
    }
    /// Rotated by 90 degrees `k` times in the plane of the first two axes.
    fn rot90(x: &Tensor, k: i64) -> Tensor {
        match k.rem_euclid(4) {
            1 => flip(&swapaxes(x, 0, 1), 0),
            2 => flip(x, [0, 1]),
            3 => swapaxes(&flip(x, 0), 0, 1),
            _ => x.clone(),
        }
    }
}

/// `size` elements along an axis from `start` on.
pub(super) fn narrow(x: &Tensor, axis: i64, start: usize, size: usize) -> Tensor {
    let Some(d) = x.axis(axis) else { return x.clone() };
    let mut starts = vec![0; x.ndim()];
    let mut sizes = x.shape().to_vec();
    (starts[d], sizes[d]) = (start, size);
    slice(x, &starts, &sizes)
}

pub(super) fn to_shape(name: &str, x: &Tensor, dims: &[usize]) -> Tensor {
    if x.shape() == dims { x.clone() } else { x.map(name, |b, x| b.reshape(x, dims)) }
}

/// A list of tensors joined along an axis.
fn listed(name: &str, xs: &[&Tensor], axis: i64) -> Result<Tensor> {
    match xs {
        [] => Err(Error::argument(format!("ops.{name}: the list of tensors is empty"))),
        [first, rest @ ..] => Ok(join(name, first, rest, axis)),
    }
}

pub(super) fn join(name: &str, first: &Tensor, rest: &[&Tensor], axis: i64) -> Tensor {
    let Some(d) = first.axis(axis) else { return first.clone() };
    let element = rest.iter().fold(first.element(), |e, x| promote(e, x.element()));
    let xs: Vec<Tensor> = [&first].into_iter().chain(rest).map(|x| x.to(element)).collect();
    emit(name, &xs.iter().collect::<Vec<_>>(), |b, v| b.concatenate(v, d))
}

fn triangle(x: &Tensor, k: i64, lower: bool) -> Tensor {
    let (Some(row), Some(column)) = (x.axis(-2), x.axis(-1)) else { return x.clone() };
    let (row, column) = align(&iota(x, row), &iota(x, column));
    let edge = row + k as f64;
    let kept =
        if lower { super::logic::less_equal(&column, &edge) } else { super::logic::greater_equal(&column, &edge) };
    where_(&kept, x, &x.filled(0.0))
}
