//! LU decomposition with partial pivoting.

use super::field::Field;

/// Overwrites a matrix of `m` by `n` with `L` and `U`; returns the pivots and the permutation of the rows.
pub(super) fn lu<T: Field>(a: &mut [T], m: usize, n: usize) -> (Vec<i32>, Vec<i32>) {
    let mut permutation: Vec<i32> = (0..m as i32).collect();
    let mut pivots = Vec::with_capacity(m.min(n));
    for k in 0..m.min(n) {
        // LAPACK pivots by the sum of the absolute parts.
        let size = |i: usize| a[i * n + k].re().abs() + a[i * n + k].im().abs();
        let pivot = (k + 1..m).fold(k, |best, i| if size(i) > size(best) { i } else { best });
        pivots.push(pivot as i32);
        if pivot != k {
            permutation.swap(k, pivot);
            (0..n).for_each(|j| a.swap(k * n + j, pivot * n + j));
        }
        let (done, rest) = a.split_at_mut((k + 1) * n);
        let row = &done[k * n..];
        if row[k].modulus() == 0.0 {
            continue;
        }
        for other in rest.chunks_exact_mut(n) {
            let factor = other[k] / row[k];
            other[k] = factor;
            other[k + 1..].iter_mut().zip(&row[k + 1..]).for_each(|(x, r)| *x -= factor * *r);
        }
    }
    (pivots, permutation)
}
