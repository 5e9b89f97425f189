//! Eigenvalues and eigenvectors of a Hermitian matrix, by cyclic Jacobi rotations (Golub and Van Loan, "Matrix
//! Computations", 8.5).

use rustfft::num_traits::{Float, One, Zero};

use super::matrix::{Matrix, Number, nan};

/// Sweeps over all pairs at most; each one about squares the error.
const MAX_SWEEPS: usize = 40;

/// The eigenvectors in columns, and the eigenvalues in ascending order.
pub(super) fn eigh<T: Number>(mut a: Matrix<T>) -> (Matrix<T>, Vec<T::Real>) {
    let n = a.rows;
    if a.has_non_finite() {
        return (Matrix { rows: n, columns: n, elements: vec![nan(); n * n] }, vec![Float::nan(); n]);
    }
    let mut vectors = Matrix::<T>::identity(n);
    let norm = a.elements.iter().fold(T::Real::zero(), |norm, x| Float::hypot(norm, x.abs()));
    let negligible = norm * T::Real::epsilon() * T::Real::epsilon();
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let size = a.at(p, q).abs();
                let scale = Float::sqrt(Float::abs(a.at(p, p).re()) * Float::abs(a.at(q, q).re()));
                if size > negligible && size > scale * T::Real::epsilon() {
                    rotate(&mut a, &mut vectors, p, q);
                    rotated = true;
                }
            }
        }
        if !rotated {
            break;
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    let value = |i: &usize| a.at(*i, *i).re();
    order.sort_by(|i, j| value(i).partial_cmp(&value(j)).unwrap_or(std::cmp::Ordering::Equal));
    let mut sorted = Matrix::zeros(n, n);
    for (to, from) in order.iter().enumerate() {
        (0..n).for_each(|i| *sorted.at_mut(i, to) = vectors.at(i, *from));
    }
    (sorted, order.iter().map(value).collect())
}

/// The cosine, the sine and the phase of the rotation that makes `apq` zero between the diagonal elements `app`
/// and `aqq`.
pub(super) fn rotation<T: Number>(app: T::Real, aqq: T::Real, apq: T) -> (T, T) {
    let size = apq.abs();
    let phase = apq / <T as From<T::Real>>::from(size);
    let tau = (aqq - app) / (size + size);
    let root = Float::abs(tau) + Float::sqrt(T::Real::one() + tau * tau);
    let t = if tau >= T::Real::zero() { T::Real::one() / root } else { -T::Real::one() / root };
    let c = T::Real::one() / Float::sqrt(T::Real::one() + t * t);
    (<T as From<T::Real>>::from(c), <T as From<T::Real>>::from(c * t) * phase)
}

/// Makes the element `(p, q)` zero by a rotation of rows and columns `p` and `q`.
fn rotate<T: Number>(a: &mut Matrix<T>, vectors: &mut Matrix<T>, p: usize, q: usize) {
    let (c, s) = rotation(a.at(p, p).re(), a.at(q, q).re(), a.at(p, q));
    let n = a.rows;
    for i in 0..n {
        let (x, y) = (a.at(i, p), a.at(i, q));
        *a.at_mut(i, p) = c * x - s.conj() * y;
        *a.at_mut(i, q) = s * x + c * y;
        let (x, y) = (vectors.at(i, p), vectors.at(i, q));
        *vectors.at_mut(i, p) = c * x - s.conj() * y;
        *vectors.at_mut(i, q) = s * x + c * y;
    }
    for j in 0..n {
        let (x, y) = (a.at(p, j), a.at(q, j));
        *a.at_mut(p, j) = c * x - s * y;
        *a.at_mut(q, j) = s.conj() * x + c * y;
    }
    *a.at_mut(p, q) = T::zero();
    *a.at_mut(q, p) = T::zero();
}
