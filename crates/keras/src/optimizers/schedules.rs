//! Learning rates that change from step to step. They are computed on the host and given to the program.

use serde_json::json;

/// A learning rate: one number, or a schedule.
#[derive(Clone, Debug, PartialEq)]
pub enum LearningRate {
    /// The same for all steps, until a callback sets another.
    Constant(f64),
    /// One for each step.
    Schedule(Schedule),
}

impl LearningRate {
    /// The learning rate of a step, counted from 0.
    pub fn at(&self, step: u64) -> f32 {
        match self {
            Self::Constant(rate) => *rate as f32,
            Self::Schedule(schedule) => schedule.at(step) as f32,
        }
    }

    pub(super) fn config(&self) -> serde_json::Value {
        match self {
            Self::Constant(rate) => json!(*rate as f32),
            Self::Schedule(schedule) => {
                json!({ "module": "keras.optimizers.schedules", "class_name": schedule.class_name(),
                        "config": schedule.config(), "registered_name": null })
            }
        }
    }
}

impl From<f64> for LearningRate {
    fn from(rate: f64) -> Self {
        Self::Constant(rate)
    }
}

impl From<f32> for LearningRate {
    fn from(rate: f32) -> Self {
        Self::Constant(f64::from(rate))
    }
}

impl From<Schedule> for LearningRate {
    fn from(schedule: Schedule) -> Self {
        Self::Schedule(schedule)
    }
}

/// A learning rate as a function of the step, by Keras's names and formulas; steps count from 0.
///
/// ```
/// use keras::optimizers::Schedule;
/// let halving = Schedule::ExponentialDecay {
///     initial_learning_rate: 0.1,
///     decay_steps: 100,
///     decay_rate: 0.5,
///     staircase: true,
/// };
/// assert_eq!([0, 99, 100, 250].map(|step| halving.at(step)), [0.1, 0.1, 0.05, 0.025]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Schedule {
    /// `initial_learning_rate * decay_rate ^ (step / decay_steps)`.
    ExponentialDecay {
        /// The rate at step 0.
        initial_learning_rate: f64,
        /// After how many steps `decay_rate` has been applied once.
        decay_steps: u64,
        /// By what the rate is multiplied.
        decay_rate: f64,
        /// Whether that happens at once after `decay_steps`, instead of little by little.
        staircase: bool,
    },
    /// `values[i]` up to and including step `boundaries[i]`, then the last value.
    PiecewiseConstantDecay {
        /// Steps, increasing.
        boundaries: Vec<u64>,
        /// One value more than there are boundaries.
        values: Vec<f64>,
    },
    /// From `initial_learning_rate` down to `end_learning_rate` along `(1 - step / decay_steps) ^ power`.
    PolynomialDecay {
        /// The rate at step 0.
        initial_learning_rate: f64,
        /// After how many steps the end is reached.
        decay_steps: u64,
        /// The rate from then on. Keras's default is 0.0001.
        end_learning_rate: f64,
        /// 1 is a straight line, Keras's default.
        power: f64,
    },
    /// `initial_learning_rate / (1 + decay_rate * step / decay_steps)`.
    InverseTimeDecay {
        /// The rate at step 0.
        initial_learning_rate: f64,
        /// How many steps count as one.
        decay_steps: u64,
        /// How fast the divisor grows.
        decay_rate: f64,
        /// Whether it grows at once after `decay_steps`, instead of little by little.
        staircase: bool,
    },
    /// Half a cosine from the first rate down to `alpha` of it, after a straight rise where a warm-up is asked for
    /// (Loshchilov and Hutter, 2016).
    CosineDecay {
        /// The rate at step 0.
        initial_learning_rate: f64,
        /// How many steps the decay takes.
        decay_steps: u64,
        /// Which part of the rate is left at the end. Keras's default is 0.
        alpha: f64,
        /// How the rate rises first; none by default.
        warmup: Option<Warmup>,
    },
}

/// A rise of the learning rate before it decays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warmup {
    /// The rate it rises to, from which it then decays.
    pub target: f64,
    /// How many steps the rise takes.
    pub steps: u64,
}

impl Schedule {
    /// The learning rate of a step, counted from 0.
    pub fn at(&self, step: u64) -> f64 {
        // A schedule over no steps has been run through from the start.
        let part = |step: u64, steps: u64| step as f64 / steps.max(1) as f64;
        let stairs = |part: f64, staircase: bool| if staircase { part.floor() } else { part };
        match *self {
            Self::ExponentialDecay { initial_learning_rate, decay_steps, decay_rate, staircase } => {
                initial_learning_rate * decay_rate.powf(stairs(part(step, decay_steps), staircase))
            }
            Self::PiecewiseConstantDecay { ref boundaries, ref values } => {
                let passed = boundaries.iter().filter(|boundary| step > **boundary).count();
                values.get(passed).or(values.last()).copied().unwrap_or(0.0)
            }
            Self::PolynomialDecay { initial_learning_rate, decay_steps, end_learning_rate, power } => {
                let left = 1.0 - part(step.min(decay_steps), decay_steps);
                (initial_learning_rate - end_learning_rate) * left.powf(power) + end_learning_rate
            }
            Self::InverseTimeDecay { initial_learning_rate, decay_steps, decay_rate, staircase } => {
                initial_learning_rate / (1.0 + decay_rate * stairs(part(step, decay_steps), staircase))
            }
            Self::CosineDecay { initial_learning_rate, decay_steps, alpha, warmup } => {
                let (start, from) = match warmup {
                    Some(Warmup { target, steps }) if step < steps => {
                        return (target - initial_learning_rate) * part(step, steps) + initial_learning_rate;
                    }
                    Some(Warmup { target, steps }) => (steps, target),
                    None => (0, initial_learning_rate),
                };
                let done = part((step - start).min(decay_steps), decay_steps);
                let cosine = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
                from * ((1.0 - alpha) * cosine + alpha)
            }
        }
    }

    fn class_name(&self) -> &'static str {
        match self {
            Self::ExponentialDecay { .. } => "ExponentialDecay",
            Self::PiecewiseConstantDecay { .. } => "PiecewiseConstantDecay",
            Self::PolynomialDecay { .. } => "PolynomialDecay",
            Self::InverseTimeDecay { .. } => "InverseTimeDecay",
            Self::CosineDecay { .. } => "CosineDecay",
        }
    }

    fn config(&self) -> serde_json::Value {
        let name = self.class_name();
        match self {
            Self::ExponentialDecay { initial_learning_rate, decay_steps, decay_rate, staircase }
            | Self::InverseTimeDecay { initial_learning_rate, decay_steps, decay_rate, staircase } => {
                json!({ "initial_learning_rate": initial_learning_rate, "decay_steps": decay_steps,
                        "decay_rate": decay_rate, "staircase": staircase, "name": name })
            }
            Self::PiecewiseConstantDecay { boundaries, values } => {
                // Keras's default name is shorter than the class's here.
                json!({ "boundaries": boundaries, "values": values, "name": "PiecewiseConstant" })
            }
            Self::PolynomialDecay { initial_learning_rate, decay_steps, end_learning_rate, power } => {
                json!({ "initial_learning_rate": initial_learning_rate, "decay_steps": decay_steps,
                        "end_learning_rate": end_learning_rate, "power": power, "cycle": false, "name": name })
            }
            Self::CosineDecay { initial_learning_rate, decay_steps, alpha, warmup } => {
                json!({ "initial_learning_rate": initial_learning_rate, "decay_steps": decay_steps, "alpha": alpha,
                        "warmup_target": warmup.map(|w| w.target), "warmup_steps": warmup.map_or(0, |w| w.steps),
                        "name": name })
            }
        }
    }
}
