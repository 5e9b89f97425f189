//! Augmentation that moves pixels, or mixes images.

use std::f64::consts::PI;

use super::augment::{augmentation, chance, check_factor, draw, draw_sign};
use super::color::rectangle;
use super::random_translation::{Factor, FillMode, Interpolation};
use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::ops::image::{Sampling, linear, perspective_transform, projected};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

augmentation! {
    /// Turns each image by a random angle.
    ///
    /// ```
    /// use keras::{Input, layers::RandomRotation};
    /// let x = Input::new([8, 8, 3]);
    /// assert_eq!(RandomRotation::new(0.1).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    RandomRotation(
        /// The range of the angle, a fraction of a full turn.
        factor: [Factor],
    ) {
        /// The pixels outside of an image. Default: the image, mirrored.
        fill_mode: [FillMode] = FillMode::Reflect;
        /// Interpolation between pixels. Default: bilinear.
        interpolation: [Interpolation] = Interpolation::Bilinear;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
        /// The pixels outside of an image under [`FillMode::Constant`]. Default: 0.
        fill_value: [f64] = 0.0;
    }
    config |layer, config| { config.set("factor", &layer.factor.written(-1.0)); }
    check |layer, _image| { check_factor("factor", layer.factor, -1.0, 1.0) }
    train |layer, scope, x| {
        let (low, high) = layer.factor.above(-1.0);
        let angle = draw(scope, x, (low * 2.0 * PI, high * 2.0 * PI))?.to(stablehlo::ElementType::F32);
        let (cos, sin) = (ops::cos(&angle), ops::sin(&angle));
        let [x_center, y_center] = centers(x);
        let zero = ops::zeros_like(&cos);
        let a2 = x_center - &cos * x_center + &sin * y_center;
        let b2 = y_center - &sin * x_center - &cos * y_center;
        let numbers = [cos.clone(), -&sin, a2, sin, cos, b2, zero.clone(), zero];
        projected(x, numbers, sampling(layer.interpolation, layer.fill_mode, layer.fill_value)?)
    }
}

/// The middle column and the middle row.
fn centers(x: &Tensor) -> [f64; 2] {
    [2, 1].map(|axis| (x.dim(axis) as f64 - 1.0) / 2.0)
}

fn sampling(interpolation: Interpolation, fill_mode: FillMode, fill_value: f64) -> Result<Sampling> {
    Sampling::new(interpolation.name(), fill_mode.name(), fill_value)
}

augmentation! {
    /// Shears each image in both directions.
    RandomShear() {
        /// The range of horizontal shear, from 0 to 1. Default: 0.
        x_factor: [Factor] = Factor::Both(0.0);
        /// The range of vertical shear, from 0 to 1. Default: 0.
        y_factor: [Factor] = Factor::Both(0.0);
        /// Interpolation between pixels. Default: bilinear.
        interpolation: [Interpolation] = Interpolation::Bilinear;
        /// The pixels outside of an image. Default: the image, mirrored.
        fill_mode: [FillMode] = FillMode::Reflect;
        /// The pixels outside of an image under [`FillMode::Constant`]. Default: 0.
        fill_value: [f64] = 0.0;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| {
        config.set("x_factor", &layer.x_factor.written(-1.0));
        config.set("y_factor", &layer.y_factor.written(-1.0));
    }
    check |layer, _image| {
        check_factor("x_factor", layer.x_factor, -1.0, 1.0)?;
        check_factor("y_factor", layer.y_factor, -1.0, 1.0)
    }
    train |layer, scope, x| {
        let sign = draw_sign(scope, x)?;
        let vertical = draw(scope, x, layer.y_factor.above(-1.0))? * &sign;
        let horizontal = draw(scope, x, layer.x_factor.above(-1.0))? * sign;
        let (zero, one) = (ops::zeros_like(&vertical), ops::ones_like(&vertical));
        let numbers = [one.clone(), horizontal, zero.clone(), vertical, one, zero.clone(), zero.clone(), zero];
        projected(x, numbers, sampling(layer.interpolation, layer.fill_mode, layer.fill_value)?)
    }
}

augmentation! {
    /// Enlarges or shrinks each image about its middle.
    RandomZoom(
        /// The range of vertical zoom: negative numbers enlarge.
        height_factor: [Factor],
    ) {
        /// The range of horizontal zoom. Default: that of each image's height, so that its proportions
        /// remain.
        width_factor: [Option<Factor>] = None;
        /// The pixels outside of an image. Default: the image, mirrored.
        fill_mode: [FillMode] = FillMode::Reflect;
        /// Interpolation between pixels. Default: bilinear.
        interpolation: [Interpolation] = Interpolation::Bilinear;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
        /// The pixels outside of an image under [`FillMode::Constant`]. Default: 0.
        fill_value: [f64] = 0.0;
    }
    check |layer, _image| {
        check_factor("height_factor", layer.height_factor, -1.0, 1.0)?;
        layer.width_factor.map_or(Ok(()), |factor| check_factor("width_factor", factor, -1.0, 1.0))
    }
    train |layer, scope, x| {
        let mut zoom = |factor: Factor| {
            let (low, high) = factor.above(-1.0);
            draw(scope, x, (1.0 + low, 1.0 + high))
        };
        let vertical = zoom(layer.height_factor)?;
        let horizontal = layer.width_factor.map_or(Ok(vertical.clone()), zoom)?;
        let [x_center, y_center] = centers(x);
        let (a2, b2) = ((1.0 - &horizontal) * x_center, (1.0 - &vertical) * y_center);
        let zero = ops::zeros_like(&vertical);
        let numbers = [horizontal, zero.clone(), a2, zero.clone(), vertical, b2, zero.clone(), zero];
        projected(x, numbers, sampling(layer.interpolation, layer.fill_mode, layer.fill_value)?)
    }
}

augmentation! {
    /// Moves the corners of some images.
    RandomPerspective() {
        /// The range of the probability. Default: up to 1.
        factor: [Factor] = Factor::Both(1.0);
        /// How far corners move, from 0 to 1. Default: 1.
        scale: [f64] = 1.0;
        /// Interpolation between pixels. Default: bilinear.
        interpolation: [Interpolation] = Interpolation::Bilinear;
        /// The pixels outside of an image. Default: 0.
        fill_value: [f64] = 0.0;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| { config.set("factor", &layer.factor.written(0.0)); }
    check |layer, _image| {
        check_factor("factor", layer.factor, 0.0, 1.0)?;
        check_factor("scale", Factor::Both(layer.scale), 0.0, 1.0)
    }
    train |layer, scope, x| {
        let changed = chance(scope, x, layer.factor.above(0.0))?;
        let rows = x.dim(0);
        let draws = (scope.random_uniform(&[rows, 4, 2])? - 0.5) * layer.scale;
        let (right, bottom) = (x.dim(2) as f64 - 1.0, x.dim(1) as f64 - 1.0);
        let start = ops::array(&[0.0, 0.0, right, 0.0, 0.0, bottom, right, bottom], &[1, 4, 2]);
        let end = &start + &start * draws;
        let start = ops::broadcast_to(&start, &[rows, 4, 2]);
        let moved = perspective_transform(x, &start, &end, layer.interpolation.name(), layer.fill_value);
        ops::where_(&changed, &moved, x)
    }
}

crate::layer! {
    /// A random part of each batch of images in training, their resized middle outside of it.
    ///
    /// Images that are not larger than the part along both axes are treated as outside of training. Keras
    /// 3.15 returns images as they are there, in another shape than in training.
    RandomCrop(
        /// The height of the result.
        height: [usize],
        /// The width of the result.
        width: [usize],
    ) {
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl Layer for RandomCrop {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if self.height * self.width > 0 && self.height.max(self.width) <= 1 << 16 {
            return Ok(());
        }
        let (height, width) = (self.height, self.width);
        Err(Error::argument(format!("RandomCrop: {height} by {width} of images of {}", inputs[0])))
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let y = self.crop(scope, &self.data_format.tensor_to_last(&inputs[0]))?;
        Ok(self.data_format.tensor_from_last(&y))
    }
}

impl RandomCrop {
    /// The parts of images whose channels are last.
    fn crop(&self, scope: &mut Scope, x: &Tensor) -> Result<Tensor> {
        let (h, w) = (x.dim(1), x.dim(2));
        if scope.training() && h > self.height && w > self.width {
            let draws = scope.random_uniform(&[2])?;
            let most = ops::array(&[(h - self.height + 1) as f64, (w - self.width + 1) as f64], &[2]);
            let starts = ops::unstack(&ops::cast(&(draws * most), "int32"), 0);
            let part = |x: &Tensor, axis: i64, start: &Tensor, size: usize| {
                ops::take(x, &(ops::arange(0, size as i64, 1) + start), axis)
            };
            return Ok(part(&part(x, 1, &starts[0], self.height), 2, &starts[1], self.width));
        }
        // The largest part of the same proportions in the middle.
        let crop = |own: usize, other: usize, ratio: f64| ((other as f64 * ratio) as usize).min(own).max(1);
        let ratio = self.height as f64 / self.width as f64;
        let (height, width) = (crop(h, w, ratio), crop(w, h, 1.0 / ratio));
        let (n, channels) = (x.dim(0), x.dim(3));
        let middle = ops::slice(x, &[0, (h - height) / 2, (w - width) / 2, 0], &[n, height, width, channels]);
        linear(&linear(&middle, 1, self.height)?, 2, self.width)
    }
}

augmentation! {
    /// Weighted means of each image and another one of the batch. In Keras it mixes labels, too, which a
    /// layer of a model does not see.
    MixUp() {
        /// The parameter of the beta distribution of the weights. Default: 0.2.
        alpha: [f64] = 0.2;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    check |layer, _image| { check_factor("alpha", Factor::Both(layer.alpha), 0.0, 1.0) }
    train |layer, scope, x| {
        let weight = beta(scope, x, &ops::full(&[], layer.alpha.max(1e-3)).to(x.element()))?;
        let other = permuted(scope, x)?;
        &weight * x + (1.0 - &weight) * other
    }
}

augmentation! {
    /// A random rectangle of another image of the batch in each image. In Keras it mixes labels, too, which a
    /// layer of a model does not see.
    CutMix() {
        /// The range of the parameter of the beta distribution of the areas. Default: up to 1.
        factor: [Factor] = Factor::Both(1.0);
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| { config.set("factor", &layer.factor.written(0.0)); }
    check |layer, _image| { check_factor("factor", layer.factor, 0.0, 1.0) }
    train |layer, scope, x| {
        // One parameter for the whole batch.
        let (low, high) = layer.factor.above(0.0);
        let alpha = (scope.random_uniform(&[])? * (high - low) + (low + 1e-6)).to(x.element());
        let ratio = ops::sqrt(&(1.0 - beta(scope, x, &alpha)?));
        let inside = rectangle(scope, x, |_| Ok([ratio.clone(), ratio]))?;
        let other = permuted(scope, x)?;
        ops::where_(&inside, &other, x)
    }
}

/// The number of pairs of draws, of which the last that is accepted counts.
const TRIES: usize = 16;

/// A number of the distribution beta(`alpha`, `alpha`) for each image, by Jöhnk's method: of two uniform
/// draws `u` and `v` with `u^(1/alpha) + v^(1/alpha) <= 1`, the first power's part of the sum.
fn beta(scope: &mut Scope, x: &Tensor, alpha: &Tensor) -> Result<Tensor> {
    // In logarithms, since powers of small draws vanish.
    let power = |scope: &mut Scope| -> Result<Tensor> { Ok(ops::log(&(1.0 - draw(scope, x, (0.0, 1.0))?)) / alpha) };
    let pair = |scope: &mut Scope| -> Result<[Tensor; 2]> {
        let (u, v) = (power(scope)?, power(scope)?);
        let sum = ops::logaddexp(&u, &v);
        Ok([ops::exp(&(u - &sum)), sum])
    };
    let [mut weight, _] = pair(scope)?;
    for _ in 1..TRIES {
        let [part, sum] = pair(scope)?;
        weight = ops::where_(&ops::less_equal(&sum, &ops::zeros_like(&sum)), &part, &weight);
    }
    Ok(weight)
}

/// The images in a random order.
fn permuted(scope: &mut Scope, x: &Tensor) -> Result<Tensor> {
    let order = ops::argsort(&scope.random_uniform(&[x.dim(0)])?, 0);
    Ok(ops::take(x, &order, 0))
}
