//! The number of steps per program execution: as many as keep the progress bar moving.

/// The target duration of a call in seconds: long compared with the overhead of a call, short for the user.
const SECONDS_PER_CALL: f64 = 0.3;

/// Chooses the number of steps of each call from the durations of the previous ones.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    fixed: Option<usize>,
    steps: usize,
}

impl Pace {
    /// An adaptive number of steps, or always `fixed`.
    pub fn new(fixed: Option<usize>) -> Self {
        Self { fixed, steps: 1 }
    }

    /// The number of steps of the next call, if `left` steps are left.
    pub fn next(&self, left: usize) -> usize {
        self.fixed.unwrap_or(self.steps).clamp(1, left.max(1))
    }

    /// Records the duration of a call.
    pub fn record(&mut self, steps: usize, seconds: f64) {
        let per_step = (seconds / steps as f64).max(1e-9);
        let target = (SECONDS_PER_CALL / per_step) as usize;
        // A first call may be slow for other reasons, so the number grows gradually.
        self.steps = target.clamp(1, self.steps.max(steps) * 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_steps_run_alone_and_fast_ones_together() {
        let mut pace = Pace::new(None);
        assert_eq!(pace.next(100), 1);
        pace.record(1, 2.0);
        assert_eq!(pace.next(100), 1);
        pace.record(1, 0.001);
        assert_eq!(pace.next(100), 8);
        pace.record(8, 0.008);
        assert_eq!((pace.next(100), pace.next(10), pace.next(0)), (64, 10, 1));
        assert_eq!(Pace::new(Some(5)).next(3), 3);
    }
}
