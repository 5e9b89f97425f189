//! Eigenvalues and eigenvectors of general square matrices: balancing, the Schur decomposition, then back
//! substitution (Golub and Van Loan, "Matrix Computations", sections 7.5.7 and 7.6.4).

use rustfft::num_complex::Complex;

use super::blas::Scalar;
use super::field::Field;
use super::range::{direction, largest_part, norm, rescale, unit_scale};
use super::schur::{Schur, SchurField, schur};

type C = Complex<f64>;

/// Most rounds of balancing; two or three are usual.
const MAX_BALANCING_ROUNDS: usize = 32;

/// An eigenvector longer than this is scaled down during back substitution, before it overflows.
const LONG_VECTOR: f64 = 1e100;

/// The least divisor of elements of such a vector.
const LEAST_DIVISOR: f64 = 1e-190;

/// The eigenvalues of a matrix, and its eigenvectors in the columns of row-major matrices, as far as they are
/// asked for.
pub(super) struct Eig {
    pub(super) values: Vec<C>,
    /// `u` with `u^H A = value u^H`.
    pub(super) left: Option<Vec<C>>,
    /// `v` with `A v = value v`.
    pub(super) right: Option<Vec<C>>,
}

/// Eigenvalues in the order of the Schur form, and eigenvectors of norm 1 whose largest element is real.
/// Complex eigenvalues of a real matrix are pairs of conjugates, that with the positive imaginary part
/// first. A matrix with elements that are not finite, or for which the iteration does not converge, has
/// results of NaN.
pub(super) fn eig<T: SchurField>(a: &[T], n: usize, (left, right): (bool, bool)) -> Eig {
    let unit = unit_scale(largest_part(a));
    let mut balanced = a.to_vec();
    rescale(&mut balanced, unit);
    let scales = balance(&mut balanced, n);
    let Some(Schur { scale, t, q }) = schur(&balanced, n) else {
        let nan = |is_asked_for: bool| is_asked_for.then(|| vec![C::nan(); n * n]);
        return Eig { values: vec![C::nan(); n], left: nan(left), right: nan(right) };
    };
    let widen = |x: &T| C::new(x.re(), x.im());
    let (t, q): (Vec<C>, Vec<C>) = (t.iter().map(widen).collect(), q.iter().map(widen).collect());
    let values = eigenvalues(&t, n);
    let right = right.then(|| {
        let of_schur = triangular_eigenvectors(&t, &values, n);
        eigenvectors(n, |row, column| {
            let sum = (0..n).fold(C::ZERO, |s, k| s + q[row * n + k] * of_schur[column * n + k]);
            sum.scale(scales[row])
        })
    });
    let left = left.then(|| {
        // The conjugate transpose with rows and columns reversed is upper triangular, too.
        let last = n * n - 1;
        let reversed: Vec<C> = (0..n * n).map(|i| t[last - (i % n * n + i / n)].conj()).collect();
        let reversed_values: Vec<C> = values.iter().rev().map(|v| v.conj()).collect();
        let of_schur = triangular_eigenvectors(&reversed, &reversed_values, n);
        eigenvectors(n, |row, column| {
            let y = &of_schur[(n - 1 - column) * n..][..n];
            let sum = (0..n).fold(C::ZERO, |s, k| s + q[row * n + k] * y[n - 1 - k]);
            sum.scale(1.0 / scales[row])
        })
    });
    Eig { values: values.iter().map(|v| v.scale(scale).scale(1.0 / unit)).collect(), left, right }
}

/// Overwrites `A` with `D^-1 A D` for a diagonal matrix `D` of powers of 2, such that rows and columns have
/// similar norms; returns the diagonal. The norms are Euclidean and include the diagonal, as in LAPACK's
/// `gebal`: others make small rows large that a large diagonal element stands for, and lose their digits.
fn balance<T: Field>(a: &mut [T], n: usize) -> Vec<f64> {
    let mut scales = vec![1.0f64; n];
    for _ in 0..MAX_BALANCING_ROUNDS {
        let mut is_balanced = true;
        for i in 0..n {
            let column = norm(&a.chunks_exact(n).map(|row| row[i]).collect::<Vec<T>>());
            let row = norm(&a[i * n..(i + 1) * n]);
            if column == 0.0 || row == 0.0 || !column.is_finite() || !row.is_finite() {
                continue;
            }
            let by = f64::exp2((0.5 * (row / column).log2()).round());
            let scale = scales[i] * by;
            let improves = column * by + row / by < 0.95 * (column + row);
            if !improves || !(1e-150..1e150).contains(&scale) {
                continue;
            }
            is_balanced = false;
            scales[i] = scale;
            for j in 0..n {
                a[j * n + i] = a[j * n + i].scale(by);
                a[i * n + j] = a[i * n + j].scale(1.0 / by);
            }
        }
        if is_balanced {
            break;
        }
    }
    scales
}

/// The eigenvalues of a quasi-triangular matrix, in their order on the diagonal.
fn eigenvalues(t: &[C], n: usize) -> Vec<C> {
    let mut values: Vec<C> = (0..n).map(|i| t[i * n + i]).collect();
    for i in 1..n {
        let (above, below) = (t[(i - 1) * n + i], t[i * n + i - 1]);
        if below != C::ZERO {
            let im = above.re.abs().sqrt() * below.re.abs().sqrt();
            (values[i - 1].im, values[i].im) = (im, -im);
        }
    }
    values
}

/// The eigenvectors of a quasi-triangular matrix whose elements are about 1, one after the other.
fn triangular_eigenvectors(t: &[C], values: &[C], n: usize) -> Vec<C> {
    let is_block_end = |i: usize| i > 0 && t[i * n + i - 1] != C::ZERO;
    let mut vectors = vec![C::ZERO; n * n];
    for (k, (value, x)) in values.iter().zip(vectors.chunks_exact_mut(n)).enumerate() {
        let mut row = match (is_block_end(k), k + 1 < n && is_block_end(k + 1)) {
            (true, _) => {
                (x[k - 1], x[k]) = (t[(k - 1) * n + k], *value - t[(k - 1) * n + k - 1]);
                k - 1
            }
            (_, true) => {
                (x[k], x[k + 1]) = (t[k * n + k + 1], *value - t[k * n + k]);
                k
            }
            _ => {
                x[k] = C::ONE;
                k
            }
        };
        let end = (k + 2).min(n);
        while row > 0 {
            let below = row;
            let rest = |i: usize, x: &[C]| -(below..end).fold(C::ZERO, |s, j| s + t[i * n + j] * x[j]);
            let i = row - 1;
            if is_block_end(i) {
                let (first, second) = (rest(i - 1, x), rest(i, x));
                let [a, b] = [t[(i - 1) * n + i - 1] - value, t[(i - 1) * n + i]];
                let [c, d] = [t[i * n + i - 1], t[i * n + i] - value];
                let size = [a, b, c, d].iter().fold(0.0f64, |m, x| m.max(x.modulus()));
                let determinant = at_least(a * d - b * c, f64::EPSILON * size * size);
                x[i - 1] = (first * d - second * b).over(determinant);
                x[i] = (second * a - first * c).over(determinant);
                row -= 2;
            } else {
                let least = f64::EPSILON * (t[i * n + i].modulus() + value.modulus());
                x[i] = rest(i, x).over(at_least(t[i * n + i] - value, least));
                row -= 1;
            }
            let longest = x[row..end].iter().fold(0.0f64, |m, x| m.max(x.modulus()));
            if longest > LONG_VECTOR {
                x[row..end].iter_mut().for_each(|x| *x = x.scale(1.0 / longest));
            }
        }
    }
    vectors
}

/// A divisor, or `least` instead of a smaller one: then an eigenvalue is that of another eigenvector, too. In
/// a matrix whose largest element is about 1, quotients by it do not overflow.
fn at_least(divisor: C, least: f64) -> C {
    let least = least.max(LEAST_DIVISOR);
    if divisor.modulus() < least { C::from_real(least) } else { divisor }
}

/// A matrix of the columns that `element` gives, each scaled to norm 1 and turned so that its largest
/// element is real.
fn eigenvectors(n: usize, element: impl Fn(usize, usize) -> C) -> Vec<C> {
    let mut vectors = vec![C::ZERO; n * n];
    for column in 0..n {
        let mut v: Vec<C> = (0..n).map(|row| element(row, column)).collect();
        let longest = v.iter().fold(0.0f64, |m, x| m.max(x.modulus()));
        let norm = longest * v.iter().map(|x| x.scale(1.0 / longest).norm_sqr()).sum::<f64>().sqrt();
        v.iter_mut().for_each(|x| *x = x.scale(1.0 / norm));
        let largest = v.iter().fold(C::ZERO, |l, x| if x.norm_sqr() > l.norm_sqr() { *x } else { l });
        if largest.im != 0.0 {
            let turn = direction(largest.conj());
            v.iter_mut().for_each(|x| {
                *x = if *x == largest { C::from_real(largest.modulus()) } else { *x * turn };
            });
        }
        v.iter().enumerate().for_each(|(row, x)| vectors[row * n + column] = *x);
    }
    vectors
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the equations that define eigenvectors, relative to the largest element of the matrix.
    fn check<T: SchurField>(name: &str, a: &[T], n: usize) -> Vec<C> {
        let Eig { values, left, right } = eig(a, n, (true, true));
        let (left, right) = (left.unwrap(), right.unwrap());
        let a: Vec<C> = a.iter().map(|x| C::new(x.re(), x.im())).collect();
        let size = a.iter().fold(1e-300f64, |m, x| m.max(x.modulus())) * n as f64;
        for (k, value) in values.iter().enumerate() {
            let norm = |of: &[C]| (0..n).map(|i| of[i * n + k].norm_sqr()).sum::<f64>().sqrt();
            assert!((norm(&left) - 1.0).abs() < 1e-12 && (norm(&right) - 1.0).abs() < 1e-12, "{name}: norms");
            for i in 0..n {
                let av = (0..n).fold(C::ZERO, |s, j| s + a[i * n + j] * right[j * n + k]);
                let ua = (0..n).fold(C::ZERO, |s, j| s + left[j * n + k].conj() * a[j * n + i]);
                let (by_right, by_left) = (value * right[i * n + k], value * left[i * n + k].conj());
                assert!((av - by_right).norm() < 1e-12 * size, "{name}: right eigenvector {k}");
                assert!((ua - by_left).norm() < 1e-12 * size, "{name}: left eigenvector {k}");
            }
        }
        values
    }

    fn noise(seed: usize) -> f64 {
        ((seed * 7919 + seed * seed * 104_729 + 13) % 10_007) as f64 / 5003.5 - 1.0
    }

    #[test]
    fn eigenvectors_satisfy_their_equations() {
        for n in [1, 2, 3, 4, 7, 12, 25] {
            for seed in 0..5 {
                let real: Vec<f64> = (0..n * n).map(|i| noise(i + 1000 * seed)).collect();
                let complex: Vec<C> = (0..n * n).map(|i| C::new(noise(i + 7 * seed), noise(i + 5000))).collect();
                let values = check(&format!("real {n} {seed}"), &real, n);
                for (i, value) in values.iter().enumerate().filter(|(_, v)| v.im > 0.0) {
                    assert_eq!(values[i + 1], value.conj(), "pairs of conjugates");
                }
                check(&format!("complex {n} {seed}"), &complex, n);
            }
        }
    }

    #[test]
    fn eigenvectors_of_real_eigenvalues_are_real() {
        let a = [2.0, 1.0, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 4.0];
        let Eig { values, right, .. } = eig(&a, 3, (false, true));
        assert!(values.iter().chain(&right.unwrap()).all(|x| x.im == 0.0));
    }

    #[test]
    fn defective_and_badly_scaled_matrices() {
        let n = 30;
        let jordan: Vec<f64> = (0..n * n).map(|i| f64::from(i / n == i % n || i / n + 1 == i % n)).collect();
        check("Jordan block", &jordan, n);
        check("zero", &[0.0; 9], 3);
        check("repeated pairs", &[0.0, -1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0], 4);
        let eig = eig(&[1.0, 1e8, 1e-8, 2.0], 2, (false, false));
        let mut values: Vec<f64> = eig.values.iter().map(|v| v.re).collect();
        values.sort_by(f64::total_cmp);
        let root = 5f64.sqrt();
        assert!((values[0] - (3.0 - root) / 2.0).abs() < 1e-14 && (values[1] - (3.0 + root) / 2.0).abs() < 1e-14);
    }
}
