//! Initializers: the weights a layer starts from.

use std::fmt;
use std::str::FromStr;

use serde_json::json;

pub use crate::utils::Rng;
use crate::utils::camel_case;
use crate::{Error, Result};

/// How a variable's first values are drawn, by Keras's names and formulas.
///
/// ```
/// use keras::initializers::{Initializer, Rng};
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
    /// One value everywhere.
    Constant(f64),
    /// A normal distribution. Keras's defaults are 0 and 0.05.
    RandomNormal {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        stddev: f64,
    },
    /// A normal distribution whose values beyond two standard deviations are drawn again. Keras's defaults are 0, 0.05.
    TruncatedNormal {
        /// The mean.
        mean: f64,
        /// The standard deviation before cutting.
        stddev: f64,
    },
    /// A uniform distribution. Keras's defaults are -0.05 and 0.05.
    RandomUniform {
        /// The least value.
        minval: f64,
        /// The bound above, not drawn itself.
        maxval: f64,
    },
    /// A distribution whose variance is `scale` divided by a fan.
    VarianceScaling {
        /// What is divided; positive.
        scale: f64,
        /// By which fan.
        mode: FanMode,
        /// Of which shape.
        distribution: Distribution,
    },
    /// Uniform, variance 1 / mean fan (Glorot and Bengio, 2010). What layers take by default.
    GlorotUniform,
    /// Truncated normal, variance 1 / mean fan.
    GlorotNormal,
    /// Uniform, variance 2 / fan in (He and others, 2015).
    HeUniform,
    /// Truncated normal, variance 2 / fan in.
    HeNormal,
    /// Uniform, variance 1 / fan in (LeCun and others, 1998).
    LecunUniform,
    /// Truncated normal, variance 1 / fan in.
    LecunNormal,
}

/// Which number of connections a variance is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanMode {
    /// Those into an output.
    FanIn,
    /// Those out of an input.
    FanOut,
    /// The mean of both.
    FanAvg,
}

/// The shape of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Normal, cut at two standard deviations, and widened so that the variance is the one asked for.
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

/// The standard deviation that is left of a normal distribution of deviation 1 when it is cut at two.
const TRUNCATED_STDDEV: f64 = 0.879_625_661_034_239_8;

/// Every initializer, with Keras's defaults.
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
    /// The values of a variable of that shape, row-major.
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

    /// Scale, fan and distribution of the family of variance scaling; Keras's default for the others.
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

    /// The initializer of Keras's name (`he_normal`) or class name (`HeNormal`), with Keras's defaults.
    ///
    /// # Errors
    /// Where there is none of that name; the message lists the names.
    pub fn from_name(name: &str) -> Result<Self> {
        let found = DEFAULTS.iter().find(|known| known.name() == name || known.class_name() == name);
        found.copied().ok_or_else(|| {
            let names = DEFAULTS.map(|known| known.name()).join(", ");
            Error::argument(format!("there is no initializer {name:?}; there are {names}"))
        })
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

impl fmt::Display for Initializer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Initializer {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::from_name(name)
    }
}

/// How many connections lead into an output and out of an input of a variable of that shape. A kernel is
/// `[.., inputs, outputs]`; what comes before (a convolution's receptive field) counts in both.
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
