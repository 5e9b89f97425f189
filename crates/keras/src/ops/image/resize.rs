//! Images of another size.

use std::f64::consts::PI;

use super::batch::of_images;
use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::{self, Tensor};

operations! {
    /// Images of another height and width, as Keras on JAX resizes them. Interpolation is `nearest`,
    /// `bilinear`, `bicubic`, `lanczos3` or `lanczos5`; `antialias` smooths images that get smaller. Images
    /// are first cropped around their center to the ratio of the size with `crop_to_aspect_ratio`, or padded
    /// with `fill_value` with `pad_to_aspect_ratio`.
    fn resize(
        images: &Tensor,
        size: [usize; 2],
        interpolation: &str,
        antialias: bool,
        crop_to_aspect_ratio: bool,
        pad_to_aspect_ratio: bool,
        fill_value: f64,
    ) -> Tensor {
        of_images("resize", 2, images, |x| {
            let resize =
                Resize { size, interpolation, antialias, crop_to_aspect_ratio, pad_to_aspect_ratio, fill_value };
            resize.check([x.dim(1), x.dim(2)])?;
            resize.apply(x, 1)
        })
    }
    /// A tensor of the shape `output_shape`, to which places are moved along the axes `spatial_dims`: `x` to
    /// `x · scale + translation`, with the middle of the first element at 0.5. What comes from outside of the
    /// images is 0. The method is `linear`, `cubic`, `lanczos3` or `lanczos5`, or the first two's names in
    /// two and three dimensions, `bilinear`, `tricubic` and so on; `antialias` smooths what gets smaller.
    fn scale_and_translate(
        images: &Tensor,
        output_shape: &[usize],
        scale: &[f64],
        translation: &[f64],
        spatial_dims: &[i64],
        method: &str,
        antialias: bool,
    ) -> Tensor {
        moved(images, output_shape, (scale, translation), spatial_dims, method, antialias)
            .unwrap_or_else(|error| images.fail(error.at("ops.image.scale_and_translate")))
    }
}

/// [`scale_and_translate`] with scales and translations as a pair.
fn moved(
    images: &Tensor,
    output_shape: &[usize],
    (scale, translation): (&[f64], &[f64]),
    spatial_dims: &[i64],
    method: &str,
    antialias: bool,
) -> Result<Tensor> {
    let kernel = Kernel::of_method(method).ok_or_else(|| {
        Error::argument(format!("method is 'linear', 'cubic', 'lanczos3' or 'lanczos5', not {method:?}"))
    })?;
    let axes = spatial_dims.iter().map(|axis| images.axis(*axis)).collect::<Option<Vec<usize>>>();
    let axes = axes.ok_or_else(|| Error::argument("an axis of spatial_dims is out of bounds"))?;
    let kept = |axis: usize| axes.contains(&axis) || output_shape.get(axis) == images.shape().get(axis);
    if output_shape.len() != images.ndim() || !(0..images.ndim()).all(kept) {
        let shape = images.shape();
        let message = format!("shape {shape:?} can change to {output_shape:?} along the axes {spatial_dims:?} alone");
        return Err(Error::shape(message));
    }
    if scale.len() != axes.len() || translation.len() != axes.len() || scale.iter().any(|scale| *scale <= 0.0) {
        let count = axes.len();
        return Err(Error::argument(format!(
            "expected {count} scales above 0 and {count} translations, not {scale:?} and {translation:?}"
        )));
    }
    let mut moves = axes.into_iter().zip(scale.iter().zip(translation));
    moves.try_fold(images.float(), |x, (axis, (scale, translation))| {
        let weights = Weights { kernel, scale: *scale, translation: *translation, antialias };
        weights.apply(&x, axis, output_shape[axis])
    })
}

/// The weight of a pixel by its distance.
#[derive(Clone, Copy)]
enum Kernel {
    Linear,
    /// A cubic convolution of four pixels (Keys, 1981).
    Cubic,
    /// A windowed sinc of this radius.
    Lanczos(f64),
}

impl Kernel {
    /// The kernel of a method of [`scale_and_translate`], or of an interpolation of [`resize`].
    fn of_method(name: &str) -> Option<Self> {
        Some(match name {
            "linear" | "bilinear" | "trilinear" => Self::Linear,
            "cubic" | "bicubic" | "tricubic" => Self::Cubic,
            "lanczos3" => Self::Lanczos(3.0),
            "lanczos5" => Self::Lanczos(5.0),
            _ => return None,
        })
    }

    fn weight(self, distance: f64) -> f64 {
        let sinc = |x: f64| if x > 1e-3 { (PI * x).sin() / (PI * x) } else { 1.0 };
        match self {
            Self::Linear => (1.0 - distance).max(0.0),
            Self::Cubic if distance >= 2.0 => 0.0,
            Self::Cubic if distance >= 1.0 => ((-0.5 * distance + 2.5) * distance - 4.0) * distance + 2.0,
            Self::Cubic => (1.5 * distance - 2.5) * distance * distance + 1.0,
            Self::Lanczos(radius) if distance > radius => 0.0,
            Self::Lanczos(radius) => sinc(distance) * sinc(distance / radius),
        }
    }
}

/// The maximum number of weights of an axis: pixels before times pixels after.
const MAX_WEIGHTS: usize = 1 << 24;

/// The weights of an axis's pixels for those of the result.
struct Weights {
    kernel: Kernel,
    scale: f64,
    translation: f64,
    antialias: bool,
}

impl Weights {
    /// The tensor with this size of an axis.
    fn apply(&self, x: &Tensor, axis: usize, size: usize) -> Result<Tensor> {
        let before = x.shape()[axis];
        if before.saturating_mul(size) > MAX_WEIGHTS {
            return Err(Error::shape(format!(
                "from {before} to {size} pixels takes more than {MAX_WEIGHTS} weights; resize with the interpolation \
                 bilinear or nearest, without antialias"
            )));
        }
        let weights: Vec<f64> = (0..size).flat_map(|i| self.row(i, before)).collect();
        let weights = ops::array(&weights, &[size, before]).to(x.element());
        Ok(ops::moveaxis(&ops::tensordot(x, &weights, &[axis as i64], &[1]), -1, axis as i64))
    }

    /// The weights for a pixel of the result, whose sum is 1; all are 0 for one from outside.
    fn row(&self, i: usize, before: usize) -> Vec<f64> {
        let widening = if self.antialias { (1.0 / self.scale).max(1.0) } else { 1.0 };
        let center = (i as f64 + 0.5 - self.translation) / self.scale - 0.5;
        let weight = |j: usize| self.kernel.weight((center - j as f64).abs() / widening);
        let row: Vec<f64> = (0..before).map(weight).collect();
        let sum: f64 = row.iter().sum();
        let is_inside = (-0.5..=before as f64 - 0.5).contains(&center);
        // As JAX, which does not divide by sums that are 0 but for rounding.
        let factor = if is_inside && sum.abs() > 1000.0 * f64::from(f32::EPSILON) { 1.0 / sum } else { 0.0 };
        row.into_iter().map(|weight| weight * factor).collect()
    }
}

/// The arguments of [`resize`].
pub(crate) struct Resize<'a> {
    pub size: [usize; 2],
    pub interpolation: &'a str,
    pub antialias: bool,
    pub crop_to_aspect_ratio: bool,
    pub pad_to_aspect_ratio: bool,
    pub fill_value: f64,
}

impl Resize<'_> {
    /// Checks the arguments for images of this height and width.
    pub fn check(&self, spatial: [usize; 2]) -> Result<()> {
        if self.crop_to_aspect_ratio && self.pad_to_aspect_ratio {
            return Err(Error::argument("images are cropped or padded to the ratio, not both"));
        }
        for (before, size) in spatial.into_iter().zip(self.size) {
            check_resized(before, size)?;
        }
        if self.pad_to_aspect_ratio {
            for padded in self.at_ratio(spatial) {
                check_resized(padded.max(1), 1)?;
            }
        }
        Ok(())
    }

    /// The images, whose first spatial axis is this one, in the size.
    pub fn apply(&self, x: &Tensor, first: usize) -> Result<Tensor> {
        let with_ratio = self.crop_to_aspect_ratio || self.pad_to_aspect_ratio;
        let x = if with_ratio { self.with_ratio(x, first) } else { x.clone() };
        let mut axes = (first..).zip(self.size);
        axes.try_fold(x, |x, (axis, size)| self.resized(&x, axis, size))
    }

    /// The sizes of an image that has the ratio of the result: that size of each axis which belongs to the
    /// other axis's own.
    fn at_ratio(&self, [height, width]: [usize; 2]) -> [usize; 2] {
        let of = |other: usize, size: usize, by: usize| other * size / by;
        [of(width, self.size[0], self.size[1]), of(height, self.size[1], self.size[0])]
    }

    /// The images, cropped or padded to the ratio of the result.
    fn with_ratio(&self, x: &Tensor, first: usize) -> Tensor {
        let sizes = [x.shape()[first], x.shape()[first + 1]];
        let wanted = self.at_ratio(sizes);
        if self.crop_to_aspect_ratio {
            let (mut starts, mut kept) = (vec![0; x.ndim()], x.shape().to_vec());
            for axis in 0..2 {
                kept[first + axis] = wanted[axis].clamp(1, sizes[axis]);
                starts[first + axis] = (sizes[axis] - kept[first + axis]) / 2;
            }
            return ops::slice(x, &starts, &kept);
        }
        let margins = [0, 1].map(|axis| wanted[axis].saturating_sub(sizes[axis]) / 2);
        // Keras pads one axis, and an odd number of pixels by one less.
        let axis = usize::from(margins[0] == 0);
        let mut widths = vec![(0, 0); x.ndim()];
        widths[first + axis] = (margins[axis], margins[axis]);
        ops::pad(x, &widths, self.fill_value)
    }

    /// The images with this size of an axis.
    fn resized(&self, x: &Tensor, axis: usize, size: usize) -> Result<Tensor> {
        let before = x.shape()[axis];
        if self.interpolation == "nearest" {
            let ratio = before as f64 / size as f64;
            let nearest = |i: usize| ((i as f64 + 0.5) * ratio).floor().min(before as f64 - 1.0);
            let indices: Vec<f64> = (0..size).map(nearest).collect();
            return Ok(if before == size { x.clone() } else { ops::take(x, &ops::row_of(x, &indices), axis as i64) });
        }
        let kernel = Kernel::of_method(self.interpolation).ok_or_else(|| {
            let names = "'nearest', 'bilinear', 'bicubic', 'lanczos3' or 'lanczos5'";
            Error::argument(format!("interpolation is {names}, not {:?}", self.interpolation))
        })?;
        let x = x.float();
        match kernel {
            _ if before == size => Ok(x),
            Kernel::Linear if !self.antialias => linear(&x, axis, size),
            _ => {
                let scale = size as f64 / before as f64;
                Weights { kernel, scale, translation: 0.0, antialias: self.antialias }.apply(&x, axis, size)
            }
        }
    }
}

/// The maximum size of an axis that is resized: positions along it are `float32`, which is exact up to here.
const MAX_RESIZED: usize = 1 << 24;

/// Checks the sizes of an axis before and after it is resized.
fn check_resized(before: usize, size: usize) -> Result<()> {
    if (1..=MAX_RESIZED).contains(&before) && (1..=MAX_RESIZED).contains(&size) {
        return Ok(());
    }
    Err(Error::shape(format!("images are resized from and to 1 to {MAX_RESIZED} pixels, not from {before} to {size}")))
}

/// Linear interpolation to another size along an axis, with the centers of the pixels aligned.
pub(crate) fn linear(x: &Tensor, axis: usize, size: usize) -> Result<Tensor> {
    let before = x.shape()[axis];
    check_resized(before, size)?;
    let ratio = before as f64 / size as f64;
    let position = |i: usize| ((i as f64 + 0.5) * ratio - 0.5).clamp(0.0, (before - 1) as f64);
    let low: Vec<f64> = (0..size).map(|i| position(i).floor()).collect();
    let high: Vec<f64> = low.iter().map(|n| (n + 1.0).min((before - 1) as f64)).collect();
    let fraction: Vec<f64> = (0..size).map(|i| position(i) - low[i]).collect();
    let at = |indices: &[f64]| ops::take(x, &ops::row_of(x, indices), axis as i64);
    let mut shape = vec![1; x.ndim()];
    shape[axis] = -1;
    let fraction = ops::reshape(&ops::row_of(x, &fraction), &shape).to(x.element());
    Ok(at(&low) * (1.0 - &fraction) + at(&high) * &fraction)
}
