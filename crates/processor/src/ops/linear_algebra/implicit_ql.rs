//! The implicit QL algorithm for symmetric tridiagonal matrices (Golub and Van Loan, "Matrix Computations",
//! section 8.3.3).

use super::givens::RotatedRows;
use crate::error::Result;

/// Most QL iterations per eigenvalue; two or three are usual.
const MAX_ITERATIONS: usize = 60;

/// Magnitudes that are nothing beside those of the scaled matrix, the largest of which is about one: smaller
/// vectors have no exact direction.
const NEGLIGIBLE: f64 = 1e-250;

/// The length of a vector. The elements of the scaled matrix are about one or less, so that only small
/// squares can be inexact.
fn length(x: f64, y: f64) -> f64 {
    const SMALL: f64 = 1e-140;
    let r = (x * x + y * y).sqrt();
    if r < SMALL { x.hypot(y) } else { r }
}

/// Diagonalizes a tridiagonal matrix: `d` becomes its eigenvalues, and rows of `z`, if it is given, are
/// rotated along. Returns false if it does not converge.
///
/// # Errors
/// An error of a thread.
pub(super) fn implicit_ql(d: &mut [f64], e: &mut [f64], mut z: Option<&mut RotatedRows<'_>>) -> Result<bool> {
    let n = d.len();
    for l in 0..n {
        for iteration in 0.. {
            let negligible = |i: &usize| e[*i].abs() <= NEGLIGIBLE.max(f64::EPSILON * (d[*i].abs() + d[*i + 1].abs()));
            let m = (l..n - 1).find(negligible).unwrap_or(n - 1);
            if m == l {
                break;
            }
            if iteration == MAX_ITERATIONS {
                return Ok(false);
            }
            let g = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let r = g.hypot(1.0);
            let mut g = d[m] - d[l] + e[l] / (g + if g >= 0.0 { r } else { -r });
            let (mut s, mut c, mut p) = (1.0f64, 1.0f64, 0.0f64);
            let mut deflated = false;
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                let r = length(f, g);
                e[i + 1] = r;
                if r <= NEGLIGIBLE {
                    d[i + 1] -= p;
                    e[m] = 0.0;
                    deflated = true;
                    break;
                }
                (s, c) = (f / r, g / r);
                g = d[i + 1] - p;
                let r = (d[i] - g) * s + 2.0 * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                if let Some(z) = &mut z {
                    z.rotate(i, c, s)?;
                }
            }
            if !deflated {
                d[l] -= p;
                e[l] = g;
                e[m] = 0.0;
            }
        }
    }
    Ok(true)
}
