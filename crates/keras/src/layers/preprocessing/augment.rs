//! What augmentation layers share: draws for each image, ranges of values, colors, and sampling of pixels.

use std::f64::consts::PI;

use super::random_translation::{Factor, FillMode, Interpolation};
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

/// The brightness of colors, by the weights of ITU-R BT.601; `(batch, height, width, 1)`.
pub(super) fn grayscale(x: &Tensor) -> Tensor {
    let weights = ops::row_of(x, &[0.2989, 0.5870, 0.1140]).to(x.element());
    ops::expand_dims(&ops::tensordot(x, &weights, &[-1], &[0]), -1)
}

/// One channel, `(batch, height, width, 1)`.
fn channel(x: &Tensor, i: usize) -> Tensor {
    let (mut starts, mut sizes) = (vec![0; x.ndim()], x.shape().to_vec());
    (starts[x.ndim() - 1], sizes[x.ndim() - 1]) = (i, 1);
    ops::slice(x, &starts, &sizes)
}

/// Hue, saturation and value of colors, a channel each.
pub(super) fn hsv_of_rgb(x: &Tensor) -> [Tensor; 3] {
    let tiny = ops::less(&ops::absolute(x), &ops::full_like(x, f64::from(f32::EPSILON)));
    let x = ops::where_(&tiny, &ops::zeros_like(x), x);
    let [r, g, b] = [0, 1, 2].map(|i| channel(&x, i));
    let value = ops::maximum(&ops::maximum(&r, &g), &b);
    let range = &value - ops::minimum(&ops::minimum(&r, &g), &b);
    let (zero, one) = (ops::zeros_like(&value), ops::ones_like(&value));
    let (bright, colored) = (ops::greater(&value, &zero), ops::greater(&range, &zero));
    let saturation = ops::where_(&bright, &(&range / ops::where_(&bright, &value, &one)), &zero);
    let norm = 1.0 / (ops::where_(&colored, &range, &one) * 6.0);
    let of_green = &norm * (&b - &r) + 2.0 / 6.0;
    let of_blue = &norm * (&r - &g) + 4.0 / 6.0;
    let hue = ops::where_(&ops::equal(&value, &g), &of_green, &of_blue);
    let hue = ops::where_(&ops::equal(&value, &r), &(&norm * (&g - &b)), &hue);
    let below = ops::less(&hue, &zero).to(hue.element());
    [ops::where_(&colored, &hue, &zero) + below, saturation, value]
}

/// Colors of hue, saturation and value, a channel each.
pub(super) fn rgb_of_hsv([hue, saturation, value]: [Tensor; 3]) -> Result<Tensor> {
    let sixths = (&hue - ops::floor(&hue)) * 6.0;
    let part = |x: &Tensor| ops::clip(x, 0.0, 1.0);
    let parts = [
        part(&(ops::absolute(&(&sixths - 3.0)) - 1.0)),
        part(&(2.0 - ops::absolute(&(&sixths - 2.0)))),
        part(&(2.0 - ops::absolute(&(&sixths - 4.0)))),
    ];
    let colors = parts.map(|part| &value * (1.0 - &saturation + &saturation * part));
    ops::concatenate(&colors.iter().collect::<Vec<_>>(), -1)
}

/// How images are sampled at places between or outside of their pixels.
#[derive(Clone, Copy)]
pub(super) struct Sampling {
    pub interpolation: Interpolation,
    pub fill_mode: FillMode,
    pub fill_value: f64,
}

impl Sampling {
    /// The images' values at these rows and columns, `(batch, height, width)` each.
    pub fn sample(&self, x: &Tensor, rows: &Tensor, columns: &Tensor) -> Tensor {
        if self.interpolation == Interpolation::Nearest {
            // Halves are rounded away from 0.
            let round = |y: &Tensor| ops::sign(y) * ops::floor(&(ops::absolute(y) + 0.5));
            return self.pixels(x, &round(rows), &round(columns));
        }
        let (top, left) = (ops::floor(rows), ops::floor(columns));
        let weights = |place: &Tensor, whole: &Tensor| ops::expand_dims(&(place - whole), -1).to(x.element());
        let (down, right) = (weights(rows, &top), weights(columns, &left));
        let upper = self.pixels(x, &top, &left) * (1.0 - &right) + self.pixels(x, &top, &(&left + 1.0)) * &right;
        let bottom = &top + 1.0;
        let lower = self.pixels(x, &bottom, &left) * (1.0 - &right) + self.pixels(x, &bottom, &(&left + 1.0)) * &right;
        upper * (1.0 - &down) + lower * down
    }

    /// The pixels at whole rows and columns.
    fn pixels(&self, x: &Tensor, rows: &Tensor, columns: &Tensor) -> Tensor {
        let [n, h, w, c] = [0, 1, 2, 3].map(|axis| x.dim(axis));
        let flat = ops::reshape(x, &[-1, c as i64]);
        let image = ops::reshape(&(ops::arange(0, n as i64, 1) * (h * w) as f64), &[n as i64, 1, 1]);
        let inside = |i: &Tensor, size: usize| ops::clip(i, 0.0, size.saturating_sub(1) as f64);
        let fold = |i: &Tensor, size: usize| match self.fill_mode {
            FillMode::Constant | FillMode::Nearest => inside(i, size),
            FillMode::Wrap => inside(&ops::mod_(i, &ops::full_like(i, size as f64)), size),
            FillMode::Reflect => {
                let folded = ops::mod_(i, &ops::full_like(i, 2.0 * size as f64));
                let mirrored = (2.0 * size as f64 - 1.0) - &folded;
                inside(&ops::minimum(&folded, &mirrored), size)
            }
        };
        let place = (fold(rows, h) * w as f64 + fold(columns, w)).to(stablehlo::ElementType::I32);
        let found = ops::take(&flat, &(place + image), 0);
        if self.fill_mode != FillMode::Constant {
            return found;
        }
        let within = |i: &Tensor, size: usize| ops::equal(i, &inside(i, size));
        let within = ops::expand_dims(&ops::logical_and(&within(rows, h), &within(columns, w)), -1);
        ops::where_(&within, &found, &ops::full_like(&found, self.fill_value))
    }

    /// The images, of which each pixel `(column, row)` takes the value at `(a0 · column + a1 · row + a2, b0 ·
    /// column + b1 · row + b2) / (c0 · column + c1 · row + 1)`; the eight numbers are `(batch, 1, 1, 1)`
    /// each.
    pub fn transform(&self, x: &Tensor, [a0, a1, a2, b0, b1, b2, c0, c1]: [Tensor; 8]) -> Tensor {
        let (h, w) = (x.dim(1), x.dim(2));
        let row = ops::reshape(&ops::arange(0, h as i64, 1), &[1, h as i64, 1]).to(stablehlo::ElementType::F32);
        let column = ops::reshape(&ops::arange(0, w as i64, 1), &[1, 1, w as i64]).to(stablehlo::ElementType::F32);
        let number = |y: &Tensor| ops::squeeze(y, -1).to(stablehlo::ElementType::F32);
        let plane = |a: &Tensor, b: &Tensor| number(a) * &column + number(b) * &row;
        let scale = plane(&c0, &c1) + 1.0;
        let columns = (plane(&a0, &a1) + number(&a2)) / &scale;
        let rows = (plane(&b0, &b1) + number(&b2)) / &scale;
        self.sample(x, &rows, &columns)
    }
}
