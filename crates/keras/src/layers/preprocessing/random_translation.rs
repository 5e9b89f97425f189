use serde_json::{Value as Json, json};
use stablehlo::ops::{Binary, Direction, Unary};
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer};
use crate::layers::data_format::DataFormat;
use crate::objects::{Field, Registry};
use crate::shape::Shape;
use crate::utils::trace::{add_scalar, clamp, mul_scalar, scalar_minus};

/// The range of shifts, as a fraction of the height or width. A single number means a symmetric range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Factor {
    /// From the negated number to the number.
    Both(f64),
    /// From the first number to the second.
    Between(f64, f64),
}

impl Factor {
    /// The lower and the upper bound.
    fn bounds(self) -> (f64, f64) {
        match self {
            Self::Both(factor) => (-factor.abs(), factor.abs()),
            Self::Between(a, b) => (a.min(b), a.max(b)),
        }
    }
}

impl From<f64> for Factor {
    fn from(both: f64) -> Self {
        Self::Both(both)
    }
}

impl From<(f64, f64)> for Factor {
    fn from((a, b): (f64, f64)) -> Self {
        Self::Between(a, b)
    }
}

impl Field for Factor {
    fn expected() -> String {
        "a number, or a list of two numbers".to_owned()
    }

    fn to_json(&self) -> Json {
        match self {
            Self::Both(factor) => json!(factor),
            Self::Between(a, b) => json!([a, b]),
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        let bounds = Vec::<f64>::from_json(json, registry)?;
        Ok(bounds.and_then(|bounds| match bounds[..] {
            [both] => Some(Self::Both(both)),
            [a, b] => Some(Self::Between(a, b)),
            _ => None,
        }))
    }
}

crate::choices! {
    /// The pixels outside of an image `a b c d`.
    FillMode {
        /// `d c b a | a b c d | d c b a`: the image, mirrored.
        Reflect = "reflect",
        /// `a b c d | a b c d | a b c d`: the image, repeated.
        Wrap = "wrap",
        /// `k k k k | a b c d | k k k k`: a constant.
        Constant = "constant",
        /// `a a a a | a b c d | d d d d`: the pixels of the edge.
        Nearest = "nearest",
    }
}

crate::choices! {
    /// Interpolation between pixels.
    Interpolation {
        /// The nearest pixel: shifts are whole pixels.
        Nearest = "nearest",
        /// The weighted mean of the neighboring pixels.
        Bilinear = "bilinear",
    }
}

crate::layer! {
    /// Shifts each image by a random distance in training; outside of training images are unchanged.
    ///
    /// `y[n, i, j, c] = x[n, i - dy(n), j - dx(n), c]`, with `dy` and `dx` uniform between the factors'
    /// bounds
    ///
    /// The draws depend on the seed of the training run, as in [`Dropout`](crate::layers::Dropout). Factors
    /// of 4 / 32 with nearest-pixel interpolation and reflection are the common augmentation of CIFAR-10:
    /// padding by four pixels and random cropping.
    ///
    /// ```
    /// use keras::{Input, layers::{Interpolation, RandomTranslation}};
    /// let x = Input::new([32, 32, 3]);
    /// let y = RandomTranslation::new(0.125, 0.125).interpolation(Interpolation::Nearest).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// assert!(RandomTranslation::new(0.1, (-0.5, 1.5)).call(&x).is_err());
    /// # Ok::<(), keras::Error>(())
    /// ```
    RandomTranslation(
        /// The range of vertical shifts.
        height_factor: [Factor],
        /// The range of horizontal shifts.
        width_factor: [Factor],
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
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl Layer for RandomTranslation {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn check(&self, _inputs: &[Shape]) -> Result<()> {
        for factor in [self.height_factor, self.width_factor] {
            let (low, high) = factor.bounds();
            if !(low >= -1.0 && high <= 1.0) {
                return Err(Error::argument(format!(
                    "The `factor` argument should be a number (or a list of two numbers) in the range [-1.0, 1.0]. \
                     Received: {}",
                    factor.to_json()
                )));
            }
        }
        Ok(())
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let mut x = inputs[0];
        if !cx.training {
            return Ok(x);
        }
        for (dim, factor) in (self.data_format.first_spatial()..).zip([self.height_factor, self.width_factor]) {
            let dims = cx.b.dims(x);
            let (rows, size) = (dims[0], dims[dim] as f64);
            let (low, high) = factor.bounds();
            let axis = Axis { dim, low: low * size, high: high * size };
            if axis.reach() > 0 {
                // A float32 in [0, 1) has 24 significant bits.
                let bits = cx.random_bits(TensorType::new(ElementType::Ui32, [rows]))?;
                x = self.shift(cx.b, x, &axis, bits)?;
            }
        }
        Ok(x)
    }
}

/// A dimension, and the range of shifts along it in pixels.
struct Axis {
    dim: usize,
    low: f64,
    high: f64,
}

impl Axis {
    /// The numbers of outside pixels that can become visible before the first pixel and after the last.
    fn outside(&self) -> [usize; 2] {
        [self.high.max(0.0).ceil() as usize, (-self.low).max(0.0).ceil() as usize]
    }

    /// The number of outside pixels on both sides.
    fn reach(&self) -> usize {
        self.outside().iter().sum()
    }
}

impl RandomTranslation {
    /// Shifts each image along an axis by the distance that its random bits encode.
    fn shift(&self, b: &mut FuncBuilder, x: Value, axis: &Axis, bits: Value) -> Result<Value> {
        let eight = b.full_like(bits, 8.0)?;
        let bits = b.binary(Binary::ShiftRightLogical, bits, eight)?;
        let bits = b.convert(bits, ElementType::F32)?;
        let drawn = mul_scalar(b, bits, (axis.high - axis.low) / f64::from(1 << 24))?;
        let distance = add_scalar(b, drawn, axis.low)?;
        // The position of the result's first pixel, counted from the first outside pixel.
        let first = scalar_minus(b, axis.outside()[0] as f64, distance)?;
        let size = b.dims(x)[axis.dim];
        if self.interpolation == Interpolation::Nearest {
            let first = add_scalar(b, first, 0.5)?;
            let first = b.unary(Unary::Floor, first)?;
            return self.window(b, x, axis, first, size, axis.reach());
        }
        let whole = b.unary(Unary::Floor, first)?;
        let whole = clamp(b, 0.0, whole, (axis.reach() - 1) as f64)?;
        let part = b.subtract(first, whole)?;
        let pixels = self.window(b, x, axis, whole, size + 1, axis.reach() - 1)?;
        let this = cut(b, pixels, axis.dim, 0, size)?;
        let next = cut(b, pixels, axis.dim, 1, size)?;
        let dims = b.dims(x).to_vec();
        let part = b.convert(part, b.ty(x).element)?;
        let part = b.broadcast_in_dim(part, &[0], &dims)?;
        let rest = scalar_minus(b, 1.0, part)?;
        let (this, next) = (b.multiply(this, rest)?, b.multiply(next, part)?);
        Ok(b.add(this, next)?)
    }

    /// Cuts `size` pixels along an axis out of each padded image, from the pixel `first` (an integer from 0
    /// to `most`) on.
    ///
    /// The binary digits of `first` select shifts by one pixel, two pixels, four pixels and so on (a barrel
    /// shifter). Selection is exact in every type and fast on all devices.
    fn window(
        &self,
        b: &mut FuncBuilder,
        x: Value,
        axis: &Axis,
        first: Value,
        size: usize,
        most: usize,
    ) -> Result<Value> {
        let first = clamp(b, 0.0, first, most as f64)?;
        let first = b.convert(first, ElementType::I32)?;
        let digits = usize::BITS - most.leading_zeros();
        let mut x = self.pad(b, x, axis, size + (1 << digits) - 1)?;
        for digit in 0..digits {
            let mask = b.full_like(first, f64::from(1u32 << digit))?;
            let masked = b.binary(Binary::And, first, mask)?;
            let zero = b.full_like(first, 0.0)?;
            let is_set = b.compare(Direction::Ne, masked, zero)?;
            let len = b.dims(x)[axis.dim] - (1 << digit);
            let (unshifted, shifted) = (cut(b, x, axis.dim, 0, len)?, cut(b, x, axis.dim, 1 << digit, len)?);
            let dims = b.dims(unshifted).to_vec();
            let is_set = b.broadcast_in_dim(is_set, &[0], &dims)?;
            x = b.select(is_set, shifted, unshifted)?;
        }
        Ok(x)
    }

    /// Pads images along an axis to `len` pixels. Padding that no shift makes visible has an arbitrary value.
    fn pad(&self, b: &mut FuncBuilder, x: Value, axis: &Axis, len: usize) -> Result<Value> {
        let (dim, size) = (axis.dim, b.dims(x)[axis.dim]);
        let [before, after] = axis.outside();
        let ends = match self.fill_mode {
            FillMode::Constant => [None, None],
            FillMode::Wrap => [side(b, x, dim, size - before, before)?, side(b, x, dim, 0, after)?],
            FillMode::Reflect => {
                let ends = [side(b, x, dim, 0, before)?, side(b, x, dim, size - after, after)?];
                let [first, last] = ends.map(|end| end.map(|end| b.reverse(end, &[dim])).transpose());
                [first?, last?]
            }
            FillMode::Nearest => {
                let mut spread = |at: usize, len: usize| -> Result<Option<Value>> {
                    let mut dims = b.dims(x).to_vec();
                    dims[dim] = len;
                    let edge = cut(b, x, dim, at, 1)?;
                    let all: Vec<usize> = (0..dims.len()).collect();
                    Ok(if len == 0 { None } else { Some(b.broadcast_in_dim(edge, &all, &dims)?) })
                };
                [spread(0, before)?, spread(size - 1, after)?]
            }
        };
        let missing = if self.fill_mode == FillMode::Constant { before } else { 0 };
        let parts: Vec<Value> = [ends[0], Some(x), ends[1]].into_iter().flatten().collect();
        let x = if parts.len() == 1 { x } else { b.concatenate(&parts, dim)? };
        let beyond = len as i64 - (b.dims(x)[dim] + missing) as i64;
        if (missing, beyond) == (0, 0) {
            return Ok(x);
        }
        let (mut low, mut high) = (vec![0; b.dims(x).len()], vec![0; b.dims(x).len()]);
        (low[dim], high[dim]) = (missing as i64, beyond);
        let scalar = TensorType::scalar(b.ty(x).element);
        let value = b.full(scalar, self.fill_value)?;
        Ok(b.pad(x, value, &low, &high, &vec![0; low.len()])?)
    }
}

/// `len` pixels along a dimension, from `first` on; `None` if `len` is 0.
fn side(b: &mut FuncBuilder, x: Value, dim: usize, first: usize, len: usize) -> Result<Option<Value>> {
    Ok(if len == 0 { None } else { Some(cut(b, x, dim, first, len)?) })
}

/// `len` pixels along a dimension, from `first` on.
fn cut(b: &mut FuncBuilder, x: Value, dim: usize, first: usize, len: usize) -> Result<Value> {
    let mut limit = b.dims(x).to_vec();
    let mut start = vec![0; limit.len()];
    (start[dim], limit[dim]) = (first, first + len);
    let stride = vec![1; limit.len()];
    Ok(b.slice(x, &start, &limit, &stride)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use stablehlo::Literal;

    use super::*;
    use crate::layers::evaluate::evaluate;

    const MODES: [FillMode; 4] = [FillMode::Reflect, FillMode::Wrap, FillMode::Constant, FillMode::Nearest];
    const IMAGES: usize = 2000;
    const FILL: f32 = -7.0;

    /// The pixel at `at`, which may be outside of the image.
    fn pixel(image: &[f32], at: i64, mode: FillMode) -> f32 {
        let size = image.len() as i64;
        let inside = match mode {
            FillMode::Constant if !(0..size).contains(&at) => return FILL,
            FillMode::Constant | FillMode::Nearest => at.clamp(0, size - 1),
            FillMode::Wrap => at.rem_euclid(size),
            FillMode::Reflect => {
                let at = at.rem_euclid(2 * size);
                at.min(2 * size - 1 - at)
            }
        };
        image[inside as usize]
    }

    fn shifted(interpolation: Interpolation, mode: FillMode, factors: (Factor, Factor), x: &Literal) -> Vec<f32> {
        let layer = RandomTranslation::new(factors.0, factors.1).interpolation(interpolation).fill_mode(mode);
        evaluate(&layer.fill_value(f64::from(FILL)), x, Some(5)).to_vec().unwrap()
    }

    /// Images of 8 by 6 pixels, shifted by up to two rows and up to three columns.
    #[test]
    fn whole_pixels_are_shifted_along_both_axes() {
        let image: Vec<f32> = (0..48).map(|i| i as f32).collect();
        let x = Literal::from_vec([IMAGES, 8, 6, 1], image.repeat(IMAGES).as_slice()).unwrap();
        for mode in MODES {
            let expected = |down: i64, right: i64| -> Vec<f32> {
                let column = |j: i64| -> Vec<f32> {
                    let row = |i: usize| pixel(&image[i * 6..(i + 1) * 6], j - right, mode);
                    (0..8).map(row).collect()
                };
                let of = |i: i64, j: i64| pixel(&column(j), i - down, mode);
                (0..8).flat_map(|i| (0..6).map(move |j| (i, j))).map(|(i, j)| of(i, j)).collect()
            };
            let all = (-2..=2).flat_map(|down| (-1..=3).map(move |right| (down, right)));
            let all: Vec<_> = all.map(|(down, right)| ((down, right), expected(down, right))).collect();
            let after = shifted(Interpolation::Nearest, mode, (0.25.into(), (-1.0 / 6.0, 0.5).into()), &x);
            let mut seen = BTreeMap::new();
            for image in after.chunks(48) {
                let found = all.iter().find(|(_, expected)| expected == image);
                let (shift, _) = found.unwrap_or_else(|| panic!("{mode:?}: no shift gives {image:?}"));
                *seen.entry(*shift).or_insert(0) += 1;
            }
            assert_eq!(seen.len(), 25, "{mode:?}: {seen:?}");
            // Distances are uniform and rounded, so the two at the ends are half as frequent: each of 16
            // parts has 125 images, and five standard deviations are 54.
            for ((down, right), count) in seen {
                let parts = if down.abs() == 2 { 1 } else { 2 } * if right == -1 || right == 3 { 1 } else { 2 };
                assert!((count as f64 - 31.25 * f64::from(parts)).abs() < 60.0, "{mode:?} {down} {right}: {count}");
            }
        }
    }

    #[test]
    fn bilinear_interpolation_is_the_weighted_mean() {
        let image: Vec<f32> = (0..10).map(|i| 16.0 * i as f32).collect();
        let x = Literal::from_vec([IMAGES, 10, 1, 1], image.repeat(IMAGES).as_slice()).unwrap();
        for mode in MODES {
            let after = shifted(Interpolation::Bilinear, mode, ((-0.3, 0.1).into(), 0.0.into()), &x);
            let mut distances = Vec::new();
            for after in after.chunks(10) {
                // Pixel 5 depends on inside pixels only, where the image is a linear ramp.
                let distance = 5.0 - after[5] / 16.0;
                for (i, value) in after.iter().enumerate() {
                    let at = i as f32 - distance;
                    let (low, part) = (at.floor() as i64, at - at.floor());
                    let expected = (1.0 - part) * pixel(&image, low, mode) + part * pixel(&image, low + 1, mode);
                    assert!((value - expected).abs() < 1e-2, "{mode:?}, {distance} at {i}: {value} {expected}");
                }
                distances.push(f64::from(distance));
            }
            // Uniform between -3 and 1: the mean is -1, within five times 1.15 / sqrt(2000).
            let mean = distances.iter().sum::<f64>() / IMAGES as f64;
            assert!((mean + 1.0).abs() < 0.13, "{mode:?}: {mean}");
            assert!(distances.iter().all(|d| (-3.01..1.01).contains(d)), "{mode:?}");
        }
    }

    #[test]
    fn nothing_is_shifted_outside_of_training() {
        let x = Literal::from_vec([1, 2, 2, 1], [1.0f32, 2.0, 3.0, 4.0]).unwrap();
        let layer = RandomTranslation::new(0.5, 0.5);
        assert_eq!(evaluate(&layer, &x, None), x);
        assert_eq!(evaluate(&RandomTranslation::new(0.0, 0.0), &x, Some(1)), x);
    }

    /// The largest shift there is: a whole image.
    #[test]
    fn an_image_may_leave_the_frame() {
        let x = Literal::from_vec([64, 3, 1, 1], vec![1.0f32; 192].as_slice()).unwrap();
        for (interpolation, mode) in
            [(Interpolation::Nearest, FillMode::Constant), (Interpolation::Bilinear, FillMode::Wrap)]
        {
            let values = shifted(interpolation, mode, (1.0.into(), (1.0, 1.0).into()), &x);
            assert_eq!(values.len(), 192);
            assert!(values.iter().all(|v| (*v - 1.0).abs() < 1e-6 || *v == FILL));
        }
    }
}
