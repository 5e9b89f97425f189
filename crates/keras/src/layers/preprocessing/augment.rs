//! What augmentation layers share: draws for each image, and ranges of values.

use std::f64::consts::PI;

use super::random_translation::Factor;
use crate::error::{Error, Result};
use crate::graph::Scope;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

/// The range of pixels of 8 bits.
pub(super) const PIXELS: Factor = Factor::Between(0.0, 255.0);

/// Declares a layer that changes images in training, and leaves them as they are outside of it. The check and
/// the formula are given images whose channels are last.
macro_rules! augmentation {
    (
        $(#[$doc:meta])*
        $layer:ident ( $($required:tt)* ) { $($settings:tt)* }
        $(config |$written:ident, $config:ident| $write:block)?
        check |$checked:ident, $image:ident| $check:block
        train |$this:ident, $scope:ident, $x:ident| $formula:block
    ) => {
        crate::layer! {
            $(#[$doc])*
            $layer($($required)*) {
                $($settings)*
                /// The place of the channels. Default: last.
                data_format: [crate::layers::data_format::DataFormat] =
                    crate::layers::data_format::DataFormat::ChannelsLast;
            }
            $(config |$written, $config| $write)?
        }

        impl $layer {
            /// The changed images.
            fn augment(
                &self,
                $scope: &mut crate::graph::Scope,
                $x: &crate::ops::Tensor,
            ) -> crate::error::Result<crate::ops::Tensor> {
                let $this = self;
                Ok($formula)
            }
        }

        impl crate::graph::Layer for $layer {
            fn input_spec(&self) -> crate::graph::InputSpec {
                crate::graph::InputSpec::ndim(4)
            }

            fn check(&self, inputs: &[crate::shape::Shape]) -> crate::error::Result<()> {
                let ($checked, $image) = (self, &self.data_format.shape_to_last(&inputs[0]));
                $check
            }

            fn call(
                &self,
                scope: &mut crate::graph::Scope,
                inputs: &[crate::ops::Tensor],
            ) -> crate::error::Result<crate::ops::Tensor> {
                let x = &inputs[0];
                if !scope.training() {
                    return Ok(x.clone());
                }
                let changed = self.augment(scope, &self.data_format.tensor_to_last(x))?;
                Ok(self.data_format.tensor_from_last(&changed))
            }
        }
    };
}
pub(super) use augmentation;

impl Factor {
    /// The bounds; a single number extends from its negative, but not from below `lowest`.
    pub(super) fn above(self, lowest: f64) -> (f64, f64) {
        match self {
            Self::Both(factor) => ((-factor.abs()).max(lowest), factor.abs()),
            Self::Between(a, b) => (a.min(b), a.max(b)),
        }
    }

    /// The bounds as Keras writes them.
    pub(super) fn written(self, lowest: f64) -> Vec<f64> {
        let (low, high) = self.above(lowest);
        vec![low, high]
    }
}

/// Checks that a factor is within Keras's bounds.
pub(super) fn check_factor(name: &str, factor: Factor, lowest: f64, highest: f64) -> Result<()> {
    let (low, high) = factor.above(lowest);
    if low >= lowest && high <= highest {
        return Ok(());
    }
    Err(Error::argument(format!(
        "The `{name}` argument should be a number (or a list of two numbers) in the range [{lowest}, {highest}]. \
         Received: {low}, {high}"
    )))
}

/// Checks that images have the three channels of colors.
pub(super) fn check_colors(layer: &str, image: &Shape) -> Result<()> {
    if image.last() == Some(3) {
        return Ok(());
    }
    Err(Error::shape(format!("{layer}: input images must have 3 channels, but received images of shape {image}")))
}

/// A number for each image, uniform between two, `(batch, 1, 1, 1)`.
pub(super) fn draw(scope: &mut Scope, x: &Tensor, (low, high): (f64, f64)) -> Result<Tensor> {
    Ok((scope.random_uniform(&[x.dim(0), 1, 1, 1])? * (high - low) + low).to(x.element()))
}

/// 1 or -1 for each image, with equal probability.
pub(super) fn draw_sign(scope: &mut Scope, x: &Tensor) -> Result<Tensor> {
    let draw = draw(scope, x, (0.0, 1.0))?;
    let half = ops::greater(&draw, &ops::full_like(&draw, 0.5));
    Ok(ops::where_(&half, &ops::full_like(&draw, -1.0), &ops::ones_like(&draw)))
}

/// True for images that are changed, with a probability that is drawn between two.
pub(super) fn chance(scope: &mut Scope, x: &Tensor, bounds: (f64, f64)) -> Result<Tensor> {
    let probability = draw(scope, x, bounds)?;
    Ok(ops::less(&draw(scope, x, (0.0, 1.0))?, &probability))
}

/// Numbers of a normal distribution in the shape of `x`.
pub(super) fn normal(scope: &mut Scope, x: &Tensor) -> Result<Tensor> {
    let (radius, angle) = (scope.random_uniform(x.shape())?, scope.random_uniform(x.shape())?);
    Ok((ops::sqrt(&(ops::log(&(1.0 - radius)) * -2.0)) * ops::cos(&(angle * (2.0 * PI)))).to(x.element()))
}

/// Values of one range in another.
pub(super) fn rescaled(x: &Tensor, from: Factor, to: Factor) -> Tensor {
    let ((low, high), (new_low, new_high)) = (from.above(f64::NEG_INFINITY), to.above(f64::NEG_INFINITY));
    if (low, high) == (new_low, new_high) {
        return x.clone();
    }
    (x - low) / (high - low) * (new_high - new_low) + new_low
}

/// Values clipped to a range.
pub(super) fn clipped(x: &Tensor, range: Factor) -> Tensor {
    let (low, high) = range.above(f64::NEG_INFINITY);
    ops::clip(x, low, high)
}
