//! Eigenvalues and eigenvectors of Hermitian matrices: reduction to a real tridiagonal matrix by reflectors,
//! then [divide and conquer](super::divide_and_conquer), or the implicit QL algorithm (Golub and Van Loan,
//! "Matrix Computations", sections 8.3.1 and 8.3.3) for eigenvalues alone and for complex matrices.

use super::blas::Compute;
use super::compact_wy::{apply_product, product_transposed, transposed};
use super::divide_and_conquer::{Eigen, eigen};
use super::field::Field;
use super::givens::RotatedRows;
use super::householder::reflector;
use super::implicit_ql::implicit_ql;
use super::range::{largest_part, rescale, unit_scale};
use crate::error::Result;

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

/// A Hermitian matrix, scaled.
struct Scaled<T> {
    /// All elements; the largest is about one.
    matrix: Vec<T>,
    /// The power of two that the elements were divided by.
    scale: f64,
}

/// The matrix of which one triangle is given, scaled so that squares neither overflow nor vanish; `None` if
/// an element is not finite.
fn scaled<T: Field>(a: &[T], n: usize, lower: bool) -> Option<Scaled<T>> {
    let mut full = vec![T::ZERO; n * n];
    for i in 0..n {
        for j in 0..=i {
            let x = if lower { a[i * n + j] } else { a[j * n + i].conj() };
            let x = if i == j { T::from_real(x.re()) } else { x };
            if !x.is_finite() {
                return None;
            }
            full[i * n + j] = x;
            full[j * n + i] = x.conj();
        }
    }
    let scale = unit_scale(largest_part(&full));
    rescale(&mut full, scale);
    Some(Scaled { matrix: full, scale: 1.0 / scale })
}

/// The eigenvalues, in ascending order. One triangle is read. A matrix with elements that are not finite, or
/// for which the iteration does not converge, has results of NaN.
///
/// # Errors
/// An error of a thread.
pub(super) fn eigenvalues<T: Field>(a: &[T], n: usize, lower: bool, compute: Compute<'_>) -> Result<Vec<f64>> {
    let nan = || Ok(vec![f64::NAN; n]);
    let Some(Scaled { matrix, scale }) = scaled(a, n, lower) else { return nan() };
    let t = tridiagonalize(matrix, n, compute)?;
    let (mut d, mut e) = (t.diagonal, t.subdiagonal);
    e.push(0.0);
    if !implicit_ql(&mut d, &mut e, None)? {
        return nan();
    }
    d.sort_by(f64::total_cmp);
    d.iter_mut().for_each(|x| *x *= scale);
    Ok(d)
}

/// The eigenvectors of a real matrix, in columns, and its [`eigenvalues`].
///
/// # Errors
/// An error of a thread.
pub(super) fn real_eigh<T: Field>(a: &[T], n: usize, lower: bool, compute: Compute<'_>) -> Result<(Vec<T>, Vec<f64>)> {
    let nan = || Ok((vec![T::nan(); n * n], vec![f64::NAN; n]));
    let Some(Scaled { matrix, scale }) = scaled(a, n, lower) else { return nan() };
    let t = tridiagonalize(matrix, n, compute)?;
    let Some(Eigen { values, vectors }) = eigen(&t.diagonal, &t.subdiagonal, compute)? else { return nan() };
    // The reflectors leave the first element of a vector as it is.
    let below: Vec<T> = t.packed.chunks_exact(n).skip(1).flat_map(|row| &row[..n - 1]).copied().collect();
    let mut tails: Vec<T> = vectors.chunks_exact(n).flat_map(|v| &v[1..]).map(|x| T::from_real(*x)).collect();
    apply_product(&below, &t.taus, (n - 1, n - 1), &mut tails, compute)?;
    let mut columns = vec![T::ZERO; n * n];
    for (j, vector) in vectors.chunks_exact(n).enumerate() {
        columns[j] = T::from_real(vector[0]);
    }
    columns[n..].copy_from_slice(&transposed(&tails, n, n - 1));
    Ok((columns, values.iter().map(|x| x * scale).collect()))
}

/// The eigenvectors, in columns, and the [`eigenvalues`].
///
/// # Errors
/// An error of a thread.
pub(super) fn eigh<T: Field>(a: &[T], n: usize, lower: bool, compute: Compute<'_>) -> Result<(Vec<T>, Vec<f64>)> {
    let nan = || Ok((vec![T::nan(); n * n], vec![f64::NAN; n]));
    let Some(Scaled { matrix, scale }) = scaled(a, n, lower) else { return nan() };
    let t = tridiagonalize(matrix, n, compute)?;
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
    if !implicit_ql(&mut d, &mut e, Some(&mut rotated))? {
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
