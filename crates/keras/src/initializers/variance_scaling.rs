//! The initializers whose variance depends on the number of connections.

use super::fans::fans;
use super::initializer::{Initializer, fill};
use crate::error::{Error, Result};
use crate::utils::Rng;

crate::choices! {
    /// The number of connections by which a variance is divided.
    FanMode {
        /// The connections into an output.
        FanIn = "fan_in",
        /// The connections out of an input.
        FanOut = "fan_out",
        /// The mean of fan in and fan out.
        FanAvg = "fan_avg",
    }
}

crate::choices! {
    /// The shape of a distribution.
    Distribution {
        /// Normal, truncated at two standard deviations and scaled so that the variance is as given.
        TruncatedNormal = "truncated_normal",
        /// Normal.
        UntruncatedNormal = "untruncated_normal",
        /// Uniform.
        Uniform = "uniform",
    }
}

/// The standard deviation of the standard normal distribution truncated at two standard deviations.
const TRUNCATED_STDDEV: f64 = 0.879_625_661_034_239_8;

crate::object! {
    /// A distribution with the variance `scale` divided by a fan.
    VarianceScaling(): dyn Initializer {
        /// The numerator; positive. Default: 1.
        scale: [f64] = 1.0;
        /// The fan in the denominator. Default: fan in.
        mode: [FanMode] = FanMode::FanIn;
        /// The shape of the distribution. Default: truncated normal.
        distribution: [Distribution] = Distribution::TruncatedNormal;
        /// The seed of values that are the same each time. Default: none, values of the model's seed.
        seed: [Option<u64>] = None;
        /// The axes whose sizes are the fan in; with `output_axes` only. Default: the last but one and the
        /// receptive field.
        input_axes: [Option<Vec<i64>>] = None;
        /// The axes whose sizes are the fan out; with `input_axes` only. Default: the last and the receptive
        /// field.
        output_axes: [Option<Vec<i64>>] = None;
    }
    check |initializer| {
        if initializer.scale > 0.0 {
            return Ok(());
        }
        Err(Error::argument(format!("VarianceScaling: scale is {}, not positive", initializer.scale)))
    }
}

impl Initializer for VarianceScaling {
    fn values(&self, shape: &[usize], rng: &mut Rng) -> Result<Vec<f32>> {
        let (fan_in, fan_out) = match (&self.input_axes, &self.output_axes) {
            (Some(inputs), Some(outputs)) => (product(shape, inputs)?, product(shape, outputs)?),
            _ => fans(shape),
        };
        let fan = match self.mode {
            FanMode::FanIn => fan_in as f64,
            FanMode::FanOut => fan_out as f64,
            FanMode::FanAvg => (fan_in + fan_out) as f64 / 2.0,
        };
        let variance = self.scale / fan.max(1.0);
        Ok(match self.distribution {
            Distribution::TruncatedNormal => {
                let stddev = variance.sqrt() / TRUNCATED_STDDEV;
                fill(shape, self.seed, rng, |r| 0.0 + stddev * r.truncated_normal())
            }
            Distribution::UntruncatedNormal => {
                let stddev = variance.sqrt();
                fill(shape, self.seed, rng, |r| 0.0 + stddev * r.normal())
            }
            Distribution::Uniform => {
                let limit = (3.0 * variance).sqrt();
                fill(shape, self.seed, rng, |r| -limit + (limit + limit) * r.uniform())
            }
        })
    }
}

/// The product of the sizes of these axes.
fn product(shape: &[usize], axes: &[i64]) -> Result<usize> {
    let size = |axis: &i64| {
        let from_start = if *axis < 0 { axis + shape.len() as i64 } else { *axis };
        usize::try_from(from_start).ok().and_then(|d| shape.get(d).copied())
    };
    let sizes: Option<Vec<usize>> = axes.iter().map(size).collect();
    sizes.map(|sizes| sizes.iter().product()).ok_or_else(|| {
        Error::shape(format!("the axes {axes:?} of an initializer are not all axes of a variable of shape {shape:?}"))
    })
}

macro_rules! special_cases {
    ($($(#[$doc:meta])* $initializer:ident = $scale:literal, $mode:ident, $distribution:ident;)*) => { $(
        crate::object! {
            $(#[$doc])*
            $initializer(): dyn Initializer {
                /// The seed of values that are the same each time. Default: none, values of the model's seed.
                seed: [Option<u64>] = None;
                /// The axes whose sizes are the fan in; with `output_axes` only. Default: none.
                input_axes: [Option<Vec<i64>>] = None;
                /// The axes whose sizes are the fan out; with `input_axes` only. Default: none.
                output_axes: [Option<Vec<i64>>] = None;
            }
        }

        impl Initializer for $initializer {
            fn values(&self, shape: &[usize], rng: &mut Rng) -> Result<Vec<f32>> {
                let scaling = VarianceScaling {
                    scale: $scale,
                    mode: FanMode::$mode,
                    distribution: Distribution::$distribution,
                    seed: self.seed,
                    input_axes: self.input_axes.clone(),
                    output_axes: self.output_axes.clone(),
                };
                scaling.values(shape, rng)
            }
        }
    )* };
}

special_cases! {
    /// Uniform, variance 1 / mean fan (Glorot and Bengio, 2010). The default of layers.
    GlorotUniform = 1.0, FanAvg, Uniform;
    /// Truncated normal, variance 1 / mean fan.
    GlorotNormal = 1.0, FanAvg, TruncatedNormal;
    /// Uniform, variance 2 / fan in (He et al., 2015).
    HeUniform = 2.0, FanIn, Uniform;
    /// Truncated normal, variance 2 / fan in.
    HeNormal = 2.0, FanIn, TruncatedNormal;
    /// Uniform, variance 1 / fan in (LeCun et al., 1998).
    LecunUniform = 1.0, FanIn, Uniform;
    /// Truncated normal, variance 1 / fan in.
    LecunNormal = 1.0, FanIn, TruncatedNormal;
}
