//! Schur decompositions `A = Q T Q^H`: reduction to Hessenberg form, then the implicit QR algorithm (Golub
//! and Van Loan, "Matrix Computations", sections 7.4 and 7.5).

use rustfft::num_complex::Complex;

use super::blas::Scalar;
use super::field::Field;
use super::hessenberg;
use super::householder::{apply_left, reflector};
use super::range::{direction, largest_part, rescale, unit_scale};

type C = Complex<f64>;

/// Most QR iterations per block; two or three are usual.
const MAX_ITERATIONS: usize = 300;

/// Every so many iterations without success a shift of another kind breaks a cycle.
const EXCEPTIONAL_SHIFT_PERIOD: usize = 10;

/// An element that is nothing beside the largest one, which is about 1.
const NEGLIGIBLE: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// A square matrix as `scale * Q T Q^H` with a unitary `Q`, both row-major.
pub(super) struct Schur<T> {
    /// A power of two that the largest element of the matrix divided by it is about one.
    pub(super) scale: f64,
    /// Upper triangular; of a real matrix quasi-triangular, with blocks of two rows for pairs of complex
    /// eigenvalues. These have equal elements on the diagonal, and others of different sign.
    pub(super) t: Vec<T>,
    pub(super) q: Vec<T>,
}

/// Numbers with a QR algorithm.
pub(super) trait SchurField: Field {
    /// Reduces a Hessenberg matrix to Schur form by unitary transformations, which multiply `q` from the
    /// right. Returns false if it does not converge.
    fn reduce(h: &mut Square<'_, Self>, q: &mut Square<'_, Self>) -> bool;
}

/// The Schur decomposition of a matrix; `None` if it has elements that are not finite, or if the iteration
/// does not converge.
pub(super) fn schur<T: SchurField>(a: &[T], n: usize) -> Option<Schur<T>> {
    if !a.iter().all(|x| x.is_finite()) {
        return None;
    }
    let scale = unit_scale(largest_part(a));
    let mut t = a.to_vec();
    rescale(&mut t, scale);
    let taus = hessenberg::reduce(&mut t, n);
    let mut q = vec![T::ZERO; n * n];
    (0..n).for_each(|i| q[i * n + i] = T::ONE);
    for k in (0..taus.len()).rev() {
        let mut v: Vec<T> = (k + 1..n).map(|i| t[i * n + k]).collect();
        v[0] = T::ONE;
        apply_left(&mut q, n, k + 1, 0, &v, taus[k]);
        (k + 2..n).for_each(|i| t[i * n + k] = T::ZERO);
    }
    if !T::reduce(&mut Square { a: &mut t, n }, &mut Square { a: &mut q, n }) {
        return None;
    }
    Some(Schur { scale: 1.0 / scale, t, q })
}

/// A square matrix, row-major.
pub(super) struct Square<'a, T> {
    a: &'a mut [T],
    n: usize,
}

impl<T: Field> Square<'_, T> {
    fn get(&self, row: usize, column: usize) -> T {
        self.a[row * self.n + column]
    }

    fn set(&mut self, row: usize, column: usize, x: T) {
        self.a[row * self.n + column] = x;
    }

    /// Combines neighbouring rows from column `from` on: `[x, y] <- [c x + s y, -conj(s) x + c y]`.
    fn rotate_rows(&mut self, row: usize, from: usize, (c, s): (f64, T)) {
        let (upper, lower) = self.a[row * self.n..(row + 2) * self.n].split_at_mut(self.n);
        for (x, y) in upper[from..].iter_mut().zip(&mut lower[from..]) {
            (*x, *y) = (x.scale(c) + s * *y, y.scale(c) - s.conj() * *x);
        }
    }

    /// The same with the conjugate transpose from the right, in the first `rows` rows.
    fn rotate_columns(&mut self, column: usize, rows: usize, (c, s): (f64, T)) {
        for row in self.a.chunks_exact_mut(self.n).take(rows) {
            let (x, y) = (row[column], row[column + 1]);
            (row[column], row[column + 1]) = (x.scale(c) + s.conj() * y, y.scale(c) - s * x);
        }
    }

    /// Multiplies columns from `column` on by `I - tau v v^H`, in the first `rows` rows.
    fn reflect_columns(&mut self, column: usize, rows: usize, v: &[T], tau: T) {
        for row in self.a.chunks_exact_mut(self.n).take(rows) {
            let part = &mut row[column..column + v.len()];
            let dot = part.iter().zip(v).fold(T::ZERO, |s, (x, v)| s + *x * *v) * tau;
            part.iter_mut().zip(v).for_each(|(x, v)| *x -= dot * v.conj());
        }
    }

    /// The first row of the last block without a negligible element below the diagonal, of the first `end`
    /// rows. The element before it becomes zero.
    fn active_block(&mut self, end: usize) -> usize {
        for start in (1..end).rev() {
            let neighbours = self.get(start - 1, start - 1).modulus() + self.get(start, start).modulus();
            // The largest element was about 1.
            let scale = if neighbours == 0.0 { 1.0 } else { neighbours };
            if self.get(start, start - 1).modulus() <= NEGLIGIBLE.max(f64::EPSILON * scale) {
                self.set(start, start - 1, T::ZERO);
                return start;
            }
        }
        0
    }
}

/// Runs iterations on the last block that is not yet reduced, until blocks of at most `largest` rows are
/// left.
fn iterate<T: Field>(
    h: &mut Square<'_, T>,
    largest: usize,
    mut step: impl FnMut(&mut Square<'_, T>, usize, usize, usize),
    mut finish: impl FnMut(&mut Square<'_, T>, usize, usize),
) -> bool {
    let (mut end, mut iterations) = (h.n, 0);
    while end > 0 {
        let start = h.active_block(end);
        if end - start <= largest {
            finish(h, start, end);
            (end, iterations) = (start, 0);
        } else if iterations == MAX_ITERATIONS {
            return false;
        } else {
            iterations += 1;
            step(h, start, end, iterations);
        }
    }
    true
}

impl SchurField for f64 {
    fn reduce(h: &mut Square<'_, f64>, q: &mut Square<'_, f64>) -> bool {
        let mut blocks = Vec::new();
        let converges = iterate(
            h,
            2,
            |h, start, end, iteration| francis_step(h, q, start, end, iteration),
            |_, start, end| blocks.push((start, end)),
        );
        for (start, end) in blocks {
            if end - start == 2 {
                standardize(h, q, start);
            }
        }
        converges
    }
}

/// A step with two shifts at once, the eigenvalues of the last two rows of the block.
fn francis_step(h: &mut Square<'_, f64>, q: &mut Square<'_, f64>, start: usize, end: usize, iteration: usize) {
    let (n, last) = (h.n, end - 1);
    let corner = |first: usize, rows: usize| (0..rows * rows).map(move |at| (first + at / rows, first + at % rows));
    let of = |(row, column): (usize, usize)| h.get(row, column);
    // The elements that matter here, near 1: the block may be a small one of the matrix.
    let scale = unit_scale(largest_part(&corner(start, 3).chain(corner(last - 2, 3)).map(of).collect::<Vec<f64>>()));
    let at = |row: usize, column: usize| h.get(row, column) * scale;
    let (mut x, mut y) = (at(last, last), at(last - 1, last - 1));
    let mut w = at(last, last - 1) * at(last - 1, last);
    if iteration.is_multiple_of(EXCEPTIONAL_SHIFT_PERIOD) {
        let size = at(last, last - 1).abs() + at(last - 1, last - 2).abs();
        (x, y, w) = (x + 0.75 * size, x + 0.75 * size, -0.4375 * size * size);
    }
    let (a, below) = (at(start, start), at(start + 1, start));
    // The first column of `H^2 - (x + y) H + (x y - w) I`, by differences: eigenvalues that are close
    // together would be lost in the products.
    let mut column = vec![
        (a - x) * (a - y) - w + at(start, start + 1) * below,
        below * ((a - x) + (at(start + 1, start + 1) - y)),
        below * at(start + 2, start + 1),
    ];
    for k in start..last {
        column.truncate(end - k);
        let tau = reflector(&mut column);
        if k > start {
            h.set(k, k - 1, column[0]);
            (1..column.len()).for_each(|i| h.set(k + i, k - 1, 0.0));
        }
        column[0] = 1.0;
        apply_left(h.a, n, k, k, &column, tau);
        h.reflect_columns(k, end.min(k + 4), &column, tau);
        q.reflect_columns(k, n, &column, tau);
        column = (k + 1..end.min(k + 4)).map(|i| h.get(i, k)).collect();
    }
}

/// Makes of a block of two rows an upper triangle, or, if its eigenvalues are complex, a block with equal
/// elements on the diagonal.
fn standardize(h: &mut Square<'_, f64>, q: &mut Square<'_, f64>, at: usize) {
    let block = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| h.get(at + i, at + j));
    let by = unit_scale(largest_part(&block));
    let [a, b, c, d] = block.map(|x| x * by);
    let half = 0.5 * (a - d);
    let scale = half.abs().max(b.abs()).max(c.abs());
    let discriminant = half / scale * half + b / scale * c;
    let is_real = discriminant >= 0.0;
    let (x, y) = if is_real {
        // An eigenvector: of the eigenvalue `d + x`.
        let root = scale.sqrt() * discriminant.sqrt();
        (half + if half >= 0.0 { root } else { -root }, c)
    } else {
        let sum = b + c;
        let size = sum.hypot(2.0 * half);
        if half == 0.0 {
            (1.0, 0.0)
        } else {
            let cosine = (0.5 * (1.0 + sum.abs() / size)).sqrt();
            (cosine, -half / (size * cosine) * sum.signum())
        }
    };
    let size = x.hypot(y);
    let rotation = if size == 0.0 { (0.0, 1.0) } else { (x / size, y / size) };
    let n = h.n;
    h.rotate_rows(at, at, rotation);
    h.rotate_columns(at, at + 2, rotation);
    q.rotate_columns(at, n, rotation);
    let mean = 0.5 * (h.get(at, at) + h.get(at + 1, at + 1));
    let [above, below] = [h.get(at, at + 1), h.get(at + 1, at)];
    if is_real || above == 0.0 || below == 0.0 || (above > 0.0) == (below > 0.0) {
        h.set(at + 1, at, 0.0);
    } else {
        h.set(at, at, mean);
        h.set(at + 1, at + 1, mean);
    }
}

impl SchurField for C {
    fn reduce(h: &mut Square<'_, Self>, q: &mut Square<'_, Self>) -> bool {
        iterate(h, 1, |h, start, end, iteration| shifted_step(h, q, start, end, iteration), |_, _, _| ())
    }
}

/// A step with one shift: the eigenvalue of the last two rows of the block that is nearer to the last
/// element.
fn shifted_step(h: &mut Square<'_, C>, q: &mut Square<'_, C>, start: usize, end: usize, iteration: usize) {
    let (n, last) = (h.n, end - 1);
    let corner = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| h.get(last - 1 + i, last - 1 + j));
    let scale = unit_scale(largest_part(&corner));
    let [a, b, c, d] = corner.map(|x| x.scale(scale));
    let half = (a - d).scale(0.5);
    let root = (half * half + b * c).sqrt();
    let (plus, minus) = (half + root, half - root);
    let farther = if plus.norm_sqr() >= minus.norm_sqr() { plus } else { minus };
    // The product of `plus` and `minus` is `-bc`; the quotient does not cancel.
    let mut shift = if farther == C::ZERO { d } else { d - (b * c).over(farther) };
    if iteration.is_multiple_of(EXCEPTIONAL_SHIFT_PERIOD) {
        shift = d + C::from_real(c.modulus());
    }
    let shift = shift.scale(1.0 / scale);
    let (mut x, mut y) = (h.get(start, start) - shift, h.get(start + 1, start));
    for k in start..last {
        let rotation = givens(x, y);
        h.rotate_rows(k, if k > start { k - 1 } else { k }, rotation);
        if k > start {
            h.set(k + 1, k - 1, C::ZERO);
        }
        h.rotate_columns(k, end.min(k + 3), rotation);
        q.rotate_columns(k, n, rotation);
        if k + 2 < end {
            (x, y) = (h.get(k + 1, k), h.get(k + 2, k));
        }
    }
}

/// The rotation that makes zero of `y` in `[x, y]`.
fn givens(x: C, y: C) -> (f64, C) {
    let scale = unit_scale(largest_part(&[x, y]));
    let [x, y] = [x, y].map(|z| z.scale(scale));
    let size = x.norm().hypot(y.norm());
    if y == C::ZERO {
        (1.0, C::ZERO)
    } else if x == C::ZERO {
        (0.0, direction(y.conj()))
    } else {
        (x.norm() / size, direction(x) * y.conj().scale(1.0 / size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers between -1 and 1.
    fn noise(seed: usize) -> f64 {
        ((seed * 7919 + seed * seed * 104_729 + 13) % 10_007) as f64 / 5003.5 - 1.0
    }

    fn check<T: SchurField>(name: &str, a: &[T], n: usize) {
        let Schur { scale, t, q } = schur(a, n).unwrap_or_else(|| panic!("{name} does not converge"));
        let a: Vec<T> = a.iter().map(|x| T::new(x.re() / scale, x.im() / scale)).collect();
        for i in 0..n {
            for j in 0..n {
                let mut product = T::ZERO;
                let mut unit = T::ZERO;
                for k in 0..n {
                    unit += q[i * n + k] * q[j * n + k].conj();
                    for l in 0..n {
                        product += q[i * n + k] * t[k * n + l] * q[j * n + l].conj();
                    }
                }
                let error = (product - a[i * n + j]).modulus();
                assert!(error < 1e-13 * n as f64, "{name}: element {i}, {j} is wrong by {error}");
                assert!((unit - if i == j { T::ONE } else { T::ZERO }).modulus() < 1e-13, "{name}: Q");
                if j + 1 < i {
                    assert!(t[i * n + j].modulus() == 0.0, "{name}: {i}, {j} is not zero");
                }
            }
        }
        for i in 1..n {
            let below = t[i * n + i - 1];
            if below.modulus() != 0.0 {
                assert_eq!(t[i * n + i].re(), t[(i - 1) * n + i - 1].re(), "{name}: a block is not standard");
                assert!(below.re() * t[(i - 1) * n + i].re() < 0.0, "{name}: a block has real eigenvalues");
                assert!(i == 1 || t[(i - 1) * n + i - 2].modulus() == 0.0, "{name}: a block of three");
            }
        }
    }

    #[test]
    fn matrices_are_their_decompositions() {
        for n in [1, 2, 3, 4, 5, 8, 13, 30] {
            for seed in 0..6 {
                let real: Vec<f64> = (0..n * n).map(|i| noise(i + 1000 * seed)).collect();
                let complex: Vec<C> = (0..n * n).map(|i| C::new(noise(i + 7 * seed), noise(i + 5000))).collect();
                check(&format!("real {n} {seed}"), &real, n);
                check(&format!("complex {n} {seed}"), &complex, n);
            }
        }
    }

    #[test]
    fn special_matrices_converge() {
        let n = 6;
        let of = |f: fn(usize, usize) -> f64| -> Vec<f64> { (0..n * n).map(|i| f(i / n, i % n)).collect() };
        let matrices: [(&str, Vec<f64>); 10] = [
            ("zero", of(|_, _| 0.0)),
            ("identity", of(|i, j| (i == j) as u8 as f64)),
            ("cyclic shift", of(|i, j| (i == (j + 1) % 6) as u8 as f64)),
            ("Jordan block", of(|i, j| (i == j || i + 1 == j) as u8 as f64)),
            ("skew", of(|i, j| i as f64 - j as f64)),
            ("rank one", of(|i, j| ((i + 1) * (j + 2)) as f64)),
            ("huge", of(|i, j| noise(i * 6 + j) * 1e300)),
            ("close eigenvalues", of(|i, j| f64::from(u8::from(i == j)) + noise(i * 6 + j) * 1e-8)),
            ("projection", of(|i, j| f64::from((1.0 / 6.0 + noise(i + 9 * j) * 1e-8) as f32))),
            ("tiny", of(|i, j| noise(i * 6 + j) * 1e-300)),
        ];
        for (name, a) in matrices {
            check(name, &a, n);
            check(name, &a.iter().map(|x| C::from_real(*x)).collect::<Vec<_>>(), n);
        }
        assert!(schur(&[f64::NAN], 1).is_none());
        assert!(schur(&[f64::INFINITY, 0.0, 0.0, 1.0], 2).is_none());
    }
}
