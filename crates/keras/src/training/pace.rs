//! How many steps run as one program: as many as keep the progress bar moving.

/// What a call should take, in seconds: long beside the cost of a call, short to who watches.
const SECONDS_PER_CALL: f64 = 0.3;

/// Chooses the number of steps of each call by what the last ones took.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    fixed: Option<usize>,
    steps: usize,
}

impl Pace {
    /// Chooses, or always takes `fixed`.
    pub fn new(fixed: Option<usize>) -> Self {
        Self { fixed, steps: 1 }
    }

    /// Steps of the next call, of so many that are left.
    pub fn next(&self, left: usize) -> usize {
        self.fixed.unwrap_or(self.steps).clamp(1, left.max(1))
    }

    /// What a call took.
    pub fn took(&mut self, steps: usize, seconds: f64) {
        let per_step = (seconds / steps as f64).max(1e-9);
        let wanted = (SECONDS_PER_CALL / per_step) as usize;
        // A first call may be slow for reasons of its own, so the number grows by and by.
        self.steps = wanted.clamp(1, self.steps.max(steps) * 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_steps_run_alone_and_fast_ones_together() {
        let mut pace = Pace::new(None);
        assert_eq!(pace.next(100), 1);
        pace.took(1, 2.0);
        assert_eq!(pace.next(100), 1);
        pace.took(1, 0.001);
        assert_eq!(pace.next(100), 8);
        pace.took(8, 0.008);
        assert_eq!((pace.next(100), pace.next(10), pace.next(0)), (64, 10, 1));
        assert_eq!(Pace::new(Some(5)).next(3), 3);
    }
}
