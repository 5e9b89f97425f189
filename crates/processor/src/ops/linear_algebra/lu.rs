//! LU factorization with partial pivoting.

use super::matrix::{Matrix, Number};

/// The factors in one matrix, L without its diagonal of ones; the row that each step exchanged with its own; and
/// the permutation of the rows.
pub(super) fn getrf<T: Number>(mut a: Matrix<T>) -> (Matrix<T>, Vec<i32>, Vec<i32>) {
    let (m, n) = (a.rows, a.columns);
    let mut permutation: Vec<i32> = (0..m as i32).collect();
    let mut pivots = Vec::with_capacity(m.min(n));
    for k in 0..m.min(n) {
        let mut pivot = k;
        for i in k + 1..m {
            if a.at(i, k).abs() > a.at(pivot, k).abs() {
                pivot = i;
            }
        }
        pivots.push(pivot as i32);
        permutation.swap(k, pivot);
        if pivot != k {
            (0..n).for_each(|j| a.elements.swap(k * n + j, pivot * n + j));
        }
        let diagonal = a.at(k, k);
        if diagonal == T::zero() {
            continue;
        }
        let (above, below) = a.elements.split_at_mut((k + 1) * n);
        let row = &above[k * n + k + 1..];
        for other in below.chunks_mut(n) {
            let factor = other[k] / diagonal;
            other[k] = factor;
            other[k + 1..].iter_mut().zip(row).for_each(|(x, y)| *x = *x - factor * *y);
        }
    }
    (a, pivots, permutation)
}
