use super::learning_rate_schedule::{LearningRateSchedule, check_steps, fraction};

crate::object! {
    /// Half a cosine from the first rate down to `alpha` times it, after an optional linear warmup
    /// (Loshchilov and Hutter, 2016).
    ///
    /// ```
    /// use keras::optimizers::schedules::{CosineDecay, LearningRateSchedule};
    /// let schedule = CosineDecay::new(0.0, 1000).warmup_target(0.1).warmup_steps(100);
    /// assert_eq!([0, 50, 100, 600, 1100].map(|step| schedule.at(step)), [0.0, 0.05, 0.1, 0.05, 0.0]);
    /// ```
    CosineDecay(
        /// The rate at step 0.
        initial_learning_rate: [f64],
        /// The number of steps of the decay, without those of the warmup.
        decay_steps: [u64],
    ): dyn LearningRateSchedule {
        /// The fraction of the rate at the end. Default: 0.
        alpha: [f64] = 0.0;
        /// The name. Default: that of the class.
        name: [String] = "CosineDecay".into();
        /// The rate at the end of the warmup, from which it decays. Default: no warmup.
        warmup_target: [Option<f64>] = None;
        /// The number of steps of the warmup. Default: 0.
        warmup_steps: [u64] = 0;
    }
    check |schedule| { check_steps("CosineDecay", "decay_steps", schedule.decay_steps) }
}

impl LearningRateSchedule for CosineDecay {
    fn at(&self, step: u64) -> f64 {
        let (start, from) = match self.warmup_target {
            Some(target) if step < self.warmup_steps => {
                let initial = self.initial_learning_rate;
                return (target - initial) * fraction(step, self.warmup_steps) + initial;
            }
            Some(target) => (self.warmup_steps, target),
            None => (0, self.initial_learning_rate),
        };
        let done = fraction((step - start).min(self.decay_steps), self.decay_steps);
        let cosine = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        from * ((1.0 - self.alpha) * cosine + self.alpha)
    }
}
