//! Singular values by one-sided Jacobi rotations (Demmel and Veselic, "Jacobi's method is more accurate than
//! QR", SIAM J. Matrix Anal. Appl. 13, 1992).

use super::field::Field;
use super::range::{self, direction, largest_part, unit_scale};

/// Most sweeps over all pairs of columns; about eight are usual.
const MAX_SWEEPS: usize = 60;

/// `A = U diag(s) V^H` of a matrix of `m` by `n`; columns of `U` and `V` are rows here.
pub(super) struct Svd<T> {
    /// `min(m, n)` rows of `m` numbers, or `m` rows.
    pub(super) u: Vec<T>,
    /// Singular values, descending.
    pub(super) s: Vec<f64>,
    /// `min(m, n)` rows of `n` numbers, or `n` rows.
    pub(super) v: Vec<T>,
}

/// A matrix with elements that are not finite has results of NaN.
pub(super) fn svd<T: Field>(a: &[T], m: usize, n: usize, full: bool) -> Svd<T> {
    if m < n {
        // A^H = V S U^H.
        let adjoint: Vec<T> = (0..n).flat_map(|j| (0..m).map(move |i| a[i * n + j].conj())).collect();
        let Svd { u, s, v } = svd(&adjoint, n, m, full);
        return Svd { u: v, s, v: u };
    }
    let u_rows = if full { m } else { n };
    if a.iter().any(|x| !x.is_finite()) {
        return Svd { u: vec![T::nan(); u_rows * m], s: vec![f64::NAN; n], v: vec![T::nan(); n * n] };
    }
    let scale = unit_scale(largest_part(a));
    let mut columns: Vec<T> = (0..n).flat_map(|j| (0..m).map(move |i| a[i * n + j].scale(scale))).collect();
    let mut v = vec![T::ZERO; n * n];
    (0..n).for_each(|i| v[i * n + i] = T::ONE);
    orthogonalize(&mut columns, &mut v, m, n);
    let norms: Vec<f64> = columns.chunks_exact(m).map(range::norm).collect();
    // Rotations are unitary but for rounding, which adds up over the sweeps.
    let lengths: Vec<f64> = v.chunks_exact(n).map(range::norm).collect();
    for (row, length) in v.chunks_exact_mut(n).zip(&lengths) {
        row.iter_mut().for_each(|x| *x = x.scale(1.0 / length));
    }
    let values: Vec<f64> = norms.iter().zip(&lengths).map(|(norm, length)| norm / length).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| values[*j].total_cmp(&values[*i]));
    let negligible = norms.iter().fold(0.0f64, |l, x| l.max(*x)) * f64::EPSILON * m as f64;
    let mut u = vec![T::ZERO; u_rows * m];
    let mut missing: Vec<usize> = (n..u_rows).collect();
    for (row, from) in order.iter().enumerate() {
        if norms[*from] > negligible {
            let column = &columns[from * m..(from + 1) * m];
            let by = 1.0 / norms[*from];
            u[row * m..(row + 1) * m].iter_mut().zip(column).for_each(|(x, c)| *x = c.scale(by));
        } else {
            missing.push(row);
        }
    }
    complete(&mut u, m, &missing);
    let v = order.iter().flat_map(|j| v[j * n..(j + 1) * n].iter().copied()).collect();
    Svd { u, s: order.iter().map(|j| values[*j] / scale).collect(), v }
}

/// Rotates pairs of columns, which are rows here, until all are orthogonal.
fn orthogonalize<T: Field>(columns: &mut [T], v: &mut [T], m: usize, n: usize) {
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let (before, after) = columns.split_at_mut(q * m);
                let (x, y) = (&mut before[p * m..(p + 1) * m], &mut after[..m]);
                let (mut alpha, mut beta, mut dot) = (0.0f64, 0.0f64, T::ZERO);
                for (x, y) in x.iter().zip(y.iter()) {
                    alpha += x.square();
                    beta += y.square();
                    dot += x.conj() * *y;
                }
                let gamma = dot.modulus();
                if gamma <= f64::EPSILON * alpha.sqrt() * beta.sqrt() || gamma == 0.0 {
                    continue;
                }
                rotated = true;
                let zeta = (beta - alpha) / (2.0 * gamma);
                let t = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                // The phase makes the product of the columns real.
                let phase = direction(dot.conj());
                rotate(x, y, c, c * t, phase);
                let (before, after) = v.split_at_mut(q * n);
                rotate(&mut before[p * n..(p + 1) * n], &mut after[..n], c, c * t, phase);
            }
        }
        if !rotated {
            return;
        }
    }
}

fn rotate<T: Field>(x: &mut [T], y: &mut [T], c: f64, s: f64, phase: T) {
    let (c_t, s_t) = (T::from_real(c), T::from_real(s));
    for (x, y) in x.iter_mut().zip(y) {
        let rotated = *y * phase;
        (*x, *y) = (c_t * *x - s_t * rotated, s_t * *x + c_t * rotated);
    }
}

/// Fills the missing rows, which are zero, so that all rows are orthonormal.
fn complete<T: Field>(u: &mut [T], m: usize, missing: &[usize]) {
    for row in missing {
        // The unit vector that the present rows cover least.
        let covered = |i: usize| u.chunks_exact(m).map(|r| r[i].square()).sum::<f64>();
        let Some(unit) = (0..m).min_by(|i, j| covered(*i).total_cmp(&covered(*j))) else { return };
        let mut x = vec![T::ZERO; m];
        x[unit] = T::ONE;
        for _ in 0..2 {
            for other in u.chunks_exact(m) {
                let dot = other.iter().zip(&x).fold(T::ZERO, |s, (o, x)| s + o.conj() * *x);
                x.iter_mut().zip(other).for_each(|(x, o)| *x -= dot * *o);
            }
        }
        let norm = x.iter().map(|x| x.square()).sum::<f64>().sqrt();
        u[row * m..(row + 1) * m].iter_mut().zip(&x).for_each(|(u, x)| *u = x.scale(1.0 / norm));
    }
}
