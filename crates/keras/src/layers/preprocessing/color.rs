//! Augmentation of colors.

use super::augment::{
    PIXELS, augmentation, chance, check_colors, check_factor, clipped, draw, draw_sign, normal, rescaled,
};
use super::random_translation::Factor;
use super::rescaling::Factors;
use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::layers::window::Sizes;
use crate::ops::image::{filtered, gaussian_kernel, hsv_of_rgb, rgb_of_hsv, rgb_to_grayscale};
use crate::ops::{self, Tensor};

crate::layer! {
    /// The contrast of each channel, stretched to the whole range of values; in training and outside of it.
    /// With channels first it is that of each column, as in Keras 3.15.
    ///
    /// ```
    /// use keras::{Input, layers::AutoContrast};
    /// let x = Input::new([8, 8, 3]);
    /// assert_eq!(AutoContrast::new().call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    AutoContrast() {
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl Layer for AutoContrast {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = rescaled(&inputs[0], self.value_range, PIXELS);
        let (low, high) = (ops::min(&x, [1, 2], true), ops::max(&x, [1, 2], true));
        let scale = 255.0 / (high - &low);
        let y = rescaled(&ops::clip(&(&x * &scale - low * &scale), 0.0, 255.0), PIXELS, self.value_range);
        // A channel of one value stays as it is.
        Ok(ops::where_(&ops::isnan(&y), &inputs[0], &y))
    }
}

augmentation! {
    /// Adds a number to each image, then inverts its pixels from a threshold on.
    Solarization() {
        /// The range of the number, a fraction of 255. Default: 0.
        addition_factor: [Factor] = Factor::Both(0.0);
        /// The range of the threshold, a fraction of 255. Default: 0.
        threshold_factor: [Factor] = Factor::Both(0.0);
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| {
        config.set("addition_factor", &layer.addition_factor.written(0.0));
        config.set("threshold_factor", &layer.threshold_factor.written(0.0));
    }
    check |layer, _image| {
        check_factor("addition_factor", layer.addition_factor, 0.0, 1.0)?;
        check_factor("threshold_factor", layer.threshold_factor, 0.0, 1.0)
    }
    train |layer, scope, x| {
        let bounds = |factor: Factor| (factor.above(0.0).0, factor.above(0.0).1 * 255.0);
        let addition = draw(scope, x, bounds(layer.addition_factor))?;
        let threshold = draw(scope, x, bounds(layer.threshold_factor))?;
        let y = ops::clip(&(rescaled(x, layer.value_range, PIXELS) + addition), 0.0, 255.0);
        let y = ops::where_(&ops::less(&y, &threshold), &y, &(255.0 - &y));
        rescaled(&y, PIXELS, layer.value_range)
    }
}

augmentation! {
    /// The histogram of each channel of a batch, equalized.
    Equalization() {
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// The number of intervals of the histogram. Default: 256.
        bins: [usize] = 256;
    }
    check |layer, _image| {
        if (2..=65536).contains(&layer.bins) {
            return Ok(());
        }
        Err(Error::argument(format!("Equalization: bins is from 2 to 65536, not {}", layer.bins)))
    }
    train |layer, _scope, x| {
        let channels = ops::unstack(&rescaled(x, layer.value_range, PIXELS), -1);
        let equalized: Vec<Tensor> = channels.iter().map(|channel| equalized(channel, layer.bins)).collect();
        rescaled(&ops::stack(&equalized.iter().collect::<Vec<_>>(), -1)?, PIXELS, layer.value_range)
    }
}

/// A channel with an equalized histogram.
fn equalized(x: &Tensor, bins: usize) -> Tensor {
    let last = bins as f64 - 1.0;
    let bin = |y: Tensor| ops::cast(&ops::clip(&y, 0.0, last), "int32");
    let counts = ops::cast(&ops::bincount(&ops::ravel(&bin(x * last / 255.0)), bins), "float32");
    let below = ops::cumsum(&counts, 0);
    let total = ops::max(&below, 0, true);
    let occupied = ops::greater(&below, &ops::zeros_like(&below));
    let first = ops::min(&ops::where_(&occupied, &below, &total), 0, true);
    let rest = ops::maximum(&(&total - &first), &ops::ones_like(&total));
    let table = ops::clip(&ops::round(&((below - first) * 255.0 / rest)), 0.0, 255.0);
    let y = ops::take(&table, &bin(x / 255.0 * last), 0).to(x.element());
    // A channel of one value stays as it is.
    let several = ops::greater(&ops::count_nonzero(&counts, 0), &ops::ones_like(&ops::count_nonzero(&counts, 0)));
    ops::where_(&several, &y, x)
}

/// The images, brighter or darker by a fraction of the range.
fn brightness(scope: &mut Scope, x: &Tensor, factor: Factor, range: Factor) -> Result<Tensor> {
    let (low, high) = range.above(f64::NEG_INFINITY);
    Ok(clipped(&(x + draw(scope, x, factor.above(-1.0))? * (high - low)), range))
}

/// The images, with their distance from the mean multiplied.
fn contrast(scope: &mut Scope, x: &Tensor, factor: Factor, range: Factor) -> Result<Tensor> {
    let (low, high) = factor.above(0.0);
    let mean = ops::mean(x, [1, 2], true);
    Ok(clipped(&((x - &mean) * draw(scope, x, (1.0 - low, 1.0 + high))? + mean), range))
}

/// The images, with their saturation multiplied.
fn saturation(scope: &mut Scope, x: &Tensor, factor: Factor, range: Factor) -> Result<Tensor> {
    let factor = draw(scope, x, factor.above(-1.0))?;
    let factor = &factor / (1.0 - &factor + 1e-7);
    let [hue, saturation, value] = hsv_of_rgb(x);
    rgb_of_hsv([hue, clipped(&(saturation * factor), range), value])
}

/// The images, with their hue turned.
fn hue(scope: &mut Scope, x: &Tensor, factor: Factor, range: Factor) -> Result<Tensor> {
    let unit = Factor::Between(0.0, 1.0);
    let turn = draw_sign(scope, x)? * draw(scope, x, factor.above(0.0))? * 0.5;
    let [hue, saturation, value] = hsv_of_rgb(&rescaled(x, range, unit));
    let hue = hue + turn;
    let hue = ops::where_(&ops::greater(&hue, &ops::ones_like(&hue)), &(&hue - 1.0), &hue);
    let hue = ops::where_(&ops::less(&hue, &ops::zeros_like(&hue)), &(&hue + 1.0), &hue);
    Ok(rescaled(&ops::clip(&rgb_of_hsv([hue, saturation, value])?, 0.0, 1.0), unit, range))
}

/// Declares a layer with a factor, whose lowest bound is given, and a range of values.
macro_rules! by_factor {
    (
        $(#[$doc:meta])*
        $layer:ident($lowest:literal, $highest:literal) $(colors $colors:literal)?
        |$scope:ident, $x:ident, $factor:ident, $range:ident| $formula:expr
    ) => {
        augmentation! {
            $(#[$doc])*
            $layer(
                /// The range of the factor.
                factor: [Factor],
            ) {
                /// The least and the greatest value of pixels. Default: 0 and 255.
                value_range: [Factor] = PIXELS;
                /// Stored in Keras's configuration only; the draws depend on the seed of the training run.
                /// Default: none.
                seed: [Option<u64>] = None;
            }
            config |layer, config| { config.set("factor", &layer.factor.written($lowest)); }
            check |layer, _image| {
                $(check_colors($colors, _image)?;)?
                check_factor("factor", layer.factor, $lowest, $highest)
            }
            train |layer, $scope, $x| {
                let ($factor, $range) = (layer.factor, layer.value_range);
                $formula
            }
        }
    };
}

by_factor! {
    /// Adds a fraction of the range to each image.
    ///
    /// ```
    /// use keras::{Input, layers::RandomBrightness};
    /// let x = Input::new([8, 8, 3]);
    /// assert_eq!(RandomBrightness::new(0.2).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    RandomBrightness(-1.0, 1.0) |scope, x, factor, range| brightness(scope, x, factor, range)?
}

by_factor! {
    /// Multiplies the distance of each image's pixels from their mean by 1 and the factor.
    RandomContrast(0.0, 1.0) |scope, x, factor, range| contrast(scope, x, factor, range)?
}

by_factor! {
    /// Multiplies the saturation of each image by `factor / (1 - factor)`.
    RandomSaturation(-1.0, 1.0) colors "RandomSaturation" |scope, x, factor, range| saturation(scope, x, factor, range)?
}

by_factor! {
    /// Turns the hue of each image by half the factor, in either direction.
    RandomHue(0.0, 1.0) colors "RandomHue" |scope, x, factor, range| hue(scope, x, factor, range)?
}

by_factor! {
    /// Moves each image toward its shades of gray by the factor.
    RandomColorDegeneration(-1.0, 1.0) colors "RandomColorDegeneration" |scope, x, factor, range| {
        let factor = draw(scope, x, factor.above(-1.0))?;
        clipped(&(x + factor * (rgb_to_grayscale(x) - x)), range)
    }
}

by_factor! {
    /// Moves each image away from its mean over neighboring pixels; a factor of 1/2 leaves it as it is.
    RandomSharpness(0.0, 1.0) |scope, x, factor, range| {
        let factor = draw(scope, x, factor.above(0.0))? * 2.0;
        let (side, middle) = (1.0 / 13.0, 5.0 / 13.0);
        let kernel = ops::array(&[side, side, side, side, middle, side, side, side, side], &[3, 3]);
        let smooth = filtered(x, &kernel, "same")?;
        clipped(&(x + (1.0 - factor) * (smooth - x)), range)
    }
}

augmentation! {
    /// Brightness, contrast, saturation and hue of each image, changed in this order; those without a factor
    /// are left as they are.
    RandomColorJitter() {
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// The range of [`RandomBrightness`]. Default: none.
        brightness_factor: [Option<Factor>] = None;
        /// The range of [`RandomContrast`]. Default: none.
        contrast_factor: [Option<Factor>] = None;
        /// The range of [`RandomSaturation`]. Default: none.
        saturation_factor: [Option<Factor>] = None;
        /// The range of [`RandomHue`]. Default: none.
        hue_factor: [Option<Factor>] = None;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    check |layer, image| {
        if layer.saturation_factor.or(layer.hue_factor).is_some() {
            check_colors("RandomColorJitter", image)?;
        }
        Ok(())
    }
    train |layer, scope, x| {
        type Change = fn(&mut Scope, &Tensor, Factor, Factor) -> Result<Tensor>;
        let changes: [(Option<Factor>, Change); 4] = [
            (layer.brightness_factor, brightness),
            (layer.contrast_factor, contrast),
            (layer.saturation_factor, saturation),
            (layer.hue_factor, hue),
        ];
        let mut y = x.clone();
        for (factor, change) in changes {
            if let Some(factor) = factor {
                y = change(scope, &y, factor, layer.value_range)?;
            }
        }
        y
    }
}

augmentation! {
    /// Shades of gray in place of the colors of some images.
    RandomGrayscale() {
        /// The probability. Default: 1/2.
        factor: [f64] = 0.5;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    check |layer, image| {
        check_colors("RandomGrayscale", image)?;
        check_factor("factor", Factor::Both(layer.factor), 0.0, 1.0)
    }
    train |layer, scope, x| {
        let changed = chance(scope, x, (layer.factor, layer.factor))?;
        ops::where_(&changed, &ops::broadcast_to(&rgb_to_grayscale(x), x.shape()), x)
    }
}

augmentation! {
    /// Inverts some images: the greatest value minus each pixel.
    RandomInvert() {
        /// The range of the probability. Default: up to 1.
        factor: [Factor] = Factor::Both(1.0);
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| { config.set("factor", &layer.factor.written(0.0)); }
    check |layer, _image| { check_factor("factor", layer.factor, 0.0, 1.0) }
    train |layer, scope, x| {
        let changed = chance(scope, x, layer.factor.above(0.0))?;
        ops::where_(&changed, &(layer.value_range.above(f64::NEG_INFINITY).1 - x), x)
    }
}

augmentation! {
    /// Keeps the highest bits of each pixel.
    RandomPosterization(
        /// The range of the number of bits, from 1 to 8; a single number is the highest.
        factor: [Factor],
    ) {
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| { config.set("factor", &layer.factor.written(1.0)); }
    check |layer, _image| { check_factor("factor", layer.factor, 1.0, 8.0) }
    train |layer, scope, x| {
        // As in Keras, the highest number of bits is drawn only if it is the only one.
        let bits = ops::floor(&draw(scope, x, layer.factor.above(1.0))?);
        let step = ops::exp2(&(8.0 - bits));
        let y = ops::floor(&rescaled(x, layer.value_range, PIXELS));
        rescaled(&(ops::floor(&(y / &step)) * step), PIXELS, layer.value_range)
    }
}

augmentation! {
    /// Blurs some images; one draw decides how much for the whole batch.
    RandomGaussianBlur() {
        /// The range of the probability. Default: up to 1.
        factor: [Factor] = Factor::Both(1.0);
        /// The size of the kernel, odd numbers: of rows and of columns. Default: 3.
        kernel_size: [Sizes<2>] = Sizes([3, 3]);
        /// The range of the standard deviation in pixels. Default: up to 1.
        sigma: [Factor] = Factor::Both(1.0);
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| {
        config.set("factor", &layer.factor.written(0.0));
        config.set("sigma", &layer.sigma.written(0.0));
    }
    check |layer, _image| {
        check_factor("factor", layer.factor, 0.0, 1.0)?;
        if layer.kernel_size.0.iter().all(|n| n % 2 == 1 && *n < 1024) {
            return Ok(());
        }
        Err(Error::argument(format!("kernel_size must be odd numbers. Received: {}", layer.kernel_size.text())))
    }
    train |layer, scope, x| {
        let changed = chance(scope, x, layer.factor.above(0.0))?;
        let (low, high) = layer.sigma.above(0.0);
        let sigmas = ops::unstack(&(scope.random_uniform(&[2])? * (high - low) + (low + 1e-6)), 0);
        let kernel = gaussian_kernel(layer.kernel_size.0, [&sigmas[0], &sigmas[1]]);
        let blurred = filtered(x, &kernel, "same")?;
        clipped(&ops::where_(&changed, &blurred, x), layer.value_range)
    }
}

augmentation! {
    /// Replaces a random rectangle of some images.
    RandomErasing() {
        /// The range of the probability. Default: up to 1.
        factor: [Factor] = Factor::Both(1.0);
        /// The range of the rectangle's area along each axis, a fraction. Default: 0.02 to 0.33.
        scale: [Factor] = Factor::Between(0.02, 0.33);
        /// The values of the rectangle, one or one for each channel. Default: noise.
        fill_value: [Option<Factors>] = None;
        /// The least and the greatest value of pixels. Default: 0 and 255.
        value_range: [Factor] = PIXELS;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
    config |layer, config| {
        config.set("factor", &layer.factor.written(0.0));
        config.set("scale", &layer.scale.written(0.0));
    }
    check |layer, image| {
        check_factor("factor", layer.factor, 0.0, 1.0)?;
        check_factor("scale", layer.scale, 0.0, 1.0)?;
        let fill = layer.fill_value.as_ref().map_or(1, |fill| fill.values().len());
        if fill == 1 || Some(fill) == image.last() {
            return Ok(());
        }
        Err(Error::argument(format!("RandomErasing: {fill} values of fill_value for images of {image}")))
    }
    train |layer, scope, x| {
        let inside = rectangle(scope, x, |scope| Ok([
            ops::sqrt(&draw(scope, x, layer.scale.above(0.0))?),
            ops::sqrt(&draw(scope, x, layer.scale.above(0.0))?),
        ]))?;
        let changed = chance(scope, x, layer.factor.above(0.0))?;
        let fill = match &layer.fill_value {
            Some(fill) => ops::broadcast_to(&ops::row_of(x, fill.values()).to(x.element()), x.shape()),
            None => normal(scope, x)? * layer.value_range.above(f64::NEG_INFINITY).1,
        };
        ops::where_(&ops::logical_and(&changed, &inside), &clipped(&fill, layer.value_range), x)
    }
}

/// True inside of a random rectangle of each image, whose width and height are fractions of the image's.
pub(super) fn rectangle(
    scope: &mut Scope,
    x: &Tensor,
    fractions: impl FnOnce(&mut Scope) -> Result<[Tensor; 2]>,
) -> Result<Tensor> {
    let [width, height] = fractions(scope)?;
    let mut sides = Vec::new();
    for (axis, fraction) in [(2, width), (1, height)] {
        let size = x.dim(axis);
        let length = fraction * size as f64;
        let start = draw(scope, x, (0.0, 1.0))? * (size as f64 - &length);
        let mut dims = [1, 1, 1, 1];
        dims[axis as usize] = size as i64;
        let place = ops::reshape(&ops::arange(0, size as i64, 1), &dims).to(x.element());
        sides.push(ops::logical_and(&ops::greater_equal(&place, &start), &ops::less(&place, &(&start + &length))));
    }
    Ok(ops::logical_and(&sides[0], &sides[1]))
}
