//! Layers that add noise in training.

use super::noise_shape::{check_noise_shape, noise_dims};
use crate::dtype::DTypePolicy;
use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

fn check_rate(rate: f64, below_one: bool) -> Result<()> {
    if (0.0..=1.0).contains(&rate) && !(below_one && rate == 1.0) {
        return Ok(());
    }
    Err(Error::argument(format!(
        "Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: rate={rate}"
    )))
}

/// Numbers of a normal distribution, by Box and Muller's transformation.
fn normal(scope: &mut Scope, shape: &[usize]) -> Result<Tensor> {
    let (radius, angle) = (scope.random_uniform(shape)?, scope.random_uniform(shape)?);
    let radius = ops::sqrt(&(ops::log(&(1.0 - radius)) * -2.0));
    Ok(radius * ops::cos(&(angle * std::f64::consts::TAU)))
}

macro_rules! spatial_dropout {
    ($(#[$doc:meta])* $layer:ident $n:literal |$this:ident| $format:expr; $($setting:tt)*) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The probability that a channel becomes 0.
                rate: [f64],
            ) {
                /// Stored in Keras's configuration only; the draws depend on the seed of the training run.
                /// Default: none.
                seed: [Option<u64>] = None;
                $($setting)*
            }
            // Keras writes the type of the variables here, not the policy, which would lose mixed ones.
            config |layer, config| {
                if layer.dtype == DTypePolicy::Float32 {
                    config.set("dtype", &String::from("float32"));
                }
                // The class in Keras does not take it.
                config.remove("trainable");
            }
        }

        impl Layer for $layer {
            fn supports_masking(&self) -> bool {
                true
            }

            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn check(&self, _inputs: &[Shape]) -> Result<()> {
                check_rate(self.rate, false)
            }

            fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
                let ($this, x) = (self, &inputs[0]);
                if !scope.training() || self.rate == 0.0 {
                    return Ok(x.clone());
                }
                let first = $format.first_spatial();
                let mut shape = x.shape().to_vec();
                shape[first..first + $n].fill(1);
                let draws = scope.random_uniform(&shape)?;
                let keep = ops::greater_equal(&draws, &ops::full_like(&draws, self.rate));
                let factor = if self.rate < 1.0 { 1.0 / (1.0 - self.rate) } else { 0.0 };
                Ok(x * (keep.to(x.element()) * factor))
            }
        }
    };
}

spatial_dropout! {
    /// [`Dropout`](crate::layers::Dropout) of whole channels of a sequence.
    SpatialDropout1D 1 |_layer| DataFormat::ChannelsLast;
}

spatial_dropout! {
    /// [`Dropout`](crate::layers::Dropout) of whole channels of an image.
    ///
    /// ```
    /// use keras::{Input, layers::SpatialDropout2D};
    /// let x = Input::new([8, 8, 4]);
    /// assert_eq!(SpatialDropout2D::new(0.5).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    SpatialDropout2D 2 |layer| layer.data_format;
    /// The place of the channels. Default: last.
    data_format: [DataFormat] = DataFormat::ChannelsLast;
}

spatial_dropout! {
    /// [`Dropout`](crate::layers::Dropout) of whole channels of a volume.
    SpatialDropout3D 3 |layer| layer.data_format;
    /// The place of the channels. Default: last.
    data_format: [DataFormat] = DataFormat::ChannelsLast;
}

crate::layer! {
    /// Adds noise of a normal distribution in training.
    ///
    /// ```
    /// use keras::{Input, layers::GaussianNoise};
    /// let x = Input::new([8]);
    /// assert_eq!(GaussianNoise::new(0.1).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    GaussianNoise(
        /// The standard deviation of the noise.
        stddev: [f64],
    ) {
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
}

impl Layer for GaussianNoise {
    fn supports_masking(&self) -> bool {
        true
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        if !scope.training() || self.stddev <= 0.0 {
            return Ok(x.clone());
        }
        let noise = normal(scope, x.shape())? * self.stddev;
        Ok(x + noise.to(x.element()))
    }
}

crate::layer! {
    /// Multiplies by noise of mean 1 and standard deviation `sqrt(rate / (1 - rate))` in training.
    GaussianDropout(
        /// The probability that a dropout of the same deviation has.
        rate: [f64],
    ) {
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
}

impl Layer for GaussianDropout {
    fn supports_masking(&self) -> bool {
        true
    }

    fn check(&self, _inputs: &[Shape]) -> Result<()> {
        check_rate(self.rate, true)
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        if !scope.training() || self.rate == 0.0 {
            return Ok(x.clone());
        }
        let noise = normal(scope, x.shape())? * (self.rate / (1.0 - self.rate)).sqrt() + 1.0;
        Ok(x * noise.to(x.element()))
    }
}

/// The limit of SELU for negative inputs: minus its scale times its alpha.
const SELU_LIMIT: f64 = -1.050_700_987_355_480_5 * 1.673_263_242_354_377_2;

crate::layer! {
    /// Dropout for SELU: elements become its negative limit, and the result is scaled and shifted such that
    /// mean and variance remain.
    AlphaDropout(
        /// The probability that an element is dropped.
        rate: [f64],
    ) {
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
        /// The shape of the draws, including the batch: `None` for a dimension's own size, 1 for draws that
        /// are the same along it. Default: a draw for each element.
        noise_shape: [Option<Vec<Option<usize>>>] = None;
    }
}

impl Layer for AlphaDropout {
    fn supports_masking(&self) -> bool {
        true
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        check_rate(self.rate, true)?;
        check_noise_shape("AlphaDropout", &self.noise_shape, &inputs[0])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        if !scope.training() || self.rate == 0.0 {
            return Ok(x.clone());
        }
        let draws = scope.random_uniform(&noise_dims(&self.noise_shape, x.shape()))?;
        let keep = ops::greater_equal(&draws, &ops::full_like(&draws, self.rate));
        let scale = ((1.0 - self.rate) * (1.0 + self.rate * SELU_LIMIT * SELU_LIMIT)).sqrt().recip();
        let shift = -scale * SELU_LIMIT * self.rate;
        Ok(ops::where_(&keep, x, &ops::full_like(x, SELU_LIMIT)) * scale + shift)
    }
}
