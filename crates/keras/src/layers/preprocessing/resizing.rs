//! Images of another size.

use std::f64::consts::PI;

use crate::error::{Error, Result};
use crate::graph::{InputSpec, Layer, Scope};
use crate::layers::data_format::DataFormat;
use crate::layers::reshaping::{check_resized, linear};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::choices! {
    /// The pixels of a resized image.
    ResizingInterpolation {
        /// The nearest pixel.
        Nearest = "nearest",
        /// The weighted mean of the neighboring pixels.
        Bilinear = "bilinear",
        /// A cubic convolution of 4 by 4 pixels (Keys, 1981).
        Bicubic = "bicubic",
        /// A windowed sinc of radius 3.
        Lanczos3 = "lanczos3",
        /// A windowed sinc of radius 5.
        Lanczos5 = "lanczos5",
    }
}

impl ResizingInterpolation {
    /// The weight of a pixel at this distance.
    fn kernel(self, distance: f64) -> f64 {
        let sinc = |x: f64| if x > 1e-3 { (PI * x).sin() / (PI * x) } else { 1.0 };
        let lanczos = |radius: f64| if distance > radius { 0.0 } else { sinc(distance) * sinc(distance / radius) };
        match self {
            Self::Nearest => f64::from(u8::from(distance <= 0.5)),
            Self::Bilinear => (1.0 - distance).max(0.0),
            Self::Bicubic if distance >= 2.0 => 0.0,
            Self::Bicubic if distance >= 1.0 => ((-0.5 * distance + 2.5) * distance - 4.0) * distance + 2.0,
            Self::Bicubic => (1.5 * distance - 2.5) * distance * distance + 1.0,
            Self::Lanczos3 => lanczos(3.0),
            Self::Lanczos5 => lanczos(5.0),
        }
    }
}

crate::layer! {
    /// Resizes images, as Keras on JAX does.
    ///
    /// ```
    /// use keras::{Input, layers::Resizing};
    /// let y = Resizing::new(4, 6).call(&Input::new([9, 9, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 6, 3)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Resizing(
        /// The height of the result.
        height: [usize],
        /// The width of the result.
        width: [usize],
    ) {
        /// The pixels of the result. Default: bilinear.
        interpolation: [ResizingInterpolation] = ResizingInterpolation::Bilinear;
        /// If true, the image is first cropped around its center to the ratio of height and width of the
        /// result. Default: false.
        crop_to_aspect_ratio: [bool] = false;
        /// If true, the image is first padded on both sides to that ratio. Default: false.
        pad_to_aspect_ratio: [bool] = false;
        /// The value of the padding. Default: 0.
        fill_value: [f64] = 0.0;
        /// If true, an image that gets smaller is smoothed: pixels of the result are means of all the pixels
        /// that they replace. Default: false.
        antialias: [bool] = false;
        /// The place of the channels. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
    fixed { "fill_mode": "constant" }
}

/// The maximum number of weights of an axis: pixels before times pixels after.
const MAX_WEIGHTS: usize = 1 << 24;

impl Resizing {
    /// The sizes of an image that has the ratio of the result: that size of each axis which belongs to the
    /// other axis's own.
    fn at_ratio(&self, [height, width]: [usize; 2]) -> [usize; 2] {
        let of = |other: usize, size: usize, by: usize| other * size / by;
        [of(width, self.height, self.width), of(height, self.width, self.height)]
    }

    /// The images, cropped or padded to the ratio of the result.
    fn with_ratio(&self, x: &Tensor) -> Tensor {
        let first = self.data_format.first_spatial();
        let sizes = [x.shape()[first], x.shape()[first + 1]];
        let wanted = self.at_ratio(sizes);
        if self.crop_to_aspect_ratio {
            let (mut starts, mut kept) = (vec![0; 4], x.shape().to_vec());
            for axis in 0..2 {
                kept[first + axis] = wanted[axis].clamp(1, sizes[axis]);
                starts[first + axis] = (sizes[axis] - kept[first + axis]) / 2;
            }
            return ops::slice(x, &starts, &kept);
        }
        let margins = [0, 1].map(|axis| wanted[axis].saturating_sub(sizes[axis]) / 2);
        // Keras pads one axis, and an odd number of pixels by one less.
        let axis = usize::from(margins[0] == 0);
        let mut widths = vec![(0, 0); 4];
        widths[first + axis] = (margins[axis], margins[axis]);
        ops::pad(x, &widths, self.fill_value)
    }

    /// The images with this size of an axis.
    fn resized(&self, x: &Tensor, axis: usize, size: usize) -> Result<Tensor> {
        let before = x.shape()[axis];
        match self.interpolation {
            _ if before == size => Ok(x.clone()),
            ResizingInterpolation::Nearest => {
                let ratio = before as f64 / size as f64;
                let nearest = |i: usize| ((i as f64 + 0.5) * ratio).floor().min(before as f64 - 1.0);
                let indices: Vec<f64> = (0..size).map(nearest).collect();
                Ok(ops::take(x, &ops::row_of(x, &indices), axis as i64))
            }
            ResizingInterpolation::Bilinear if !self.antialias => linear(x, axis, size),
            _ => {
                let weights = ops::array(&self.weights(before, size)?, &[size, before]).to(x.element());
                Ok(ops::moveaxis(&ops::tensordot(x, &weights, &[axis as i64], &[1]), -1, axis as i64))
            }
        }
    }

    /// The weights of all pixels of an axis, for each pixel of the result; their sums are 1.
    fn weights(&self, before: usize, size: usize) -> Result<Vec<f64>> {
        if before.saturating_mul(size) > MAX_WEIGHTS {
            return Err(Error::shape(format!(
                "Resizing: from {before} to {size} pixels takes more than {MAX_WEIGHTS} weights; take the \
                 interpolation bilinear or nearest without antialias"
            )));
        }
        let ratio = before as f64 / size as f64;
        let kernel_scale = if self.antialias { ratio.max(1.0) } else { 1.0 };
        let rows = (0..size).map(|i| {
            let center = (i as f64 + 0.5) * ratio - 0.5;
            let row = (0..before).map(|j| self.interpolation.kernel((center - j as f64).abs() / kernel_scale));
            let row: Vec<f64> = row.collect();
            let sum: f64 = row.iter().sum();
            row.into_iter().map(move |weight| weight / sum)
        });
        Ok(rows.flatten().collect())
    }
}

impl Layer for Resizing {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        if self.crop_to_aspect_ratio && self.pad_to_aspect_ratio {
            return Err(Error::argument("Resizing: images are cropped or padded to the ratio, not both"));
        }
        let (_, spatial) = self.data_format.split(&inputs[0]);
        for (before, size) in spatial.iter().zip([self.height, self.width]) {
            check_resized(*before, size)?;
        }
        if self.pad_to_aspect_ratio {
            for padded in self.at_ratio([spatial[0], spatial[1]]) {
                check_resized(padded.max(1), 1)?;
            }
        }
        Ok(())
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let with_ratio = self.crop_to_aspect_ratio || self.pad_to_aspect_ratio;
        let x = if with_ratio { self.with_ratio(&inputs[0]) } else { inputs[0].clone() };
        let mut axes = (self.data_format.first_spatial()..).zip([self.height, self.width]);
        axes.try_fold(x, |x, (axis, size)| self.resized(&x, axis, size))
    }
}
