//! LU decomposition with partial pivoting.

use std::ops::Range;

use super::blas::Compute;
use super::field::Field;
use crate::error::Result;

/// Columns that are decomposed at a time.
const BLOCK: usize = 32;

/// Overwrites a matrix of `m` by `n` with `L` and `U`; returns the pivots and the permutation of the rows.
/// The right-looking blocked algorithm (LAPACK's `getrf`).
///
/// # Errors
/// An error of a thread.
pub(super) fn lu<T: Field>(a: &mut [T], m: usize, n: usize, compute: Compute<'_>) -> Result<(Vec<i32>, Vec<i32>)> {
    let mut permutation: Vec<i32> = (0..m as i32).collect();
    let mut pivots = Vec::with_capacity(m.min(n));
    for first in (0..m.min(n)).step_by(BLOCK) {
        let end = m.min(n).min(first + BLOCK);
        for k in first..end {
            let pivot = pivot(a, [m, n], k);
            pivots.push(pivot as i32);
            if pivot != k {
                permutation.swap(k, pivot);
                (0..n).for_each(|j| a.swap(k * n + j, pivot * n + j));
            }
            eliminate(a, n, k, end, compute);
        }
        update(a, n, first..end, compute)?;
    }
    Ok((pivots, permutation))
}

/// The row of the pivot of column `k`. LAPACK pivots by the sum of the absolute parts.
fn pivot<T: Field>(a: &[T], [m, n]: [usize; 2], k: usize) -> usize {
    let size = |i: usize| a[i * n + k].re().abs() + a[i * n + k].im().abs();
    (k + 1..m).fold(k, |best, i| if size(i) > size(best) { i } else { best })
}

/// Eliminates column `k` below the diagonal, and updates the columns up to `end`.
fn eliminate<T: Field>(a: &mut [T], n: usize, k: usize, end: usize, compute: Compute<'_>) {
    let (done, rest) = a.split_at_mut((k + 1) * n);
    let row = &done[k * n..];
    if row[k].modulus() == 0.0 {
        return;
    }
    for other in rest.chunks_exact_mut(n) {
        let factor = other[k].over(row[k]);
        other[k] = factor;
        compute.subtract_multiple(&mut other[k + 1..end], factor, &row[k + 1..end]);
    }
}

/// Updates the columns after a block of columns: the rows of `U` beside it, and the rows below.
fn update<T: Field>(a: &mut [T], n: usize, block: Range<usize>, compute: Compute<'_>) -> Result<()> {
    let Range { start, end } = block;
    if end == n {
        return Ok(());
    }
    let (done, below) = a.split_at_mut(end * n);
    for i in start..end {
        let (before, row) = done.split_at_mut(i * n);
        for j in start..i {
            let factor = row[j];
            compute.subtract_multiple(&mut row[end..n], factor, &before[j * n + end..(j + 1) * n]);
        }
    }
    let factors: Vec<T> = below.chunks_exact(n).flat_map(|row| &row[start..end]).copied().collect();
    let rows: Vec<T> = (start..end).flat_map(|i| &done[i * n + end..(i + 1) * n]).copied().collect();
    let below = below.get_mut(end..).unwrap_or_default();
    compute.subtract_product((below, n), (&factors, end - start), (&rows, n - end), |_| n - end)
}
