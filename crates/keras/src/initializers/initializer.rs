//! Initializers: the distributions of initial weights.

use serde_json::json;

use crate::error::Result;
use crate::naming::{camel_case, display_and_parse_by_name, unknown};
use crate::utils::Rng;

/// The distribution of a variable's initial values, with Keras's name and formula.
///
/// ```
/// use keras::{initializers::Initializer, utils::Rng};
/// let kernel = Initializer::GlorotUniform.values(&[3, 3, 32, 64], &mut Rng::seeded(1));
/// let limit = (6.0_f32 / (9.0 * (32.0 + 64.0))).sqrt();
/// assert!(kernel.iter().all(|w| w.abs() <= limit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initializer {
    /// Zeros.
    Zeros,
    /// Ones.
    Ones,
    /// A constant.
    Constant(f64),
    /// A normal distribution. Keras's defaults: mean 0, standard deviation 0.05.
    RandomNormal {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        stddev: f64,
    },
    /// A normal distribution truncated at two standard deviations. Keras's defaults: mean 0, standard
    /// deviation 0.05.
    TruncatedNormal {
        /// The mean.
        mean: f64,
        /// The standard deviation before truncation.
        stddev: f64,
    },
    /// A uniform distribution. Keras's defaults: -0.05 to 0.05.
    RandomUniform {
        /// The inclusive lower bound.
        minval: f64,
        /// The exclusive upper bound.
        maxval: f64,
    },
    /// A distribution with the variance `scale` divided by a fan.
    VarianceScaling {
        /// The numerator; positive.
        scale: f64,
        /// The fan in the denominator.
        mode: FanMode,
        /// The shape of the distribution.
        distribution: Distribution,
    },
    /// Uniform, variance 1 / mean fan (Glorot and Bengio, 2010). The default of layers.
    GlorotUniform,
    /// Truncated normal, variance 1 / mean fan.
    GlorotNormal,
    /// Uniform, variance 2 / fan in (He et al., 2015).
    HeUniform,
    /// Truncated normal, variance 2 / fan in.
    HeNormal,
    /// Uniform, variance 1 / fan in (LeCun et al., 1998).
    LecunUniform,
    /// Truncated normal, variance 1 / fan in.
    LecunNormal,
}

/// The number of connections by which a variance is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanMode {
    /// The connections into an output.
    FanIn,
    /// The connections out of an input.
    FanOut,
    /// The mean of fan in and fan out.
    FanAvg,
}

/// The shape of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Normal, truncated at two standard deviations and scaled so that the variance is as given.
    TruncatedNormal,
    /// Normal.
    UntruncatedNormal,
    /// Uniform.
    Uniform,
}

impl FanMode {
    fn name(self) -> &'static str {
        match self {
            Self::FanIn => "fan_in",
            Self::FanOut => "fan_out",
            Self::FanAvg => "fan_avg",
        }
    }
}

impl Distribution {
    fn name(self) -> &'static str {
        match self {
            Self::TruncatedNormal => "truncated_normal",
            Self::UntruncatedNormal => "untruncated_normal",
            Self::Uniform => "uniform",
        }
    }
}

/// The standard deviation of the standard normal distribution truncated at two standard deviations.
const TRUNCATED_STDDEV: f64 = 0.879_625_661_034_239_8;

/// All initializers, with Keras's defaults.
const DEFAULTS: [Initializer; 13] = [
    Initializer::Zeros,
    Initializer::Ones,
    Initializer::Constant(0.0),
    Initializer::RandomNormal { mean: 0.0, stddev: 0.05 },
    Initializer::TruncatedNormal { mean: 0.0, stddev: 0.05 },
    Initializer::RandomUniform { minval: -0.05, maxval: 0.05 },
    Initializer::VarianceScaling { scale: 1.0, mode: FanMode::FanIn, distribution: Distribution::TruncatedNormal },
    Initializer::GlorotUniform,
    Initializer::GlorotNormal,
    Initializer::HeUniform,
    Initializer::HeNormal,
    Initializer::LecunUniform,
    Initializer::LecunNormal,
];

impl Initializer {
    /// Draws the values of a variable of this shape, row-major.
    pub fn values(&self, shape: &[usize], rng: &mut Rng) -> Vec<f32> {
        let count = shape.iter().product();
        let mut fill = |draw: &dyn Fn(&mut Rng) -> f64| (0..count).map(|_| draw(rng) as f32).collect();
        match *self {
            Self::Zeros => vec![0.0; count],
            Self::Ones => vec![1.0; count],
            Self::Constant(value) => vec![value as f32; count],
            Self::RandomNormal { mean, stddev } => fill(&|r| mean + stddev * r.normal()),
            Self::TruncatedNormal { mean, stddev } => fill(&|r| mean + stddev * r.truncated_normal()),
            Self::RandomUniform { minval, maxval } => fill(&|r| minval + (maxval - minval) * r.uniform()),
            _ => {
                let (scale, mode, distribution) = self.scaling();
                let (fan_in, fan_out) = fans(shape);
                let fan = match mode {
                    FanMode::FanIn => fan_in as f64,
                    FanMode::FanOut => fan_out as f64,
                    FanMode::FanAvg => (fan_in + fan_out) as f64 / 2.0,
                };
                let variance = scale / fan.max(1.0);
                let drawn_as = match distribution {
                    Distribution::TruncatedNormal => {
                        Self::TruncatedNormal { mean: 0.0, stddev: variance.sqrt() / TRUNCATED_STDDEV }
                    }
                    Distribution::UntruncatedNormal => Self::RandomNormal { mean: 0.0, stddev: variance.sqrt() },
                    Distribution::Uniform => {
                        let limit = (3.0 * variance).sqrt();
                        Self::RandomUniform { minval: -limit, maxval: limit }
                    }
                };
                drawn_as.values(shape, rng)
            }
        }
    }

    /// Scale, fan and distribution of the variance-scaling initializers; Keras's default for the others.
    fn scaling(&self) -> (f64, FanMode, Distribution) {
        use Distribution::{TruncatedNormal, Uniform};
        use FanMode::{FanAvg, FanIn};
        match *self {
            Self::VarianceScaling { scale, mode, distribution } => (scale, mode, distribution),
            Self::GlorotUniform => (1.0, FanAvg, Uniform),
            Self::GlorotNormal => (1.0, FanAvg, TruncatedNormal),
            Self::HeUniform => (2.0, FanIn, Uniform),
            Self::HeNormal => (2.0, FanIn, TruncatedNormal),
            Self::LecunUniform => (1.0, FanIn, Uniform),
            _ => (1.0, FanIn, TruncatedNormal),
        }
    }

    /// The initializer with Keras's name (`he_normal`) or class name (`HeNormal`), with Keras's defaults.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists
    /// the names.
    pub fn from_name(name: &str) -> Result<Self> {
        let found = DEFAULTS.iter().find(|known| known.name() == name || known.class_name() == name);
        found.copied().ok_or_else(|| unknown("initializer", name, DEFAULTS.iter().map(Self::name)))
    }

    /// Keras's name, such as `glorot_uniform`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Zeros => "zeros",
            Self::Ones => "ones",
            Self::Constant(_) => "constant",
            Self::RandomNormal { .. } => "random_normal",
            Self::TruncatedNormal { .. } => "truncated_normal",
            Self::RandomUniform { .. } => "random_uniform",
            Self::VarianceScaling { .. } => "variance_scaling",
            Self::GlorotUniform => "glorot_uniform",
            Self::GlorotNormal => "glorot_normal",
            Self::HeUniform => "he_uniform",
            Self::HeNormal => "he_normal",
            Self::LecunUniform => "lecun_uniform",
            Self::LecunNormal => "lecun_normal",
        }
    }

    /// The name of Keras's class, such as `GlorotUniform`.
    pub fn class_name(&self) -> String {
        camel_case(self.name())
    }

    /// Keras's `get_config()`.
    pub fn config(&self) -> serde_json::Value {
        match *self {
            Self::Zeros | Self::Ones => json!({}),
            Self::Constant(value) => json!({ "value": value }),
            Self::RandomNormal { mean, stddev } | Self::TruncatedNormal { mean, stddev } => {
                json!({ "seed": null, "mean": mean, "stddev": stddev })
            }
            Self::RandomUniform { minval, maxval } => json!({ "seed": null, "minval": minval, "maxval": maxval }),
            Self::VarianceScaling { scale, mode, distribution } => {
                json!({ "seed": null, "scale": scale, "mode": mode.name(), "distribution": distribution.name() })
            }
            _ => json!({ "seed": null }),
        }
    }
}

display_and_parse_by_name!(Initializer);

/// Returns fan in and fan out of a variable of this shape: the number of connections into an output and out
/// of an input. A kernel is `[.., inputs, outputs]`; the leading dimensions (a convolution's receptive field)
/// count in both.
///
/// ```
/// assert_eq!(keras::initializers::fans(&[3, 3, 32, 64]), (288, 576));
/// ```
pub fn fans(shape: &[usize]) -> (usize, usize) {
    match *shape {
        [] => (1, 1),
        [n] => (n, n),
        [ref field @ .., inputs, outputs] => {
            let field: usize = field.iter().product();
            (inputs * field, outputs * field)
        }
    }
}
