//! QR factorization by Householder reflections `H = I - tau v vᴴ`, in LAPACK's packed form: the result has R in
//! its upper triangle, and below it the vectors, whose first element is 1.

use rustfft::num_traits::{Float, One, Zero};

use super::matrix::{Matrix, Number};

/// The packed factorization of a matrix, and the factors `tau`.
pub(super) fn geqrf<T: Number>(mut a: Matrix<T>) -> (Matrix<T>, Vec<T>) {
    let (m, n) = (a.rows, a.columns);
    let mut taus = Vec::with_capacity(m.min(n));
    for k in 0..m.min(n) {
        let tau = reflector(&mut a, k);
        // Apply the adjoint of the reflection to the columns on the right.
        for j in k + 1..n {
            let mut sum = a.at(k, j);
            for i in k + 1..m {
                sum = sum + a.at(i, k).conj() * a.at(i, j);
            }
            let factor = tau.conj() * sum;
            *a.at_mut(k, j) = a.at(k, j) - factor;
            for i in k + 1..m {
                let v = a.at(i, k);
                *a.at_mut(i, j) = a.at(i, j) - factor * v;
            }
        }
        taus.push(tau);
    }
    (a, taus)
}

/// Makes the reflection that clears column `k` below the diagonal: stores its vector and R's element, and returns
/// its factor.
fn reflector<T: Number>(a: &mut Matrix<T>, k: usize) -> T {
    let alpha = a.at(k, k);
    let rest = (k + 1..a.rows).fold(T::Real::zero(), |norm, i| Float::hypot(norm, a.at(i, k).abs()));
    if rest == T::Real::zero() && alpha.im() == T::Real::zero() {
        return T::zero();
    }
    let norm = Float::hypot(alpha.abs(), rest);
    let beta = if alpha.re() > T::Real::zero() { -norm } else { norm };
    let beta = <T as From<T::Real>>::from(beta);
    let scale = T::one() / (alpha - beta);
    for i in k + 1..a.rows {
        *a.at_mut(i, k) = a.at(i, k) * scale;
    }
    *a.at_mut(k, k) = beta;
    (beta - alpha) / beta
}

/// The first columns of the product of the reflections: as many as the packed matrix has.
pub(super) fn householder_product<T: Number>(a: &Matrix<T>, taus: &[T]) -> Matrix<T> {
    let (m, n) = (a.rows, a.columns);
    let mut q = Matrix::zeros(m, n);
    (0..m.min(n)).for_each(|i| *q.at_mut(i, i) = T::one());
    for (k, tau) in taus.iter().enumerate().rev() {
        let v = |i: usize| if i == k { T::one() } else { a.at(i, k) };
        for j in 0..n {
            let mut sum = T::zero();
            for i in k..m {
                sum = sum + v(i).conj() * q.at(i, j);
            }
            let factor = *tau * sum;
            for i in k..m {
                let change = factor * v(i);
                *q.at_mut(i, j) = q.at(i, j) - change;
            }
        }
    }
    debug_assert!(T::one() == <T as From<T::Real>>::from(T::Real::one()));
    q
}
