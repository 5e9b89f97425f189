//! Factorizations of matrices, and what follows from them. Matrices are the last two axes.
//!
//! LU and QR factorizations are formulas, unrolled over the columns, with gradients. [`eig`], [`eigh`],
//! [`svd`] and what is computed by them are custom calls of this project's processor
//! (`docs/custom_calls.md`), without gradients.

use stablehlo::ops::{OpKind, Transpose, TriangularSolve};
use stablehlo::{ElementType, TensorType};

use super::axes::iota;
use super::declare::operations;
use super::elementwise::{absolute, log, sign, sqrt};
use super::logic::{equal, greater, greater_equal, less, logical_and, where_};
use super::products::{diagonal, matmul};
use super::reduce::{argmax, max, prod, sum};
use super::shape::{expand_dims, narrow, squeeze, swapaxes, tril, triu};
use super::tensor::{Tensor, emit, emit_all};
use crate::error::Error;

/// The maximum of columns, for each of which the program has operations.
const MAX_COLUMNS: usize = 256;

operations! {
    /// The triangular factor of positive definite matrices: the lower `l` of `l lᵀ`, or the upper `u` of `uᵀ
    /// u`.
    fn cholesky(a: &Tensor, upper: bool) -> Tensor {
        let factor = a.float().map("cholesky", |b, a| Ok(b.push(OpKind::Cholesky { lower: !upper }, &[a], Vec::new())?[0]));
        // The other triangle is not defined on every device.
        if upper { triu(&factor, 0) } else { tril(&factor, 0) }
    }
    /// The inverse of a positive definite matrix from its triangular factor.
    fn cholesky_inverse(a: &Tensor, upper: bool) -> Tensor {
        let inverse = solve_triangular(a, &unit_like(a), !upper);
        let transposed = swapaxes(&inverse, -2, -1);
        if upper { matmul(&inverse, &transposed) } else { matmul(&transposed, &inverse) }
    }
    /// The solution `x` of `a x = b` for triangular `a`; `b` is a vector or a matrix.
    fn solve_triangular(a: &Tensor, b: &Tensor, lower: bool) -> Tensor { triangular(a, b, lower, false) }
    /// The factors of LU decompositions with partial pivoting, packed, and the exchanged rows, `int32`.
    fn lu_factor(x: &Tensor) -> (Tensor, Tensor) {
        let lu = Lu::of(x);
        (lu.packed, lu.pivots)
    }
    /// The determinant.
    fn det(a: &Tensor) -> Tensor {
        let lu = Lu::of(a);
        prod(&diagonal(&lu.packed, 0), -1, false) * lu.sign
    }
    /// The determinant's sign, and the logarithm of its magnitude.
    fn slogdet(x: &Tensor) -> (Tensor, Tensor) {
        let lu = Lu::of(x);
        let factors = diagonal(&lu.packed, 0);
        (prod(&sign(&factors), -1, false) * lu.sign, sum(&log(&absolute(&factors)), -1, false))
    }
    /// The logarithm of the determinant of positive definite matrices.
    fn logdet(x: &Tensor) -> Tensor { sum(&log(&diagonal(&cholesky(x, false), 0)), -1, false) * 2.0 }
    /// The inverse.
    fn inv(a: &Tensor) -> Tensor { solve(a, &unit_like(&a.float())) }
    /// The solution `x` of `a x = b`; `b` is a vector, or matrices.
    fn solve(a: &Tensor, b: &Tensor) -> Tensor {
        let lu = Lu::of(a);
        let column = b.ndim() == 1;
        let b = if column { expand_dims(b, -1) } else { b.clone() };
        let permuted = matmul(&lu.permutation, &b.to(lu.packed.element()));
        let y = triangular(&lu.packed, &triangular(&lu.packed, &permuted, true, true), false, false);
        if column { squeeze(&y, -1) } else { y }
    }
    /// The factors of QR decompositions: the mode is `reduced`, or `complete` for a square `q`.
    fn qr(x: &Tensor, mode: &str) -> (Tensor, Tensor) {
        if !["reduced", "complete"].contains(&mode) {
            let failed = x.fail(Error::argument(format!("ops.qr: mode is 'reduced' or 'complete', not {mode:?}")));
            return (failed.clone(), failed);
        }
        let (m, n) = (x.dim(-2), x.dim(-1));
        let (q, r) = householder(x);
        let kept = if mode == "reduced" { m.min(n) } else { m };
        (narrow(&q, -1, 0, kept), triu(&narrow(&r, -2, 0, kept), 0))
    }
    /// Eigenvalues and eigenvectors, in columns, complex. It runs on this project's processor only.
    fn eig(x: &Tensor) -> (Tensor, Tensor) {
        let x = x.float();
        let complex = if x.element() == ElementType::F64 { ElementType::Complex128 } else { ElementType::Complex64 };
        let (matrix, vector) = (x.shape().to_vec(), x.shape()[..x.ndim().saturating_sub(1)].to_vec());
        let types = vec![TensorType::new(complex, vector), TensorType::new(complex, matrix)];
        pair(&x, call("labora.eig", r#"{"left": false}"#, &x, types))
    }
    /// Eigenvalues, ascending, and eigenvectors, in columns, of symmetric matrices. It runs on this project's
    /// processor only.
    fn eigh(x: &Tensor) -> (Tensor, Tensor) {
        let x = x.float();
        let vector = x.shape()[..x.ndim().saturating_sub(1)].to_vec();
        let types = vec![TensorType::new(x.element(), x.shape()), TensorType::new(x.element(), vector)];
        let (vectors, values) = pair(&x, call("labora.eigh", "", &x, types));
        (values, vectors)
    }
    /// The factors `u`, `s` and `vᵀ` of singular value decompositions, or `s` alone. It runs on this
    /// project's processor only.
    fn svd(x: &Tensor, full_matrices: bool, compute_uv: bool) -> Vec<Tensor> {
        let x = x.float();
        if x.ndim() < 2 {
            return vec![x.fail(Error::shape(format!("ops.svd: {:?} is no matrix", x.shape())))];
        }
        let (m, n, lead) = (x.dim(-2), x.dim(-1), &x.shape()[..x.ndim() - 2]);
        let k = m.min(n);
        let ty = |sizes: &[usize]| TensorType::new(x.element(), [lead, sizes].concat());
        let (rows, columns) = if full_matrices { (m, n) } else { (k, k) };
        let types = if compute_uv { vec![ty(&[k]), ty(&[m, rows]), ty(&[columns, n])] } else { vec![ty(&[k])] };
        let options = format!(r#"{{"full_matrices": {full_matrices}, "compute_uv": {compute_uv}}}"#);
        let mut all = call("labora.svd", &options, &x, types);
        if all.len() == 3 {
            all.swap(0, 1);
        }
        all
    }
    /// The least-norm solution `x` that minimizes the norm of `a x - b`. Singular values below `rcond`, a
    /// fraction of the largest, count as zeros. It runs on this project's processor only.
    fn lstsq(a: &Tensor, b: &Tensor, rcond: f64) -> Tensor {
        let column = b.ndim() == 1;
        let b = if column { expand_dims(b, -1) } else { b.clone() };
        let x = matmul(&pinv(a, rcond), &b);
        if column { squeeze(&x, -1) } else { x }
    }
    /// The pseudo-inverse. Singular values up to `rcond`, a fraction of the largest, count as zeros. It runs
    /// on this project's processor only.
    fn pinv(x: &Tensor, rcond: f64) -> Tensor {
        let [u, s, vt] = &svd(x, false, true)[..] else { return x.fail(Error::shape("ops.pinv takes matrices")) };
        let kept = greater(s, &(max(s, -1, true) * rcond));
        let inverse = where_(&kept, &(1.0 / where_(&kept, s, &s.filled(1.0))), &s.filled(0.0));
        matmul(&(swapaxes(vt, -2, -1) * expand_dims(&inverse, -2)), &swapaxes(u, -2, -1))
    }
    /// The number of singular values above `tol`, `int32`. It runs on this project's processor only.
    fn matrix_rank(x: &Tensor, tol: f64) -> Tensor {
        let s = svd(x, false, false).swap_remove(0);
        sum(&greater(&s, &s.filled(tol)).to(ElementType::I32), -1, false)
    }
}

fn pair(x: &Tensor, mut both: Vec<Tensor>) -> (Tensor, Tensor) {
    let second = both.pop().unwrap_or_else(|| x.clone());
    (both.pop().unwrap_or_else(|| second.clone()), second)
}

/// A custom call of the processor.
fn call(target: &str, options: &str, x: &Tensor, results: Vec<TensorType>) -> Vec<Tensor> {
    emit_all(target, &[x], |b, v| {
        let kind = OpKind::CustomCall {
            target: target.to_owned(),
            backend_config: options.to_owned(),
            has_side_effect: false,
            called_computations: Vec::new(),
            attributes: Vec::new(),
        };
        b.push_typed(kind, v, Vec::new(), results)
    })
}

/// Unit matrices in the shape and type of square ones.
fn unit_like(a: &Tensor) -> Tensor {
    let (Some(row), Some(column)) = (a.axis(-2), a.axis(-1)) else { return a.clone() };
    equal(&iota(a, row), &iota(a, column)).to(a.element())
}

fn triangular(a: &Tensor, b: &Tensor, lower: bool, unit_diagonal: bool) -> Tensor {
    let column = b.ndim() + 1 == a.ndim();
    let b = if column { expand_dims(b, -1) } else { b.clone() };
    if a.ndim() < 2 || b.ndim() < 2 {
        let message = format!("ops.solve_triangular: shapes {:?} and {:?}", a.shape(), b.shape());
        return a.fail(Error::shape(message));
    }
    let lead = &a.shape()[..a.ndim() - 2];
    let b = b.to(a.element()).broadcast(&[lead, &b.shape()[b.ndim() - 2..]].concat());
    let attrs = TriangularSolve { left_side: true, lower, unit_diagonal, transpose_a: Transpose::NoTranspose };
    let y = emit("solve_triangular", &[a, &b], |builder, v| {
        Ok(builder.push(OpKind::TriangularSolve(attrs), v, Vec::new())?[0])
    });
    if column { squeeze(&y, -1) } else { y }
}

/// `p a = l u` with partial pivoting.
struct Lu {
    /// `l` without its diagonal of ones, and `u`.
    packed: Tensor,
    /// The row that each row was exchanged with, `int32`.
    pivots: Tensor,
    /// `p`.
    permutation: Tensor,
    /// The determinant of `p`.
    sign: Tensor,
}

impl Lu {
    /// The factors, a column at a time: the largest element on or below the diagonal becomes the pivot.
    fn of(a: &Tensor) -> Self {
        let mut a = a.float();
        let (rows, columns) = (a.dim(-2), a.dim(-1));
        let k = rows.min(columns);
        if a.ndim() < 2 || k > MAX_COLUMNS {
            a = a.fail(Error::shape(format!("linear algebra takes matrices of at most {MAX_COLUMNS} columns")));
        }
        let square: Vec<usize> = [&a.shape()[..a.ndim().saturating_sub(2)], &[rows, rows]].concat();
        let zero = narrow(&narrow(&a, -1, 0, 1.min(columns)), -2, 0, 1.min(rows)).filled(0.0);
        let mut permutation = unit_like(&zero.broadcast(&square));
        let mut sign = squeeze(&zero.filled(1.0), [-2, -1]);
        let row = iota(&permutation, square.len() - 2);
        let column_of = iota(&permutation, square.len() - 1);
        let (of_rows, of_columns) = (narrow(&row, -1, 0, 1), iota(&a, a.ndim() - 1));
        let mut pivots = Vec::new();
        for j in 0..k {
            let at = j as f64;
            let column = narrow(&a, -1, j, 1);
            let candidates = where_(&less(&of_rows, &of_rows.filled(at)), &column.filled(-1.0), &absolute(&column));
            let pivot = expand_dims(&argmax(&candidates, -2), -1);
            sign = where_(&equal(&squeeze(&pivot, [-2, -1]), &squeeze(&pivot, [-2, -1]).filled(at)), &sign, &-&sign);
            // Row `at` of the exchange takes the pivot's row, and the other way round.
            let source = where_(&equal(&row, &row.filled(at)), &pivot, &row);
            let source = where_(
                &logical_and(&equal(&row, &pivot), &greater(&pivot, &pivot.filled(at))),
                &row.filled(at),
                &source,
            );
            let exchange = equal(&column_of, &source).to(a.element());
            (a, permutation) = (matmul(&exchange, &a), matmul(&exchange, &permutation));
            let (below, top) = (narrow(&a, -1, j, 1), narrow(&a, -2, j, 1));
            let factor =
                where_(&greater(&of_rows, &of_rows.filled(at)), &(&below / narrow(&top, -1, j, 1)), &below.filled(0.0));
            let right = greater(&of_columns, &of_columns.filled(at)).to(a.element());
            let own = equal(&of_columns, &of_columns.filled(at)).to(a.element());
            let kept = less_or_equal(&of_rows, at).to(a.element());
            // Below the diagonal, the column becomes the factors; right of it, they eliminate.
            a = &a * (1.0 - &own * (1.0 - kept)) + &own * &factor - right * (factor * top);
            pivots.push(squeeze(&pivot, -1));
        }
        let pivots = match super::shape::concatenate(&pivots.iter().collect::<Vec<_>>(), -1) {
            Ok(pivots) => pivots,
            Err(error) => a.fail(error),
        };
        Self { packed: a, pivots, permutation, sign }
    }
}

fn less_or_equal(x: &Tensor, number: f64) -> Tensor {
    super::logic::less_equal(x, &x.filled(number))
}

/// `q`, square, and `r` by Householder's reflections, a column at a time.
fn householder(x: &Tensor) -> (Tensor, Tensor) {
    let mut r = x.float();
    let (rows, columns) = (r.dim(-2), r.dim(-1));
    if r.ndim() < 2 || rows.min(columns) > MAX_COLUMNS {
        r = r.fail(Error::shape(format!("ops.qr takes matrices of at most {MAX_COLUMNS} columns")));
    }
    let square: Vec<usize> = [&r.shape()[..r.ndim().saturating_sub(2)], &[rows, rows]].concat();
    let mut q = unit_like(&narrow(&narrow(&r, -1, 0, 1), -2, 0, 1).filled(0.0).broadcast(&square));
    let row = narrow(&iota(&q, square.len() - 2), -1, 0, 1);
    for j in 0..columns.min(rows.saturating_sub(1)) {
        let from = greater_equal(&row, &row.filled(j as f64)).to(r.element());
        let own = equal(&row, &row.filled(j as f64)).to(r.element());
        let column = narrow(&r, -1, j, 1) * from;
        let (head, norm) = (narrow(&column, -2, j, 1), sqrt(&sum(&(&column * &column), -2, true)));
        let tail = sum(&(&column * &column * (1.0 - &own)), -2, true);
        let positive = greater_equal(&head, &head.filled(0.0));
        let v = &column + &own * where_(&positive, &norm, &-&norm);
        let square = sum(&(&v * &v), -2, true);
        // A column that is zero below the diagonal is not reflected.
        let zero = equal(&tail, &tail.filled(0.0));
        let factor = where_(&zero, &square.filled(0.0), &(2.0 / where_(&zero, &square.filled(1.0), &square)));
        let transposed = swapaxes(&v, -2, -1);
        r = &r - &v * (matmul(&transposed, &r) * &factor);
        q = &q - matmul(&q, &v) * (transposed * factor);
    }
    (q, r)
}
