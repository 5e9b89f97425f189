//! Singular values and vectors, by one-sided Jacobi rotations (Hestenes' method), after a QR factorization of a
//! matrix that is taller than wide.

use rustfft::num_traits::{Float, Zero};

use super::eigh::rotation;
use super::matrix::{Matrix, Number, dot, nan};
use super::qr::{geqrf, householder_product};

/// Sweeps over all pairs at most.
const MAX_SWEEPS: usize = 40;

/// The singular values in descending order, the left vectors in columns and the right ones, conjugated, in rows:
/// as many as there are singular values, or with `full` bases of the whole spaces.
pub(super) fn svd<T: Number>(a: Matrix<T>, full: bool) -> (Vec<T::Real>, Matrix<T>, Matrix<T>) {
    let (m, n) = (a.rows, a.columns);
    if a.has_non_finite() {
        let (k, filled) = (m.min(n), |rows, columns| Matrix { rows, columns, elements: vec![nan(); rows * columns] });
        let (left, right) = if full { (m, n) } else { (k, k) };
        return (vec![Float::nan(); k], filled(m, left), filled(right, n));
    }
    if m < n {
        let (values, left, right) = svd(a.adjoint(), full);
        return (values, right.adjoint(), left.adjoint());
    }
    // Rows are columns of the matrix: contiguous in memory.
    let mut columns = a.adjoint();
    columns.elements.iter_mut().for_each(|x| *x = x.conj());
    let mut right = Matrix::<T>::identity(n);
    orthogonalize(&mut columns, &mut right);
    let norms: Vec<T::Real> = (0..n).map(|j| norm(columns.row(j))).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| norms[*j].partial_cmp(&norms[*i]).unwrap_or(std::cmp::Ordering::Equal));
    let values: Vec<T::Real> = order.iter().map(|j| norms[*j]).collect();
    let mut left = Matrix::zeros(m, n);
    let mut right_rows = Matrix::zeros(n, n);
    for (to, from) in order.iter().enumerate() {
        let scale = <T as From<T::Real>>::from(norms[*from]);
        for i in 0..m {
            *left.at_mut(i, to) =
                if norms[*from] == T::Real::zero() { T::zero() } else { columns.at(*from, i) / scale };
        }
        (0..n).for_each(|i| *right_rows.at_mut(to, i) = right.at(*from, i).conj());
    }
    let size = if full { m } else { n };
    (values, completed(left, size), right_rows)
}

/// Rotates pairs of columns, which are the rows of `columns`, until all are orthogonal; `right` gets the same
/// rotations.
fn orthogonalize<T: Number>(columns: &mut Matrix<T>, right: &mut Matrix<T>) {
    let n = columns.rows;
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let (x, y) = (columns.row(p), columns.row(q));
                let (pp, qq, pq) = (dot(x, x).re(), dot(y, y).re(), dot(y, x));
                let limit = Float::sqrt(pp) * Float::sqrt(qq) * T::Real::epsilon();
                if pq.abs() > limit && pq.abs() > T::Real::min_positive_value() {
                    let (c, s) = rotation(pp, qq, pq);
                    rotate_rows(columns, p, q, c, s);
                    rotate_rows(right, p, q, c, s);
                    rotated = true;
                }
            }
        }
        if !rotated {
            return;
        }
    }
}

fn rotate_rows<T: Number>(matrix: &mut Matrix<T>, p: usize, q: usize, c: T, s: T) {
    let width = matrix.columns;
    let (before, after) = matrix.elements.split_at_mut(q * width);
    let rows = before[p * width..(p + 1) * width].iter_mut().zip(&mut after[..width]);
    for (x, y) in rows {
        (*x, *y) = (c * *x - s.conj() * *y, s * *x + c * *y);
    }
}

fn norm<T: Number>(x: &[T]) -> T::Real {
    x.iter().fold(T::Real::zero(), |norm, x| Float::hypot(norm, x.abs()))
}

/// The matrix with orthonormal columns in place of those that are zero, and as many more as are asked for.
fn completed<T: Number>(left: Matrix<T>, size: usize) -> Matrix<T> {
    let (m, n) = (left.rows, left.columns);
    let is_zero = |j: usize| (0..m).all(|i| left.at(i, j) == T::zero());
    let missing: Vec<usize> = (0..n).filter(|j| is_zero(*j)).chain(n..size).collect();
    if missing.is_empty() {
        return left;
    }
    // The columns after those that are there, in a basis whose first columns span them.
    let present: Vec<usize> = (0..n).filter(|j| !is_zero(*j)).collect();
    let mut basis = Matrix::zeros(m, m);
    for (to, from) in present.iter().enumerate() {
        (0..m).for_each(|i| *basis.at_mut(i, to) = left.at(i, *from));
    }
    let (packed, taus) = geqrf(basis);
    let basis = householder_product(&packed, &taus);
    let mut out = Matrix::zeros(m, size);
    for j in 0..n.min(size) {
        (0..m).for_each(|i| *out.at_mut(i, j) = left.at(i, j));
    }
    for (k, j) in missing.into_iter().enumerate() {
        (0..m).for_each(|i| *out.at_mut(i, j) = basis.at(i, present.len() + k));
    }
    out
}
