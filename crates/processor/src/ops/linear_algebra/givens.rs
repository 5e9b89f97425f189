//! Plane (Givens) rotations of neighboring rows of a matrix, applied in batches.

use kernels::Function;

use super::blas::Compute;
use crate::error::Result;

/// Columns of a stripe: a few registers, so that a stripe of several hundred rows stays in a core's own
/// cache.
const STRIPE: usize = 16;
/// Rotations of a batch.
const BATCH: usize = 1 << 13;

/// Replaces rows `row` and `row + 1`, `x` and `y`, by `cos x - sin y` and `sin x + cos y`.
#[derive(Clone, Copy)]
struct Rotation {
    row: usize,
    cos: f64,
    sin: f64,
}

/// A matrix, cut into stripes of columns, and rotations that are still to be applied.
pub(super) struct RotatedRows<'c> {
    stripes: Vec<Vec<[f64; STRIPE]>>,
    columns: usize,
    pending: Vec<Rotation>,
    compute: Compute<'c>,
}

impl<'c> RotatedRows<'c> {
    /// Of a row-major matrix.
    pub(super) fn new(matrix: &[f64], columns: usize, compute: Compute<'c>) -> Self {
        let stripe = |first: usize| {
            let part = |row: &[f64]| {
                let mut part = [0.0; STRIPE];
                let width = STRIPE.min(columns - first);
                part[..width].copy_from_slice(&row[first..first + width]);
                part
            };
            matrix.chunks_exact(columns).map(part).collect()
        };
        let stripes = (0..columns).step_by(STRIPE).map(stripe).collect();
        Self { stripes, columns, pending: Vec::with_capacity(BATCH), compute }
    }

    /// Rotates rows `row` and `row + 1`, after all rotations before.
    ///
    /// # Errors
    /// An error of a thread.
    pub(super) fn rotate(&mut self, row: usize, cos: f64, sin: f64) -> Result<()> {
        self.pending.push(Rotation { row, cos, sin });
        if self.pending.len() == BATCH { self.apply() } else { Ok(()) }
    }

    fn apply(&mut self) -> Result<()> {
        let rotations = &self.pending[..];
        let stripes: Vec<_> = self.stripes.iter_mut().map(|s| &mut s[..]).collect();
        self.compute.for_each(stripes, |isa, stripe| isa.run::<Rotate, _>((stripe, rotations)))?;
        self.pending.clear();
        Ok(())
    }

    /// The row-major matrix, with all rotations applied.
    ///
    /// # Errors
    /// An error of a thread.
    pub(super) fn finish(mut self) -> Result<Vec<f64>> {
        self.apply()?;
        let rows = self.stripes.first().map_or(0, Vec::len);
        let mut matrix = vec![0.0; rows * self.columns];
        for (first, stripe) in (0..self.columns).step_by(STRIPE).zip(&self.stripes) {
            let width = STRIPE.min(self.columns - first);
            for (row, part) in matrix.chunks_exact_mut(self.columns).zip(stripe) {
                row[first..first + width].copy_from_slice(&part[..width]);
            }
        }
        Ok(matrix)
    }
}

struct Rotate;

impl Function<(&mut [[f64; STRIPE]], &[Rotation])> for Rotate {
    #[inline(always)]
    fn call((rows, rotations): (&mut [[f64; STRIPE]], &[Rotation])) {
        for Rotation { row, cos, sin } in rotations {
            let pair = &mut rows[*row..*row + 2];
            let (x, y) = (pair[0], pair[1]);
            pair[0] = std::array::from_fn(|j| x[j] * cos - y[j] * sin);
            pair[1] = std::array::from_fn(|j| x[j] * sin + y[j] * cos);
        }
    }
}
