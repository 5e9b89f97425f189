//! QR decomposition in panels of columns. The reflectors of a panel are applied together, by matrix products:
//! in compact WY form (Schreiber and Van Loan, 1989) their product is `I - V T V^H`, as in LAPACK's `geqrt`
//! and
//! `larfb`. Matrices are kept transposed here, so that a column that is reflected is contiguous.

use super::blas::Compute;
use super::field::Field;
use super::householder::reflector;
use super::range::{far_scale, largest_part, rescale};
use crate::error::Result;

/// Columns of a panel.
const PANEL: usize = 32;

/// LAPACK's `geqrf`, over the whole range of the type: overwrites a matrix of `m` by `n` with `R` and the
/// reflectors below it; returns `tau`.
///
/// # Errors
/// An error of a thread.
pub(super) fn qr<T: Field>(a: &mut [T], m: usize, n: usize, compute: Compute<'_>) -> Result<Vec<T>> {
    let mut columns = transposed(a, m, n);
    // Each column that is far from 1 is brought there: `A D = Q (R D)` for a diagonal matrix `D`.
    let scales: Vec<f64> = columns.chunks_exact(m).map(|column| far_scale(largest_part(column))).collect();
    columns.chunks_exact_mut(m).zip(&scales).for_each(|(column, scale)| rescale(column, *scale));
    let mut taus = Vec::with_capacity(m.min(n));
    for first in (0..m.min(n)).step_by(PANEL) {
        let width = PANEL.min(m.min(n) - first);
        let (panel, rest) = columns[first * m..].split_at_mut(width * m);
        factor_panel(panel, m, first, &mut taus, compute);
        if !rest.is_empty() {
            let block = BlockReflector::new(panel, m, first, &taus[first..], compute);
            block.apply_adjoint(rest, m, compute)?;
        }
    }
    for (j, (column, scale)) in columns.chunks_exact_mut(m).zip(&scales).enumerate() {
        rescale(&mut column[..m.min(j + 1)], 1.0 / scale);
    }
    a.copy_from_slice(&transposed(&columns, n, m));
    Ok(taus)
}

/// LAPACK's `orgqr`: the first `n` columns of the product of the reflectors that `a`, of `m` by `n`, stores.
/// The result is transposed, of `n` by `m`.
///
/// # Errors
/// An error of a thread.
pub(super) fn product_transposed<T: Field>(
    a: &[T],
    taus: &[T],
    m: usize,
    n: usize,
    compute: Compute<'_>,
) -> Result<Vec<T>> {
    let columns = transposed(a, m, n);
    let mut q = vec![T::ZERO; n * m];
    (0..m.min(n)).for_each(|i| q[i * m + i] = T::ONE);
    for first in (0..taus.len()).step_by(PANEL).rev() {
        let width = PANEL.min(taus.len() - first);
        let panel = &columns[first * m..(first + width) * m];
        let block = BlockReflector::new(panel, m, first, &taus[first..first + width], compute);
        // The columns before are still those of the identity, which these reflectors leave alone.
        block.apply(&mut q[first * m..], m, compute)?;
    }
    Ok(q)
}

/// Multiplies vectors of length `m`, one after another, by the product of the reflectors that `a`, of `m` by
/// `n`, stores (`ormqr`).
///
/// # Errors
/// An error of a thread.
pub(super) fn apply_product<T: Field>(
    a: &[T],
    taus: &[T],
    (m, n): (usize, usize),
    vectors: &mut [T],
    compute: Compute<'_>,
) -> Result<()> {
    let columns = transposed(a, m, n);
    for first in (0..taus.len()).step_by(PANEL).rev() {
        let width = PANEL.min(taus.len() - first);
        let panel = &columns[first * m..(first + width) * m];
        BlockReflector::new(panel, m, first, &taus[first..first + width], compute).apply(vectors, m, compute)?;
    }
    Ok(())
}

/// A matrix of `rows` by `columns`, transposed.
pub(super) fn transposed<T: Field>(a: &[T], rows: usize, columns: usize) -> Vec<T> {
    // A tile as wide as a cache line or two is read along rows and written along columns.
    const TILE: usize = 16;
    let mut to = vec![T::ZERO; rows * columns];
    for first in (0..columns).step_by(TILE) {
        let tile = first..columns.min(first + TILE);
        for (i, row) in a.chunks_exact(columns).enumerate() {
            tile.clone().for_each(|j| to[j * rows + i] = row[j]);
        }
    }
    to
}

/// `geqr2` of some columns of length `m`, which begin at row `first` on the diagonal.
fn factor_panel<T: Field>(panel: &mut [T], m: usize, first: usize, taus: &mut Vec<T>, compute: Compute<'_>) {
    for k in 0..panel.len() / m {
        let (done, rest) = panel.split_at_mut((k + 1) * m);
        let v = &mut done[k * m + first + k..];
        let tau = reflector(v);
        let beta = std::mem::replace(&mut v[0], T::ONE);
        let conjugate: Vec<T> = v.iter().map(|x| x.conj()).collect();
        for column in rest.chunks_exact_mut(m) {
            let x = &mut column[first + k..];
            let by = tau.conj() * compute.dot(&conjugate, x);
            compute.subtract_multiple(x, by, v);
        }
        v[0] = beta;
        taus.push(tau);
    }
}

/// The product of the reflectors of a panel, `I - V T V^H`; `V` has `length` rows and `width` columns.
struct BlockReflector<T> {
    /// The row of the matrices that `V` begins at.
    first: usize,
    length: usize,
    width: usize,
    /// `V^T`, of `width` by `length`.
    v_transposed: Vec<T>,
    /// The conjugate of `V`, of `length` by `width`.
    v_conjugate: Vec<T>,
    /// Upper triangular.
    t: Vec<T>,
}

impl<T: Field> BlockReflector<T> {
    fn new(panel: &[T], m: usize, first: usize, taus: &[T], compute: Compute<'_>) -> Self {
        let (width, length) = (taus.len(), m - first);
        let mut v_transposed = vec![T::ZERO; width * length];
        for (i, (to, column)) in v_transposed.chunks_exact_mut(length).zip(panel.chunks_exact(m)).enumerate() {
            to[i..].copy_from_slice(&column[first + i..]);
            to[i] = T::ONE;
        }
        let conjugates: Vec<T> = v_transposed.iter().map(|x| x.conj()).collect();
        let mut t = vec![T::ZERO; width * width];
        for i in 0..width {
            let v = &v_transposed[i * length..(i + 1) * length];
            let overlaps: Vec<T> =
                (0..i).map(|j| compute.dot(&conjugates[j * length + i..(j + 1) * length], &v[i..])).collect();
            for j in 0..i {
                let sum = (j..i).fold(T::ZERO, |sum, l| sum + t[j * width + l] * overlaps[l]);
                t[j * width + i] = -taus[i] * sum;
            }
            t[i * width + i] = taus[i];
        }
        let v_conjugate = transposed(&conjugates, width, length);
        Self { first, length, width, v_transposed, v_conjugate, t }
    }

    /// Multiplies by the product from the left. The matrix is transposed: its columns are rows of length `m`.
    fn apply(&self, columns: &mut [T], m: usize, compute: Compute<'_>) -> Result<()> {
        self.apply_with(columns, m, &transposed(&self.t, self.width, self.width), compute)
    }

    /// The same of the product's adjoint.
    fn apply_adjoint(&self, columns: &mut [T], m: usize, compute: Compute<'_>) -> Result<()> {
        let t: Vec<T> = self.t.iter().map(|x| x.conj()).collect();
        self.apply_with(columns, m, &t, compute)
    }

    /// `C^T -= (C^T conj(V)) t V^T`.
    fn apply_with(&self, columns: &mut [T], m: usize, t: &[T], compute: Compute<'_>) -> Result<()> {
        let (length, width) = (self.length, self.width);
        let mut dense = Vec::with_capacity(columns.len() / m * length);
        columns.chunks_exact(m).for_each(|column| dense.extend_from_slice(&column[self.first..]));
        let count = columns.len() / m;
        // Both signs change, so the product of the two is right.
        let mut negative = vec![T::ZERO; count * width];
        compute.subtract_product((&mut negative, width), (&dense, length), (&self.v_conjugate, width), |_| width)?;
        let mut factors = vec![T::ZERO; count * width];
        compute.subtract_product((&mut factors, width), (&negative, width), (t, width), |_| width)?;
        let rows = &mut columns[self.first..];
        compute.subtract_product((rows, m), (&factors, width), (&self.v_transposed, length), |_| length)
    }
}
