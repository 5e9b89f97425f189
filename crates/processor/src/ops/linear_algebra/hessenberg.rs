//! Reduction to Hessenberg form, with the conventions of LAPACK's `gehrd`.

use super::field::Field;
use super::householder::{apply_left, reflector};

/// Overwrites `A` with `H` of `A = Q H Q^H` and the reflectors of `Q` below its subdiagonal; returns `tau`.
pub(super) fn reduce<T: Field>(a: &mut [T], n: usize) -> Vec<T> {
    (0..n.saturating_sub(1))
        .map(|k| {
            let mut v: Vec<T> = (k + 1..n).map(|i| a[i * n + k]).collect();
            let tau = reflector(&mut v);
            (k + 1..n).zip(&v).for_each(|(i, v)| a[i * n + k] = *v);
            v[0] = T::ONE;
            apply_left(a, n, k + 1, k + 1, &v, tau.conj());
            for row in a.chunks_exact_mut(n) {
                let dot = row[k + 1..].iter().zip(&v).fold(T::ZERO, |s, (x, v)| s + *x * *v) * tau;
                row[k + 1..].iter_mut().zip(&v).for_each(|(x, v)| *x -= dot * v.conj());
            }
            tau
        })
        .collect()
}
