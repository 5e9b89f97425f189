use super::learning_rate_schedule::{LearningRateSchedule, check_steps, stairs};

crate::object! {
    /// `initial_learning_rate / (1 + decay_rate * step / decay_steps)`.
    InverseTimeDecay(
        /// The rate at step 0.
        initial_learning_rate: [f64],
        /// The number of steps that count as one.
        decay_steps: [u64],
        /// The growth of the divisor.
        decay_rate: [f64],
    ): dyn LearningRateSchedule {
        /// If true, the divisor grows every `decay_steps` steps instead of at each step. Default: false.
        staircase: [bool] = false;
        /// The name. Default: that of the class.
        name: [String] = "InverseTimeDecay".into();
    }
    check |schedule| { check_steps("InverseTimeDecay", "decay_steps", schedule.decay_steps) }
}

impl LearningRateSchedule for InverseTimeDecay {
    fn at(&self, step: u64) -> f64 {
        self.initial_learning_rate / (1.0 + self.decay_rate * stairs(step, self.decay_steps, self.staircase))
    }
}
