//! Householder reflectors, with LAPACK's conventions: `H = I - tau v v^H` with `v[0] = 1`.

use rustfft::num_complex::Complex;

use super::field::Field;
use super::range::scaled_squares;

/// The reflector with `H^H x = (beta, 0, ...)` and real `beta`: overwrites `x` with `beta` and the tail of
/// `v`, and returns `tau`.
pub(super) fn reflector<T: Field>(x: &mut [T]) -> T {
    let (scale, squares) = scaled_squares(x);
    let Some((alpha, tail)) = x.split_first_mut() else { return T::ZERO };
    if alpha.im() == 0.0 && tail.iter().all(|v| v.re() == 0.0 && v.im() == 0.0) {
        return T::ZERO;
    }
    let first = Complex::new(alpha.re() * scale, alpha.im() * scale);
    let norm = squares.sqrt();
    let beta = if first.re > 0.0 { -norm } else { norm };
    let tau = T::new((beta - first.re) / beta, -first.im / beta);
    // The scale is a power of two, and both are within the range: their product has all digits.
    let inverse = (first - beta).inv() * scale;
    if inverse.im == 0.0 {
        tail.iter_mut().for_each(|v| *v = v.scale(inverse.re));
    } else {
        tail.iter_mut().for_each(|v| {
            let scaled = Complex::new(v.re(), v.im()) * inverse;
            *v = T::new(scaled.re, scaled.im);
        });
    }
    *alpha = T::from_real(beta / scale);
    tau
}

/// Multiplies rows `first..` of a row-major matrix, from column `from` on, by `I - tau v v^H` from the left.
/// `v` has its leading one.
pub(super) fn apply_left<T: Field>(a: &mut [T], columns: usize, first: usize, from: usize, v: &[T], tau: T) {
    if tau.square() == 0.0 || from >= columns {
        return;
    }
    let mut sums = vec![T::ZERO; columns - from];
    for (row, v) in a.chunks_exact(columns).skip(first).zip(v) {
        sums.iter_mut().zip(&row[from..]).for_each(|(s, x)| *s += v.conj() * *x);
    }
    for (row, v) in a.chunks_exact_mut(columns).skip(first).zip(v) {
        let by = tau * *v;
        row[from..].iter_mut().zip(&sums).for_each(|(x, s)| *x -= by * *s);
    }
}

/// One step of `geqrf`: reflects column `k` to its first element in row `k`, applies that to the columns
/// after it, stores the reflector below the diagonal, and returns `tau`.
pub(super) fn eliminate<T: Field>(a: &mut [T], n: usize, k: usize) -> T {
    let mut x: Vec<T> = a.chunks_exact(n).skip(k).map(|row| row[k]).collect();
    let tau = reflector(&mut x);
    a.chunks_exact_mut(n).skip(k).zip(&x).for_each(|(row, x)| row[k] = *x);
    x[0] = T::ONE;
    apply_left(a, n, k, k + 1, &x, tau.conj());
    tau
}
