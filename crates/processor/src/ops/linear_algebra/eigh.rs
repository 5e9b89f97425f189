//! Eigenvalues and eigenvectors of Hermitian matrices: reduction to a real tridiagonal matrix by reflectors,
//! then the implicit QL algorithm (Golub and Van Loan, "Matrix Computations", sections 8.3.1 and 8.3.3).

use super::field::Field;
use super::householder::{apply_left, reflector};

/// Most QL iterations per eigenvalue; two or three are usual.
const MAX_ITERATIONS: usize = 60;

/// A Hermitian matrix as `Q T Q^H` with a real tridiagonal `T`.
pub(super) struct Tridiagonal<T> {
    /// The matrix, overwritten: below the subdiagonal are the tails of the reflectors.
    pub(super) packed: Vec<T>,
    pub(super) diagonal: Vec<f64>,
    pub(super) subdiagonal: Vec<f64>,
    pub(super) taus: Vec<T>,
}

/// Reduces a Hermitian matrix, all of which is given.
pub(super) fn tridiagonalize<T: Field>(mut a: Vec<T>, n: usize) -> Tridiagonal<T> {
    let (mut subdiagonal, mut taus) = (Vec::new(), Vec::new());
    for k in 0..n.saturating_sub(1) {
        let mut v: Vec<T> = (k + 1..n).map(|i| a[i * n + k]).collect();
        let tau = reflector(&mut v);
        subdiagonal.push(v[0].re());
        taus.push(tau);
        (k + 1..n).zip(&v).for_each(|(i, v)| a[i * n + k] = *v);
        v[0] = T::ONE;
        // With p = tau A v and w = p - |tau|^2 (v^H A v) v / 2: H^H A H = A - v w^H - w v^H.
        let product = |row: &[T]| row[k + 1..].iter().zip(&v).fold(T::ZERO, |s, (x, v)| s + *x * *v);
        let av: Vec<T> = (k + 1..n).map(|i| product(&a[i * n..(i + 1) * n])).collect();
        let gamma = v.iter().zip(&av).map(|(v, x)| (v.conj() * *x).re()).sum::<f64>();
        let half = T::from_real(0.5 * tau.square() * gamma);
        let w: Vec<T> = av.iter().zip(&v).map(|(x, v)| tau * *x - half * *v).collect();
        for i in 0..v.len() {
            let row = &mut a[(k + 1 + i) * n + k + 1..(k + 2 + i) * n];
            for (x, (v_j, w_j)) in row.iter_mut().zip(v.iter().zip(&w)) {
                *x -= v[i] * w_j.conj() + w[i] * v_j.conj();
            }
        }
    }
    let diagonal = (0..n).map(|i| a[i * n + i].re()).collect();
    Tridiagonal { packed: a, diagonal, subdiagonal, taus }
}

/// The eigenvectors, in columns, and the eigenvalues, in ascending order. One triangle is read. A matrix with
/// elements that are not finite, or for which the iteration does not converge, has results of NaN.
pub(super) fn eigh<T: Field>(a: &[T], n: usize, lower: bool) -> (Vec<T>, Vec<f64>) {
    let nan = || (vec![T::nan(); n * n], vec![f64::NAN; n]);
    let mut full = vec![T::ZERO; n * n];
    let mut largest = 0.0f64;
    for i in 0..n {
        for j in 0..=i {
            let x = if lower { a[i * n + j] } else { a[j * n + i].conj() };
            let x = if i == j { T::from_real(x.re()) } else { x };
            if !x.is_finite() {
                return nan();
            }
            largest = largest.max(x.modulus());
            full[i * n + j] = x;
            full[j * n + i] = x.conj();
        }
    }
    // Scaled, so that squares neither overflow nor vanish.
    let scale = if largest > 0.0 { largest } else { 1.0 };
    full.iter_mut().for_each(|x| *x = T::new(x.re() / scale, x.im() / scale));
    let t = tridiagonalize(full, n);
    let mut q = vec![T::ZERO; n * n];
    (0..n).for_each(|i| q[i * n + i] = T::ONE);
    for k in (0..t.taus.len()).rev() {
        let mut v: Vec<T> = (k + 1..n).map(|i| t.packed[i * n + k]).collect();
        v[0] = T::ONE;
        apply_left(&mut q, n, k + 1, 0, &v, t.taus[k]);
    }
    // Rows of `z` are the columns of `Q`, so that rotations run over contiguous memory.
    let mut z: Vec<T> = (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).map(|(i, j)| q[i * n + j]).collect();
    let (mut d, mut e) = (t.diagonal, t.subdiagonal);
    e.push(0.0);
    if !implicit_ql(&mut d, &mut e, &mut z) {
        return nan();
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| d[*i].total_cmp(&d[*j]));
    let mut vectors = vec![T::ZERO; n * n];
    for (column, from) in order.iter().enumerate() {
        (0..n).for_each(|i| vectors[i * n + column] = z[from * n + i]);
    }
    (vectors, order.iter().map(|i| d[*i] * scale).collect())
}

/// Diagonalizes a tridiagonal matrix: `d` becomes its eigenvalues, and rows of `z` are rotated along.
/// Returns false if it does not converge.
fn implicit_ql<T: Field>(d: &mut [f64], e: &mut [f64], z: &mut [T]) -> bool {
    let n = d.len();
    for l in 0..n {
        for iteration in 0.. {
            let negligible = |i: &usize| e[*i].abs() <= f64::EPSILON * (d[*i].abs() + d[*i + 1].abs());
            let m = (l..n - 1).find(negligible).unwrap_or(n - 1);
            if m == l {
                break;
            }
            if iteration == MAX_ITERATIONS {
                return false;
            }
            let g = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let r = g.hypot(1.0);
            let mut g = d[m] - d[l] + e[l] / (g + if g >= 0.0 { r } else { -r });
            let (mut s, mut c, mut p) = (1.0f64, 1.0f64, 0.0f64);
            let mut deflated = false;
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                let r = f64::hypot(f, g);
                e[i + 1] = r;
                if r == 0.0 {
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
                let (upper, lower) = z[i * n..(i + 2) * n].split_at_mut(n);
                for (x, y) in upper.iter_mut().zip(lower) {
                    (*x, *y) = (x.scale(c) - y.scale(s), x.scale(s) + y.scale(c));
                }
            }
            if !deflated {
                d[l] -= p;
                e[l] = g;
                e[m] = 0.0;
            }
        }
    }
    true
}
