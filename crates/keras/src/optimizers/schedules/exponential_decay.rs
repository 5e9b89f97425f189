use super::learning_rate_schedule::{LearningRateSchedule, check_steps, stairs};

crate::object! {
    /// `initial_learning_rate * decay_rate ^ (step / decay_steps)`.
    ///
    /// ```
    /// use keras::optimizers::schedules::{ExponentialDecay, LearningRateSchedule};
    /// let halving = ExponentialDecay::new(0.1, 100, 0.5).staircase(true);
    /// assert_eq!([0, 99, 100, 250].map(|step| halving.at(step)), [0.1, 0.1, 0.05, 0.025]);
    /// ```
    ExponentialDecay(
        /// The rate at step 0.
        initial_learning_rate: [f64],
        /// The number of steps after which `decay_rate` has been applied once.
        decay_steps: [u64],
        /// The factor of the rate.
        decay_rate: [f64],
    ): dyn LearningRateSchedule {
        /// If true, the rate changes every `decay_steps` steps instead of at each step. Default: false.
        staircase: [bool] = false;
        /// The name. Default: that of the class.
        name: [String] = "ExponentialDecay".into();
    }
    check |schedule| { check_steps("ExponentialDecay", "decay_steps", schedule.decay_steps) }
}

impl LearningRateSchedule for ExponentialDecay {
    fn at(&self, step: u64) -> f64 {
        self.initial_learning_rate * self.decay_rate.powf(stairs(step, self.decay_steps, self.staircase))
    }
}
