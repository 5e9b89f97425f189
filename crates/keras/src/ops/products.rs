//! Products of matrices and tensors.

use stablehlo::ops::DotGeneral;

use super::axes::iota;
use super::broadcast::common;
use super::declare::operations;
use super::dtype::promote;
use super::reduce::sum;
use super::shape::{expand_dims, narrow, squeeze};
use super::tensor::{Tensor, emit};
use crate::error::Error;

operations! {
    /// The matrix product of the last two axes; leading axes are broadcast, vectors are rows and columns.
    fn matmul(x1: &Tensor, x2: &Tensor) -> Tensor {
        let (row, column) = (x1.ndim() == 1, x2.ndim() == 1);
        let a = if row { expand_dims(x1, 0) } else { x1.clone() };
        let b = if column { expand_dims(x2, 1) } else { x2.clone() };
        if a.ndim() < 2 || b.ndim() < 2 {
            return x1.fail(Error::shape(format!("ops.matmul: shapes {:?} and {:?}", x1.shape(), x2.shape())));
        }
        let mut y = matrices(&a, &b);
        if row { y = squeeze(&y, -2); }
        if column { y = squeeze(&y, -1); }
        y
    }
    /// The sum of products over the last axis of `x1` and the second-to-last of `x2`, as NumPy's `dot`.
    fn dot(x1: &Tensor, x2: &Tensor) -> Tensor {
        if x1.ndim() == 0 || x2.ndim() == 0 { return x1 * x2; }
        tensordot(x1, x2, &[-1], &[if x2.ndim() == 1 { -1 } else { -2 }])
    }
    /// The sum of products of all elements.
    fn vdot(x1: &Tensor, x2: &Tensor) -> Tensor {
        dot(&super::shape::ravel(x1), &super::shape::ravel(x2))
    }
    /// The sum of products over the last axes of both.
    fn inner(x1: &Tensor, x2: &Tensor) -> Tensor {
        if x1.ndim() == 0 || x2.ndim() == 0 { x1 * x2 } else { tensordot(x1, x2, &[-1], &[-1]) }
    }
    /// All products of two elements.
    fn outer(x1: &Tensor, x2: &Tensor) -> Tensor {
        expand_dims(&super::shape::ravel(x1), 1) * expand_dims(&super::shape::ravel(x2), 0)
    }
    /// The sum of products over these axes of both.
    fn tensordot(x1: &Tensor, x2: &Tensor, axes1: &[i64], axes2: &[i64]) -> Tensor {
        let dims = |x: &Tensor, axes: &[i64]| axes.iter().map(|a| x.axis(*a)).collect::<Option<Vec<usize>>>();
        let (Some(lhs), Some(rhs)) = (dims(x1, axes1), dims(x2, axes2)) else { return x1.clone() };
        let element = promote(x1.element(), x2.element());
        let attrs = DotGeneral { lhs_contracting: lhs, rhs_contracting: rhs, ..DotGeneral::default() };
        emit("tensordot", &[&x1.to(element), &x2.to(element)], |b, v| b.dot_general(v[0], v[1], attrs))
    }
    /// The elements of the diagonal of the last two axes, `offset` above it.
    fn diagonal(x: &Tensor, offset: i64) -> Tensor {
        let masked = on_diagonal(x, offset);
        let (rows, columns) = (x.dim(-2) as i64, x.dim(-1) as i64);
        let (first_row, first_column) = ((-offset).max(0), offset.max(0));
        let length = (rows - first_row).min(columns - first_column).max(0) as usize;
        narrow(&sum(&masked, -1, false), -1, first_row.min(rows) as usize, length)
    }
    /// The sum of the diagonal of the last two axes, `offset` above it.
    fn trace(x: &Tensor, offset: i64) -> Tensor { sum(&on_diagonal(x, offset), [-2, -1], false) }
    /// The cross product along the last axis of size 3.
    fn cross(x1: &Tensor, x2: &Tensor) -> Tensor {
        let at = |x: &Tensor, i: usize| narrow(x, -1, i, 1);
        let part = |i: usize, j: usize| at(x1, i) * at(x2, j) - at(x1, j) * at(x2, i);
        super::shape::join("cross", &part(1, 2), &[&part(2, 0), &part(0, 1)], -1)
    }
    /// The Kronecker product of two matrices.
    fn kron(x1: &Tensor, x2: &Tensor) -> Tensor {
        let (m, n, p, q) = (x1.dim(-2), x1.dim(-1), x2.dim(-2), x2.dim(-1));
        let a = super::shape::to_shape("kron", x1, &[m, 1, n, 1]);
        let b = super::shape::to_shape("kron", x2, &[1, p, 1, q]);
        super::shape::to_shape("kron", &(a * b), &[m * p, n * q])
    }
}

/// The product of the last two axes of tensors of at least two; the leading axes are broadcast.
fn matrices(a: &Tensor, b: &Tensor) -> Tensor {
    let element = promote(a.element(), b.element());
    let (a, b) = (a.to(element), b.to(element));
    let (lead_a, lead_b) = (&a.shape()[..a.ndim() - 2], &b.shape()[..b.ndim() - 2]);
    if a.dim(-1) != b.dim(-2) {
        let (x1, x2) = (a.shape(), b.shape());
        return a.fail(Error::shape(format!(
            "ops.matmul: shapes {x1:?} and {x2:?}: the last size of the first has to be the last but one of the second"
        )));
    }
    if lead_b.is_empty() {
        return tensordot(&a, &b, &[-1], &[-2]);
    }
    let Some(lead) = common(lead_a, lead_b) else {
        return a.fail(Error::shape(format!("ops.matmul: shapes {:?} and {:?}", a.shape(), b.shape())));
    };
    let wide = |x: &Tensor| x.broadcast(&[&lead[..], &x.shape()[x.ndim() - 2..]].concat());
    let (a, b) = (wide(&a), wide(&b));
    let (k, batch) = (lead.len(), (0..lead.len()).collect::<Vec<usize>>());
    let attrs = DotGeneral {
        lhs_batch: batch.clone(),
        rhs_batch: batch,
        lhs_contracting: vec![k + 1],
        rhs_contracting: vec![k],
        ..DotGeneral::default()
    };
    emit("matmul", &[&a, &b], |b, v| b.dot_general(v[0], v[1], attrs))
}

/// The elements of a diagonal, zeros elsewhere.
fn on_diagonal(x: &Tensor, offset: i64) -> Tensor {
    let (Some(row), Some(column)) = (x.axis(-2), x.axis(-1)) else { return x.clone() };
    let on = super::logic::equal(&(iota(x, row) + offset as f64), &iota(x, column));
    super::logic::where_(&on, x, &x.filled(0.0))
}
