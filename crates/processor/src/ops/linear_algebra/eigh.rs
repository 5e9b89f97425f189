//! Eigenvalues and eigenvectors of Hermitian matrices: reduction to a real tridiagonal matrix by reflectors,
//! then the implicit QL algorithm (Golub and Van Loan, "Matrix Computations", sections 8.3.1 and 8.3.3).

use super::blas::Compute;
use super::compact_wy::product_transposed;
use super::field::Field;
use super::givens::RotatedRows;
use super::householder::reflector;
use crate::error::Result;

/// Most QL iterations per eigenvalue; two or three are usual.
const MAX_ITERATIONS: usize = 60;

/// A Hermitian matrix as `Q T Q^H` with a real tridiagonal `T`.
pub(super) struct Tridiagonal<T> {
    /// The matrix, overwritten: below the subdiagonal are the tails of the reflectors.
    pub(super) packed: Vec<T>,
    pub(super) diagonal: Vec<f64>,
    pub(super) subdiagonal: Vec<f64>,
    pub(super) taus: Vec<T>,
}

/// Reduces a Hermitian matrix, all of which is given.
///
/// A step subtracts `v w^H + w v^H` from the rest of the matrix, of which the next step needs a column, and
/// then the product with that column's reflector. So each step applies the update of the one before to a
/// column first, and to all other elements in the pass over memory that multiplies them.
///
/// # Errors
/// An error of a thread.
pub(super) fn tridiagonalize<T: Field>(mut a: Vec<T>, n: usize, compute: Compute<'_>) -> Result<Tridiagonal<T>> {
    let (mut subdiagonal, mut taus) = (Vec::new(), Vec::new());
    let conjugates = |x: &[T]| x.iter().map(|x| x.conj()).collect::<Vec<T>>();
    // The update of the step before, from row and column `k` on.
    let (mut v, mut w) = (vec![T::ZERO; n], vec![T::ZERO; n]);
    for k in 0..n {
        let (v_k, w_k) = (v[0].conj(), w[0].conj());
        (k..n).zip(v.iter().zip(&w)).for_each(|(i, (v, w))| a[i * n + k] -= *v * w_k + *w * v_k);
        if k + 1 == n {
            break;
        }
        let mut next: Vec<T> = (k + 1..n).map(|i| a[i * n + k]).collect();
        let tau = reflector(&mut next);
        subdiagonal.push(next[0].re());
        taus.push(tau);
        (k + 1..n).zip(&next).for_each(|(i, v)| a[i * n + k] = *v);
        next[0] = T::ONE;
        let mut product = vec![T::ZERO; next.len()];
        let right = [conjugates(&w[1..]), conjugates(&v[1..])];
        let rows = (&mut a[(k + 1) * n + k + 1..], n);
        let factors = ([&v[1..], &w[1..]], [&right[0][..], &right[1]]);
        compute.update_and_multiply(rows, factors, &next, &mut product)?;
        // With p = tau A v and w = p - |tau|^2 (v^H A v) v / 2: H^H A H = A - v w^H - w v^H.
        let gamma = compute.dot(&conjugates(&next), &product).re();
        let half = T::from_real(0.5 * tau.square() * gamma);
        w = product.iter().zip(&next).map(|(x, v)| tau * *x - half * *v).collect();
        v = next;
    }
    let diagonal = (0..n).map(|i| a[i * n + i].re()).collect();
    Ok(Tridiagonal { packed: a, diagonal, subdiagonal, taus })
}

/// The eigenvectors, in columns, and the eigenvalues, in ascending order. One triangle is read. A matrix with
/// elements that are not finite, or for which the iteration does not converge, has results of NaN.
///
/// # Errors
/// An error of a thread.
pub(super) fn eigh<T: Field>(a: &[T], n: usize, lower: bool, compute: Compute<'_>) -> Result<(Vec<T>, Vec<f64>)> {
    let nan = || Ok((vec![T::nan(); n * n], vec![f64::NAN; n]));
    let mut full = vec![T::ZERO; n * n];
    let mut largest = 0.0f64;
    for i in 0..n {
        for j in 0..=i {
            let x = if lower { a[i * n + j] } else { a[j * n + i].conj() };
            let x = if i == j { T::from_real(x.re()) } else { x };
            if !x.is_finite() {
                return nan();
            }
            largest = largest.max(x.modulus());
            full[i * n + j] = x;
            full[j * n + i] = x.conj();
        }
    }
    // Scaled, so that squares neither overflow nor vanish.
    let scale = if largest > 0.0 { largest } else { 1.0 };
    full.iter_mut().for_each(|x| *x = T::new(x.re() / scale, x.im() / scale));
    let t = tridiagonalize(full, n, compute)?;
    // `Q` is 1 in the first row and column. Rows of `z` are its columns.
    let below: Vec<T> = t.packed.chunks_exact(n).skip(1).flat_map(|row| &row[..n - 1]).copied().collect();
    let columns = product_transposed(&below, &t.taus, n - 1, n - 1, compute)?;
    let mut z = vec![T::ZERO; n * n];
    z[0] = T::ONE;
    for i in 1..n {
        z[i * n + 1..(i + 1) * n].copy_from_slice(&columns[(i - 1) * (n - 1)..i * (n - 1)]);
    }
    let (mut d, mut e) = (t.diagonal, t.subdiagonal);
    e.push(0.0);
    // Rotations are real: they treat real and imaginary parts alike.
    let mut rotated = RotatedRows::new(bytemuck::cast_slice(&z), n * T::BYTES / size_of::<f64>(), compute);
    if !implicit_ql(&mut d, &mut e, &mut rotated)? {
        return nan();
    }
    let rotated = rotated.finish()?;
    let z: &[T] = bytemuck::cast_slice(&rotated);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| d[*i].total_cmp(&d[*j]));
    let mut vectors = vec![T::ZERO; n * n];
    for (column, from) in order.iter().enumerate() {
        (0..n).for_each(|i| vectors[i * n + column] = z[from * n + i]);
    }
    Ok((vectors, order.iter().map(|i| d[*i] * scale).collect()))
}

/// Diagonalizes a tridiagonal matrix: `d` becomes its eigenvalues, and rows of `z` are rotated along.
/// Returns false if it does not converge.
///
/// # Errors
/// An error of a thread.
fn implicit_ql(d: &mut [f64], e: &mut [f64], z: &mut RotatedRows<'_>) -> Result<bool> {
    let n = d.len();
    for l in 0..n {
        for iteration in 0.. {
            let negligible = |i: &usize| e[*i].abs() <= f64::EPSILON * (d[*i].abs() + d[*i + 1].abs());
            let m = (l..n - 1).find(negligible).unwrap_or(n - 1);
            if m == l {
                break;
            }
            if iteration == MAX_ITERATIONS {
                return Ok(false);
            }
            let g = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let r = g.hypot(1.0);
            let mut g = d[m] - d[l] + e[l] / (g + if g >= 0.0 { r } else { -r });
            let (mut s, mut c, mut p) = (1.0f64, 1.0f64, 0.0f64);
            let mut deflated = false;
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                let r = f64::hypot(f, g);
                e[i + 1] = r;
                if r == 0.0 {
                    d[i + 1] -= p;
                    e[m] = 0.0;
                    deflated = true;
                    break;
                }
                (s, c) = (f / r, g / r);
                g = d[i + 1] - p;
                let r = (d[i] - g) * s + 2.0 * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                z.rotate(i, c, s)?;
            }
            if !deflated {
                d[l] -= p;
                e[l] = g;
                e[m] = 0.0;
            }
        }
    }
    Ok(true)
}
