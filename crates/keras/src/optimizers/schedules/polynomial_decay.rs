use super::learning_rate_schedule::{LearningRateSchedule, check_steps, fraction};

crate::object! {
    /// From `initial_learning_rate` down to `end_learning_rate` along `(1 - step / decay_steps) ^ power`.
    PolynomialDecay(
        /// The rate at step 0.
        initial_learning_rate: [f64],
        /// The number of steps until the end.
        decay_steps: [u64],
    ): dyn LearningRateSchedule {
        /// The rate at the end. Default: 0.0001.
        end_learning_rate: [f64] = 0.0001;
        /// The exponent. Default: 1, linear.
        power: [f64] = 1.0;
        /// If true, each end after the first moves the end to the next multiple of `decay_steps`, so that the
        /// rate rises and decays again; if false, the rate remains at the end. Default: false.
        cycle: [bool] = false;
        /// The name. Default: that of the class.
        name: [String] = "PolynomialDecay".into();
    }
    check |schedule| { check_steps("PolynomialDecay", "decay_steps", schedule.decay_steps) }
}

impl LearningRateSchedule for PolynomialDecay {
    fn at(&self, step: u64) -> f64 {
        let steps = self.decay_steps.max(1);
        let left = 1.0
            - if self.cycle {
                fraction(step, steps.saturating_mul(step.div_ceil(steps).max(1)))
            } else {
                fraction(step.min(steps), steps)
            };
        (self.initial_learning_rate - self.end_learning_rate) * left.powf(self.power) + self.end_learning_rate
    }
}
