//! The rows that each core takes at each step of an epoch.

use std::ops::Range;

use crate::trace::Batch;
use crate::utils::Rng;

/// The random draws of an epoch.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    /// The key of each core's random state.
    pub keys: Vec<u64>,
    /// The rows in the order of the epoch.
    pub order: Vec<i32>,
}

/// The key of each core's random state, drawn from the generator of an epoch.
pub(super) fn random_keys(rng: &mut Rng, cores: usize) -> Vec<u64> {
    (0..cores).map(|_| rng.next_u64()).collect()
}

/// An epoch cut into batches: the full ones, then the remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Epoch {
    pub cores: usize,
    pub rows: usize,
    pub batch_size: usize,
}

impl Epoch {
    /// The number of full batches.
    pub fn full_steps(self) -> usize {
        self.rows / self.batch_size
    }

    /// The full batch.
    pub fn full(self) -> Batch {
        Batch { cores: self.cores, rows: self.batch_size }
    }

    /// The remainder batch, if there is one.
    pub fn remainder(self) -> Option<Batch> {
        let rows = self.rows % self.batch_size;
        (rows > 0).then_some(Batch { cores: self.cores, rows })
    }

    /// The number of steps of an epoch.
    pub fn steps(self) -> usize {
        self.rows.div_ceil(self.batch_size)
    }

    /// The draws of the epoch that begins after `iterations` optimizer steps.
    ///
    /// They depend on the seed and the number of optimizer steps done before, so every epoch has its own, and
    /// several calls of `fit` are equivalent to one.
    pub fn draw(self, seed: u64, iterations: u64, shuffle: bool) -> Draw {
        let mut rng = Rng::of_pass(seed, iterations);
        let keys = random_keys(&mut rng, self.cores);
        Draw { keys, order: self.order(shuffle.then_some(&mut rng)) }
    }

    /// The rows in the order of this epoch: unchanged, or shuffled as a whole.
    fn order(self, shuffle: Option<&mut Rng>) -> Vec<i32> {
        let mut rows: Vec<i32> = (0..self.rows as i32).collect();
        if let Some(rng) = shuffle {
            rng.shuffle(&mut rows);
        }
        rows
    }

    /// The rows that `core` takes at a range of full steps, step by step. Steps beyond the last one repeat
    /// the last.
    pub fn full_rows_of(self, core: usize, order: &[i32], steps: Range<usize>) -> Vec<i32> {
        let share = self.full().rows_per_core();
        let last = self.full_steps().saturating_sub(1);
        let firsts = steps.map(|step| step.min(last) * self.batch_size + core * share);
        firsts.flat_map(|first| &order[first..first + share]).copied().collect()
    }

    /// The rows that `core` takes at the remainder step.
    ///
    /// If the rows cannot be divided evenly, the last cores' shares are padded with rows from the beginning
    /// of the batch. Padding has weight 0 in loss, gradients and metrics. Batch statistics include it, and
    /// stay representative because it consists of real rows.
    pub fn remainder_rows_of(self, core: usize, order: &[i32]) -> Vec<i32> {
        let rest = &order[self.full_steps() * self.batch_size..];
        let Some(batch) = self.remainder() else { return Vec::new() };
        let share = batch.rows_per_core();
        (core * share..(core + 1) * share).map(|i| rest[i % rest.len()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EPOCH: Epoch = Epoch { cores: 2, rows: 11, batch_size: 4 };

    #[test]
    fn cores_take_contiguous_slices() {
        let order = EPOCH.order(None);
        assert_eq!((EPOCH.full_steps(), EPOCH.steps()), (2, 3));
        assert_eq!(EPOCH.full_rows_of(0, &order, 0..2), [0, 1, 4, 5]);
        assert_eq!(EPOCH.full_rows_of(1, &order, 0..2), [2, 3, 6, 7]);
        assert_eq!(EPOCH.full_rows_of(1, &order, 1..3), [6, 7, 6, 7], "the last chunk of steps is padded");
        assert_eq!(EPOCH.remainder_rows_of(0, &order), [8, 9]);
        assert_eq!(EPOCH.remainder_rows_of(1, &order), [10, 8], "the share is padded from the beginning of the batch");
    }

    #[test]
    fn every_row_is_taken_once_however_shuffled() {
        let order = EPOCH.order(Some(&mut Rng::seeded(5)));
        let mut rows: Vec<i32> = (0..2).flat_map(|core| EPOCH.full_rows_of(core, &order, 0..2)).collect();
        rows.extend((0..2).flat_map(|core| EPOCH.remainder_rows_of(core, &order)).take(3));
        rows.sort_unstable();
        assert_eq!(rows, (0..11).collect::<Vec<_>>());
    }
}
