//! QR decomposition with column pivoting, with the conventions of LAPACK's `geqp3`.

use super::field::Field;
use super::householder::eliminate;
use super::range::norm;

/// Overwrites a matrix of `m` by `n` with `R` of `A P = Q R` and the reflectors of `Q` below it; returns
/// `tau`.
///
/// Columns whose entry of `jpvt` is not zero come first, in their order. Each of the others is chosen by its
/// norm, the largest first. `jpvt` becomes the column, counted from 1, that stands at each position.
pub(super) fn pivoted_qr<T: Field>(a: &mut [T], jpvt: &mut [i32], m: usize, n: usize) -> Vec<T> {
    let mut fixed = 0;
    for j in 0..n {
        let is_fixed = jpvt[j] != 0;
        jpvt[j] = j as i32 + 1;
        if is_fixed {
            swap_columns(a, jpvt, n, fixed, j);
            fixed += 1;
        }
    }
    (0..m.min(n))
        .map(|k| {
            if k >= fixed {
                let norm = |j: usize| norm(&a.chunks_exact(n).skip(k).map(|row| row[j]).collect::<Vec<T>>());
                // The first of the largest norms, as in LAPACK.
                let norms: Vec<f64> = (k..n).map(norm).collect();
                let largest = (0..norms.len()).fold(0, |best, j| if norms[j] > norms[best] { j } else { best });
                swap_columns(a, jpvt, n, k, k + largest);
            }
            eliminate(a, n, k)
        })
        .collect()
}

fn swap_columns<T>(a: &mut [T], jpvt: &mut [i32], n: usize, i: usize, j: usize) {
    if i != j {
        jpvt.swap(i, j);
        a.chunks_exact_mut(n).for_each(|row| row.swap(i, j));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::linear_algebra::householder::apply_left;

    #[test]
    fn the_product_is_the_matrix_with_its_columns_permuted() {
        let (m, n) = (5, 4);
        let a: Vec<f64> = (0..m * n).map(|i| ((i * 7919 + 13) % 101) as f64 / 50.0 - 1.0).collect();
        for fixed in [[0; 4], [0, 0, 1, 0], [1, 0, 0, 1]] {
            let (mut packed, mut jpvt) = (a.clone(), fixed.to_vec());
            let taus = pivoted_qr(&mut packed, &mut jpvt, m, n);
            // The reflectors, the last one first, make the matrix of R.
            let mut product: Vec<f64> = (0..m * n).map(|at| if at / n <= at % n { packed[at] } else { 0.0 }).collect();
            for k in (0..n).rev() {
                let mut v: Vec<f64> = (k..m).map(|i| packed[i * n + k]).collect();
                v[0] = 1.0;
                apply_left(&mut product, n, k, 0, &v, taus[k]);
            }
            for (at, x) in product.iter().enumerate() {
                let column = jpvt[at % n] as usize - 1;
                assert!((x - a[at / n * n + column]).abs() < 1e-14, "{fixed:?} {at}");
            }
            let first = fixed.iter().filter(|f| **f != 0).count();
            let chosen: Vec<usize> = (0..n).filter(|j| fixed[*j] != 0).collect();
            assert!(jpvt.iter().take(first).map(|j| *j as usize - 1).eq(chosen), "{jpvt:?}");
            let diagonal = |k: usize| packed[k * n + k].abs();
            assert!((first + 1..n).all(|k| diagonal(k) <= diagonal(k - 1) + 1e-14));
        }
    }
}
