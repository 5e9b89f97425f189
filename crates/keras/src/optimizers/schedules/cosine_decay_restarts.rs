use super::learning_rate_schedule::{LearningRateSchedule, check_steps, fraction};

crate::object! {
    /// Half a cosine, again and again, each time over `t_mul` times as many steps and from `m_mul` times the
    /// rate (Loshchilov and Hutter, 2016).
    ///
    /// ```
    /// use keras::optimizers::schedules::{CosineDecayRestarts, LearningRateSchedule};
    /// let schedule = CosineDecayRestarts::new(0.1, 100).m_mul(0.5);
    /// assert_eq!([0, 50, 100, 300].map(|step| schedule.at(step)), [0.1, 0.05, 0.05, 0.025]);
    /// ```
    CosineDecayRestarts(
        /// The rate at step 0.
        initial_learning_rate: [f64],
        /// The number of steps of the first decay.
        first_decay_steps: [u64],
    ): dyn LearningRateSchedule {
        /// The factor of the number of steps, from a restart to the next. Default: 2. If it is below 1, the
        /// restarts have an end, after which the rate is that of `alpha`.
        t_mul: [f64] = 2.0;
        /// The factor of the rate at a restart. Default: 1.
        m_mul: [f64] = 1.0;
        /// The fraction of the initial rate at the end of a decay. Default: 0.
        alpha: [f64] = 0.0;
        /// The name. Default: `SGDRDecay`.
        name: [String] = "SGDRDecay".into();
    }
    check |schedule| { check_steps("CosineDecayRestarts", "first_decay_steps", schedule.first_decay_steps) }
}

impl CosineDecayRestarts {
    /// The number of restarts before this step, and the part of the decay after the last one that is done.
    fn position(&self, step: u64) -> Option<(f64, f64)> {
        let done = fraction(step, self.first_decay_steps);
        if self.t_mul == 1.0 {
            return Some((done.floor(), done.fract()));
        }
        // The decays are a geometric series: n of them have (1 - t_mul^n) / (1 - t_mul) times the steps of
        // the first.
        let rest = 1.0 - done * (1.0 - self.t_mul);
        if rest <= 0.0 {
            return None;
        }
        let ratio = rest.ln() / self.t_mul.ln();
        // At a restart the ratio is whole, and a rounding error must not put it before the restart.
        let nearest = ratio.round();
        let restarts = if (ratio - nearest).abs() < 1e-12 * nearest { nearest } else { ratio.floor() };
        let length = self.t_mul.powf(restarts);
        Some((restarts, (done - (1.0 - length) / (1.0 - self.t_mul)) / length))
    }
}

impl LearningRateSchedule for CosineDecayRestarts {
    fn at(&self, step: u64) -> f64 {
        let cosine = self.position(step).map_or(0.0, |(restarts, done)| {
            0.5 * self.m_mul.powf(restarts) * (1.0 + (std::f64::consts::PI * done).cos())
        });
        self.initial_learning_rate * ((1.0 - self.alpha) * cosine + self.alpha)
    }
}
