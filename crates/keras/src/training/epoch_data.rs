//! The rows of each epoch of a training on arrays, shuffled and brought onto the cores.

use std::ops::Range;

use crate::error::Result;

use super::cores::Cores;
use super::device::Device;
use super::feed::{Feed, Portion, Portions, Programs};
use super::options::Fit;
use super::order::{Draw, Epoch};

/// The rows of a training on arrays, epoch by epoch.
pub(super) struct EpochData {
    feed: Feed,
    programs: Programs,
    epoch: Epoch,
    shuffle: bool,
    seed: u64,
    /// The portions of the epoch that goes on.
    current: Option<Portions>,
    /// The number of optimizer steps after that epoch.
    iterations_after: u64,
    /// The next epoch's portions, which are loading already, the number of optimizer steps before the pass
    /// over all rows that they are of, and the first of their steps.
    prefetched: Option<(u64, usize, Portions)>,
    /// The number of steps of an epoch; `None` for all of a pass.
    steps_per_epoch: Option<usize>,
    /// The pass over all rows that goes on.
    pass: Pass,
}

/// A pass over all rows, of which an epoch takes some steps, or all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pass {
    /// The number of optimizer steps before the pass.
    iterations: u64,
    /// The number of steps that were taken; 0 at its beginning.
    taken: usize,
}

/// The steps of an epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EpochSteps {
    /// The number of optimizer steps before the pass over all rows that they are of.
    pub pass: u64,
    /// Their positions in the pass.
    pub steps: Range<usize>,
}

impl Pass {
    /// The steps of the epoch that begins after `iterations` optimizer steps; the next call goes on after
    /// them. A pass has `total` steps.
    fn next(&mut self, iterations: u64, total: usize, at_most: Option<usize>) -> EpochSteps {
        if self.taken == 0 {
            self.iterations = iterations;
        }
        let begin = self.taken;
        let end = at_most.map_or(total, |steps| begin.saturating_add(steps)).min(total);
        self.taken = end % total.max(1);
        EpochSteps { pass: self.iterations, steps: begin..end }
    }
}

impl EpochData {
    /// The rows of `feed` in epochs of these settings.
    pub fn new(feed: Feed, programs: Programs, epoch: Epoch, settings: &Fit<'_>) -> Self {
        Self {
            feed,
            programs,
            epoch,
            shuffle: settings.shuffle,
            seed: settings.seed,
            current: None,
            iterations_after: 0,
            prefetched: None,
            steps_per_epoch: settings.steps_per_epoch,
            pass: Pass::default(),
        }
    }

    /// The random draws of the pass over all rows that begins after `iterations` optimizer steps.
    fn draw(&self, iterations: u64) -> Draw {
        self.epoch.draw(self.seed, iterations, self.shuffle)
    }

    /// Begins the epoch after `iterations` optimizer steps, of which the first `skip` steps are done already.
    /// Returns the keys of the cores' random states.
    pub fn begin(&mut self, device: &Device, iterations: u64, skip: usize) -> Result<Vec<u64>> {
        let EpochSteps { pass, steps } = self.pass.next(iterations, self.epoch.steps(), self.steps_per_epoch);
        self.iterations_after = iterations + steps.len() as u64;
        let portions = match self.prefetched.take() {
            Some((of, first, portions)) if (of, first) == (pass, steps.start) => portions,
            _ => self.feed.begin(device, self.epoch, self.draw(pass), steps, skip)?,
        };
        self.current = Some(portions);
        Ok(self.draw(iterations).keys)
    }

    /// The next portion of the epoch; `None` after the last. With the last portion, the first one of the next
    /// epoch starts to load, unless the epoch `is_last`. The caller drops the previous portion first.
    pub fn next(&mut self, cores: &Cores, is_last: bool) -> Result<Option<Portion>> {
        let Some(portions) = &mut self.current else { return Ok(None) };
        let portion = portions.next(cores, &self.programs)?;
        if portion.is_some() && portions.is_empty() && !is_last && self.feed.is_streamed() {
            let mut pass = self.pass;
            let next = pass.next(self.iterations_after, self.epoch.steps(), self.steps_per_epoch);
            let first = next.steps.start;
            let portions = self.feed.begin(cores.device(), self.epoch, self.draw(next.pass), next.steps, 0)?;
            self.prefetched = Some((next.pass, first, portions));
        }
        Ok(portion)
    }

    /// Ends the epoch.
    pub fn end(&mut self) {
        self.current = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keras ends an epoch early when the rows are exhausted, and begins the next one with all rows.
    #[test]
    fn epochs_of_some_steps_go_on_until_the_pass_ends() {
        let mut pass = Pass::default();
        let mut iterations = 100;
        let mut next = |at_most| {
            let steps = pass.next(iterations, 5, at_most);
            iterations += steps.steps.len() as u64;
            (steps.pass, steps.steps)
        };
        assert_eq!(next(Some(2)), (100, 0..2));
        assert_eq!(next(Some(2)), (100, 2..4));
        assert_eq!(next(Some(2)), (100, 4..5));
        assert_eq!(next(Some(2)), (105, 0..2));
        assert_eq!(next(None), (105, 2..5));
        assert_eq!(next(None), (110, 0..5));
    }
}
