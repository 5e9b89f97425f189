use super::learning_rate_schedule::LearningRateSchedule;
use crate::error::Error;

crate::object! {
    /// `values[i]` up to and including step `boundaries[i]`, then the last value.
    ///
    /// ```
    /// use keras::optimizers::schedules::{LearningRateSchedule, PiecewiseConstantDecay};
    /// let schedule = PiecewiseConstantDecay::new([10, 20], [0.1, 0.01, 0.001]);
    /// assert_eq!([10, 11, 21].map(|step| schedule.at(step)), [0.1, 0.01, 0.001]);
    /// ```
    PiecewiseConstantDecay(
        /// Steps, in increasing order.
        boundaries: [Vec<u64>],
        /// The values, one more than boundaries.
        values: [Vec<f64>],
    ): dyn LearningRateSchedule {
        /// The name. Default: `PiecewiseConstant`.
        name: [String] = "PiecewiseConstant".into();
    }
    check |schedule| {
        let (boundaries, values) = (schedule.boundaries.len(), schedule.values.len());
        if values != boundaries + 1 {
            return Err(Error::argument(format!(
                "PiecewiseConstantDecay: {boundaries} boundaries with {values} values, expected one value more"
            )));
        }
        Ok(())
    }
}

impl LearningRateSchedule for PiecewiseConstantDecay {
    fn at(&self, step: u64) -> f64 {
        let passed = self.boundaries.iter().filter(|boundary| step > **boundary).count();
        self.values.get(passed).or(self.values.last()).copied().unwrap_or(0.0)
    }
}
