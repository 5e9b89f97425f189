//! Learning rates and their schedules, which the host computes and passes to the program.

use serde_json::json;

/// A learning rate: one number, or a schedule.
#[derive(Clone, Debug, PartialEq)]
pub enum LearningRate {
    /// A constant, which callbacks can change.
    Constant(f64),
    /// A schedule.
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
        /// The number of steps after which `decay_rate` has been applied once.
        decay_steps: u64,
        /// The factor of the rate.
        decay_rate: f64,
        /// If true, the rate changes every `decay_steps` steps instead of at each step.
        staircase: bool,
    },
    /// `values[i]` up to and including step `boundaries[i]`, then the last value.
    PiecewiseConstantDecay {
        /// Steps, in increasing order.
        boundaries: Vec<u64>,
        /// The values, one more than boundaries.
        values: Vec<f64>,
    },
    /// From `initial_learning_rate` down to `end_learning_rate` along `(1 - step / decay_steps) ^ power`.
    PolynomialDecay {
        /// The rate at step 0.
        initial_learning_rate: f64,
        /// The number of steps until the end.
        decay_steps: u64,
        /// The rate at the end. Keras's default: 0.0001.
        end_learning_rate: f64,
        /// The exponent. Keras's default: 1, linear.
        power: f64,
    },
    /// `initial_learning_rate / (1 + decay_rate * step / decay_steps)`.
    InverseTimeDecay {
        /// The rate at step 0.
        initial_learning_rate: f64,
        /// The number of steps that count as one.
        decay_steps: u64,
        /// The growth of the divisor.
        decay_rate: f64,
        /// If true, the divisor grows every `decay_steps` steps instead of at each step.
        staircase: bool,
    },
    /// Half a cosine from the first rate down to `alpha` times it, after an optional linear warmup
    /// (Loshchilov and Hutter, 2016).
    CosineDecay {
        /// The rate at step 0.
        initial_learning_rate: f64,
        /// The number of steps of the decay.
        decay_steps: u64,
        /// The fraction of the rate at the end. Keras's default: 0.
        alpha: f64,
        /// The warmup. Keras's default: none.
        warmup: Option<Warmup>,
    },
}

/// A linear rise of the learning rate before it decays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warmup {
    /// The rate at the end of the warmup, from which it decays.
    pub target: f64,
    /// The number of steps of the warmup.
    pub steps: u64,
}

impl Schedule {
    /// The learning rate of a step, counted from 0.
    pub fn at(&self, step: u64) -> f64 {
        // A schedule over 0 steps is at its end from the start.
        let fraction = |step: u64, steps: u64| step as f64 / steps.max(1) as f64;
        let stairs = |x: f64, staircase: bool| if staircase { x.floor() } else { x };
        match *self {
            Self::ExponentialDecay { initial_learning_rate, decay_steps, decay_rate, staircase } => {
                initial_learning_rate * decay_rate.powf(stairs(fraction(step, decay_steps), staircase))
            }
            Self::PiecewiseConstantDecay { ref boundaries, ref values } => {
                let passed = boundaries.iter().filter(|boundary| step > **boundary).count();
                values.get(passed).or(values.last()).copied().unwrap_or(0.0)
            }
            Self::PolynomialDecay { initial_learning_rate, decay_steps, end_learning_rate, power } => {
                let left = 1.0 - fraction(step.min(decay_steps), decay_steps);
                (initial_learning_rate - end_learning_rate) * left.powf(power) + end_learning_rate
            }
            Self::InverseTimeDecay { initial_learning_rate, decay_steps, decay_rate, staircase } => {
                initial_learning_rate / (1.0 + decay_rate * stairs(fraction(step, decay_steps), staircase))
            }
            Self::CosineDecay { initial_learning_rate, decay_steps, alpha, warmup } => {
                let (start, from) = match warmup {
                    Some(Warmup { target, steps }) if step < steps => {
                        return (target - initial_learning_rate) * fraction(step, steps) + initial_learning_rate;
                    }
                    Some(Warmup { target, steps }) => (steps, target),
                    None => (0, initial_learning_rate),
                };
                let done = fraction((step - start).min(decay_steps), decay_steps);
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
                // Keras's default name differs from the class name.
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
