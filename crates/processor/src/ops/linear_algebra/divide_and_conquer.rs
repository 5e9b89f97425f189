//! Eigenvalues and eigenvectors of a symmetric tridiagonal matrix by divide and conquer (J. J. M. Cuppen,
//! 1981), as in LAPACK's `stedc`: the matrix is two smaller ones and a matrix of rank one. The eigenvectors
//! of the whole are products of matrices, of those of the parts and those of the [secular
//! equation](super::secular).

use super::blas::Compute;
use super::givens::RotatedRows;
use super::implicit_ql::implicit_ql;
use super::secular::{self, Secular};
use crate::error::Result;

/// Rows of a matrix that QL iterations diagonalize.
const LEAF: usize = 32;

/// Eigenvalues in ascending order, and their eigenvectors in rows.
pub(super) struct Eigen {
    pub(super) values: Vec<f64>,
    pub(super) vectors: Vec<f64>,
}

/// The eigenvalues and eigenvectors of the matrix with this diagonal and subdiagonal; `None` if an iteration
/// does not converge. Elements are of a magnitude around one.
///
/// # Errors
/// An error of a thread.
pub(super) fn eigen(diagonal: &[f64], subdiagonal: &[f64], compute: Compute<'_>) -> Result<Option<Eigen>> {
    let n = diagonal.len();
    if n <= LEAF {
        return leaf(diagonal, subdiagonal, compute);
    }
    let m = n / 2;
    let coupling = subdiagonal[m - 1];
    let mut diagonal = diagonal.to_vec();
    diagonal[m - 1] -= coupling.abs();
    diagonal[m] -= coupling.abs();
    let Some(top) = eigen(&diagonal[..m], &subdiagonal[..m - 1], compute)? else { return Ok(None) };
    let Some(bottom) = eigen(&diagonal[m..], &subdiagonal[m..], compute)? else { return Ok(None) };
    Ok(Some(merge(&top, &bottom, coupling, compute)?))
}

/// By QL iterations.
fn leaf(diagonal: &[f64], subdiagonal: &[f64], compute: Compute<'_>) -> Result<Option<Eigen>> {
    let n = diagonal.len();
    let (mut d, mut e) = (diagonal.to_vec(), subdiagonal.to_vec());
    e.push(0.0);
    let mut identity = vec![0.0; n * n];
    (0..n).for_each(|i| identity[i * n + i] = 1.0);
    let mut rotated = RotatedRows::new(&identity, n, compute);
    if !implicit_ql(&mut d, &mut e, Some(&mut rotated))? {
        return Ok(None);
    }
    Ok(Some(sorted(d, &rotated.finish()?)))
}

/// Eigenvalues and eigenvectors in the order of the eigenvalues.
fn sorted(values: Vec<f64>, vectors: &[f64]) -> Eigen {
    let n = values.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| values[*i].total_cmp(&values[*j]));
    let vectors = order.iter().flat_map(|i| &vectors[i * n..(i + 1) * n]).copied().collect();
    Eigen { values: order.iter().map(|i| values[*i]).collect(), vectors }
}

/// The diagonal matrix and the vector of a merge, in the basis of the parts' eigenvectors.
struct Merge {
    d: Vec<f64>,
    z: Vec<f64>,
    rho: f64,
    /// The basis, in rows of `n`.
    basis: Vec<f64>,
    /// The number of columns of the first part.
    split: usize,
    /// For each row of the basis, whether it has elements in the columns of the first part, and of the
    /// second.
    is_in: Vec<[bool; 2]>,
}

impl Merge {
    fn new(top: &Eigen, bottom: &Eigen, coupling: f64) -> Self {
        let (split, rest) = (top.values.len(), bottom.values.len());
        let n = split + rest;
        let mut basis = vec![0.0; n * n];
        for (row, vector) in basis.chunks_exact_mut(n).zip(top.vectors.chunks_exact(split)) {
            row[..split].copy_from_slice(vector);
        }
        for (row, vector) in basis.chunks_exact_mut(n).skip(split).zip(bottom.vectors.chunks_exact(rest)) {
            row[split..].copy_from_slice(vector);
        }
        // The vector of the matrix of rank one has two elements of magnitude one, here of length one
        // together.
        let last = top.vectors.chunks_exact(split).map(|vector| vector[split - 1]);
        let first = bottom.vectors.chunks_exact(rest).map(|vector| vector[0] * coupling.signum());
        let z = last.chain(first).map(|z| z * std::f64::consts::FRAC_1_SQRT_2).collect();
        let d = top.values.iter().chain(&bottom.values).copied().collect();
        let is_in = (0..n).map(|i| [i < split, i >= split]).collect();
        Self { d, z, rho: 2.0 * coupling.abs(), basis, split, is_in }
    }

    /// Finds the eigenvectors that the matrix of rank one leaves as they are, but for rounding, and rotates
    /// pairs of equal eigenvalues so that one of the two is left. Returns the indices of the others in the
    /// order of their eigenvalues, and those of the eigenvectors that are left.
    fn deflate(&mut self) -> [Vec<usize>; 2] {
        let n = self.d.len();
        let largest = |values: &[f64]| values.iter().fold(0.0f64, |largest, x| largest.max(x.abs()));
        let tolerance = 8.0 * f64::EPSILON * largest(&self.d).max(largest(&self.z));
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|i, j| self.d[*i].total_cmp(&self.d[*j]));
        let (mut kept, mut left) = (Vec::new(), Vec::new());
        for j in order {
            if self.rho * self.z[j].abs() <= tolerance {
                left.push(j);
                continue;
            }
            if let Some(before) = kept.pop() {
                match self.rotate(before, j, tolerance) {
                    true => left.push(before),
                    false => kept.push(before),
                }
            }
            kept.push(j);
        }
        [kept, left]
    }

    /// Rotates two eigenvectors so that `z` is zero for the first, if their eigenvalues are equal but for
    /// rounding.
    fn rotate(&mut self, i: usize, j: usize, tolerance: f64) -> bool {
        let n = self.d.len();
        let length = self.z[i].hypot(self.z[j]);
        let (cos, sin) = (self.z[j] / length, -self.z[i] / length);
        let (d_i, d_j) = (self.d[i], self.d[j]);
        if ((d_j - d_i) * cos * sin).abs() > tolerance {
            return false;
        }
        (self.z[i], self.z[j]) = (0.0, length);
        self.d[i] = d_i * cos * cos + d_j * sin * sin;
        self.d[j] = d_i * sin * sin + d_j * cos * cos;
        for column in 0..n {
            let (x, y) = (self.basis[i * n + column], self.basis[j * n + column]);
            self.basis[i * n + column] = cos * x + sin * y;
            self.basis[j * n + column] = cos * y - sin * x;
        }
        let both = [0, 1].map(|part| self.is_in[i][part] || self.is_in[j][part]);
        (self.is_in[i], self.is_in[j]) = (both, both);
        true
    }
}

/// The eigenvalues and eigenvectors of two parts that an element of the subdiagonal couples.
fn merge(top: &Eigen, bottom: &Eigen, coupling: f64, compute: Compute<'_>) -> Result<Eigen> {
    let mut merge = Merge::new(top, bottom, coupling);
    let [kept, left] = merge.deflate();
    let n = merge.d.len();
    let (d, z): (Vec<f64>, Vec<f64>) = kept.iter().map(|i| (merge.d[*i], merge.z[*i])).unzip();
    let (mut values, weights) = secular::solve(Secular { d: &d, z: &z, rho: merge.rho }, compute)?;
    let mut vectors = vec![0.0; n * n];
    for (part, columns) in [0..merge.split, merge.split..n].into_iter().enumerate().filter(|_| !kept.is_empty()) {
        // Only rows of the basis with elements in these columns are multiplied. The kernels subtract
        // products; an eigenvector has no sign.
        let rows: Vec<usize> = (0..kept.len()).filter(|i| merge.is_in[kept[*i]][part]).collect();
        let factors: Vec<f64> =
            weights.chunks_exact(kept.len().max(1)).flat_map(|row| rows.iter().map(|i| row[*i])).collect();
        let dense: Vec<f64> =
            rows.iter().flat_map(|i| &merge.basis[kept[*i] * n..][columns.clone()]).copied().collect();
        let results = &mut vectors[columns.start..kept.len() * n];
        compute.subtract_product((results, n), (&factors, rows.len()), (&dense, columns.len()), |_| columns.len())?;
    }
    for (i, row) in left.into_iter().zip(vectors.chunks_exact_mut(n).skip(kept.len())) {
        values.push(merge.d[i]);
        row.copy_from_slice(&merge.basis[i * n..(i + 1) * n]);
    }
    Ok(sorted(values, &vectors))
}
