//! The eigenvalues and eigenvectors of a diagonal matrix plus one of rank one, `D + rho z z^T`, from the
//! secular equation `1 + rho sum z_j^2 / (d_j - x) = 0`. Its roots are found by interpolation with rational
//! functions that have the poles on both sides (R. C. Li, "Solving secular equations stably and efficiently",
//! 1993). The eigenvectors come from the `z` whose roots are exactly those found, so that they are orthogonal
//! (Gu and Eisenstat, 1994).

use kernels::Function;

use super::blas::Compute;
use crate::error::Result;

/// Roots that one thread computes at a time.
const ROOTS_PER_ITEM: usize = 32;
/// Most steps to a root; six are usual.
const MAX_STEPS: usize = 200;
/// Partial sums.
const LANES: usize = 8;

/// The problem: `d` is ascending without repetitions, no element of `z` is zero, `rho` is positive.
#[derive(Clone, Copy)]
pub(super) struct Secular<'a> {
    pub(super) d: &'a [f64],
    pub(super) z: &'a [f64],
    pub(super) rho: f64,
}

/// The eigenvalues, in ascending order, and the eigenvectors in rows.
///
/// # Errors
/// An error of a thread.
pub(super) fn solve(problem: Secular<'_>, compute: Compute<'_>) -> Result<(Vec<f64>, Vec<f64>)> {
    let n = problem.d.len();
    if n == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut values = vec![0.0; n];
    // Row `i` has `d_j - x_i`, without cancellation.
    let mut rows = vec![0.0; n * n];
    let items = values.chunks_mut(ROOTS_PER_ITEM).zip(rows.chunks_mut(ROOTS_PER_ITEM * n)).enumerate();
    compute.for_each(items.collect(), |isa, (item, (values, rows))| {
        isa.run::<Roots, _>((problem, item * ROOTS_PER_ITEM, values, rows));
    })?;
    let mut squares = vec![1.0; n];
    let items = squares.chunks_mut(ROOTS_PER_ITEM).enumerate().collect();
    compute.for_each(items, |isa, (item, squares)| {
        isa.run::<Squares, _>((problem.d, &rows[..], item * ROOTS_PER_ITEM, squares));
    })?;
    let exact: Vec<f64> =
        squares.iter().zip(problem.z).map(|(square, z)| (-square).max(0.0).sqrt().copysign(*z)).collect();
    compute.for_each(rows.chunks_mut(n).collect(), |isa, row| isa.run::<Vector, _>((&exact[..], row)))?;
    Ok((values, rows))
}

/// A root, the distances of the poles from it and its value.
struct Roots;

impl Function<(Secular<'_>, usize, &mut [f64], &mut [f64])> for Roots {
    #[inline(always)]
    fn call((problem, first, values, rows): (Secular<'_>, usize, &mut [f64], &mut [f64])) {
        let Secular { d, z, rho } = problem;
        let n = d.len();
        let weights: Vec<f64> = z.iter().map(|z| rho * z * z).collect();
        let mut poles = vec![0.0; n];
        for (k, (value, row)) in values.iter_mut().zip(rows.chunks_exact_mut(n)).enumerate() {
            let i = first + k;
            // All weights together are an upper limit of the last root's distance from its pole.
            let gap = if i + 1 < n { d[i + 1] - d[i] } else { weights.iter().sum() };
            for (pole, d_j) in poles.iter_mut().zip(d) {
                *pole = d_j - d[i];
            }
            let mut x = 0.5 * gap;
            let (mut low, mut high) = (0.0, gap);
            let mut origin = i;
            if i + 1 < n && total(&poles, &weights, i, x).value < 0.0 {
                // The root is nearer to the next pole, which becomes the origin.
                origin = i + 1;
                for (pole, d_j) in poles.iter_mut().zip(d) {
                    *pole = d_j - d[i + 1];
                }
                (x, low, high) = (-0.5 * gap, -0.5 * gap, 0.0);
            }
            for _ in 0..MAX_STEPS {
                let at = total(&poles, &weights, i, x);
                if at.is_zero(x) {
                    break;
                }
                if at.value < 0.0 {
                    low = x;
                } else {
                    high = x;
                }
                let next = x + at.step(poles[i] - x, poles.get(i + 1).map(|pole| pole - x));
                let next = if next > low && next < high { next } else { 0.5 * (low + high) };
                if next == x || next <= low || next >= high {
                    break;
                }
                x = next;
            }
            *value = d[origin] + x;
            for (distance, pole) in row.iter_mut().zip(&poles) {
                *distance = pole - x;
            }
        }
    }
}

/// The function of the equation at a point.
struct Total {
    value: f64,
    /// The sum of the magnitudes of the terms.
    magnitude: f64,
    /// The derivatives of the terms with the poles up to the root's, and of the others.
    slopes: [f64; 2],
}

impl Total {
    /// Returns true if the value is no larger than its error.
    #[inline(always)]
    fn is_zero(&self, x: f64) -> bool {
        let error = 8.0 * (1.0 + self.magnitude) + x.abs() * (self.slopes[0] + self.slopes[1]);
        self.value.abs() <= f64::EPSILON * error
    }

    /// The distance to the root of the interpolating function with poles at the distances `left` and `right`.
    #[inline(always)]
    fn step(&self, left: f64, right: Option<f64>) -> f64 {
        let (w, [below, above]) = (self.value, self.slopes);
        let Some(right) = right else { return left * w / (w - below * left) };
        let c = w - left * below - right * above;
        let a = (left + right) * w - left * right * (below + above);
        let b = left * right * w;
        let root = (a * a - 4.0 * b * c).max(0.0).sqrt();
        if a <= 0.0 { (a - root) / (2.0 * c) } else { 2.0 * b / (a + root) }
    }
}

/// The function at `x`, a distance from the origin of the poles.
#[inline(always)]
fn total(poles: &[f64], weights: &[f64], i: usize, x: f64) -> Total {
    let [below, slope_below] = sums(&poles[..=i], &weights[..=i], x);
    let [above, slope_above] = sums(&poles[i + 1..], &weights[i + 1..], x);
    Total { value: 1.0 + below + above, magnitude: above - below, slopes: [slope_below, slope_above] }
}

/// The sums of `weight / (pole - x)` and of `weight / (pole - x)^2`.
#[inline(always)]
fn sums(poles: &[f64], weights: &[f64], x: f64) -> [f64; 2] {
    let mut lanes = [[0.0; LANES]; 2];
    let ((poles, poles_rest), (weights, weights_rest)) = (poles.as_chunks::<LANES>(), weights.as_chunks::<LANES>());
    for (poles, weights) in poles.iter().zip(weights) {
        for j in 0..LANES {
            let inverse = 1.0 / (poles[j] - x);
            let term = weights[j] * inverse;
            lanes[0][j] += term;
            lanes[1][j] += term * inverse;
        }
    }
    let mut sums = lanes.map(|lanes| lanes.into_iter().sum::<f64>());
    for (pole, weight) in poles_rest.iter().zip(weights_rest) {
        let inverse = 1.0 / (pole - x);
        sums[0] += weight * inverse;
        sums[1] += weight * inverse * inverse;
    }
    sums
}

/// The negated squares of the elements of the `z` that has exactly the roots, but for a common factor.
struct Squares;

impl Function<(&[f64], &[f64], usize, &mut [f64])> for Squares {
    #[inline(always)]
    fn call((d, rows, first, squares): (&[f64], &[f64], usize, &mut [f64])) {
        let n = d.len();
        for (i, row) in rows.chunks_exact(n).enumerate() {
            let part = first..first + squares.len();
            for ((square, distance), (j, d_j)) in squares.iter_mut().zip(&row[part.clone()]).zip(part.zip(&d[first..]))
            {
                let between = if i == j { 1.0 } else { d_j - d[i] };
                *square *= distance / between;
            }
        }
    }
}

/// Overwrites the distances of the poles from a root with its eigenvector, of length one.
struct Vector;

impl Function<(&[f64], &mut [f64])> for Vector {
    #[inline(always)]
    fn call((z, row): (&[f64], &mut [f64])) {
        let mut lanes = [0.0; LANES];
        for (row, z) in row.chunks_mut(LANES).zip(z.chunks(LANES)) {
            for ((x, z), lane) in row.iter_mut().zip(z).zip(&mut lanes) {
                *x = z / *x;
                *lane += *x * *x;
            }
        }
        let length = lanes.into_iter().sum::<f64>().sqrt();
        row.iter_mut().for_each(|x| *x /= length);
    }
}
