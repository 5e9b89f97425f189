//! Augmentation that bends images.

use super::augment::{PIXELS, Sampling, augmentation, chance, check_factor, clipped, normal};
use super::random_translation::{Factor, FillMode, Interpolation};
use crate::error::Result;
use crate::graph::Scope;
use crate::ops::{self, Axes, Tensor};

augmentation! {
    /// Moves the pixels of some images by smooth random distances (Simard et al., 2003).
    ///
    /// The distances of a draw `s` of `scale` are normal with the deviation `sigma`, a twentieth of the
    /// shorter side times `s`, blurred with the same deviation, times a tenth of the longer side times `s`.
    /// Keras 3.15 uses one draw for both directions; here each has its own.
    ///
    /// ```
    /// use keras::{Input, layers::RandomElasticTransform};
    /// let x = Input::new([32, 32, 3]);
    /// assert_eq!(RandomElasticTransform::new().scale((0.5, 1.0)).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    RandomElasticTransform() {
        /// The range of the probability. Default: up to 1.
        factor: [Factor] = Factor::Both(1.0);
        /// The range of the strength, from 0 to 1, which is drawn for the whole batch. Default: up to 1.
        scale: [Factor] = Factor::Both(1.0);
        /// Interpolation between pixels. Default: bilinear.
        interpolation: [Interpolation] = Interpolation::Bilinear;
        /// The pixels outside of an image. Default: the image, mirrored.
        fill_mode: [FillMode] = FillMode::Reflect;
        /// The pixels outside of an image under [`FillMode::Constant`]. Default: 0.
        fill_value: [f64] = 0.0;
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
    check |layer, _image| {
        check_factor("factor", layer.factor, 0.0, 1.0)?;
        check_factor("scale", layer.scale, 0.0, 1.0)
    }
    train |layer, scope, x| {
        let (low, high) = layer.scale.above(0.0);
        if high == 0.0 || layer.factor.above(0.0).1 == 0.0 {
            return Ok(x.clone());
        }
        let changed = chance(scope, x, layer.factor.above(0.0))?;
        let strength = scope.random_uniform(&[])? * (high - low) + low;
        let (height, width) = (x.dim(1), x.dim(2));
        let sides = (height.min(width) as f64, height.max(width) as f64);
        let field = Field { sigma: &strength * (0.05 * sides.0), most: high * 0.05 * sides.0 };
        let reach = &strength * (0.1 * sides.1);
        let mut places = Vec::new();
        for (axis, dims) in [(1, [1, -1, 1]), (2, [1, 1, -1])] {
            let place = ops::reshape(&ops::arange(0, x.dim(axis) as i64, 1), &dims);
            places.push(ops::cast(&place, "float32") + field.draw(scope, x)? * &reach);
        }
        let sampling =
            Sampling { interpolation: layer.interpolation, fill_mode: layer.fill_mode, fill_value: layer.fill_value };
        let moved = sampling.sample(x, &places[0], &places[1]);
        clipped(&ops::where_(&changed, &moved, x), layer.value_range)
    }
}

/// A field of smooth random numbers.
struct Field {
    /// The deviation of the numbers before they are blurred, and of the blur in pixels.
    sigma: Tensor,
    /// The largest value of it.
    most: f64,
}

impl Field {
    /// A number for each pixel, `(batch, height, width)`.
    fn draw(&self, scope: &mut Scope, x: &Tensor) -> Result<Tensor> {
        let noise = normal(scope, &ops::zeros(&[x.dim(0), x.dim(1), x.dim(2), 1]))? * &self.sigma;
        // The weights within three deviations; those of a smaller deviation are 0 further out.
        let half = (6.0 * self.most) as i64 / 2;
        let offset = ops::cast(&ops::arange(-half, half + 1, 1), "float32");
        let within = ops::floor(&(ops::floor(&(&self.sigma * 6.0)) / 2.0));
        let sigma = ops::maximum(&self.sigma, &ops::full_like(&self.sigma, 1e-6));
        let weight = ops::exp(&(ops::square(&(&offset / sigma)) * -0.5));
        let weight =
            ops::where_(&ops::less_equal(&ops::absolute(&offset), &within), &weight, &ops::zeros_like(&weight));
        let weight = &weight / ops::sum(&weight, Axes::All, true);
        let size = 2 * half + 1;
        let blurred = ops::conv(&noise, &ops::reshape(&weight, &[size, 1, 1, 1]), &[1, 1], "same", &[1, 1])?;
        let blurred = ops::conv(&blurred, &ops::reshape(&weight, &[1, size, 1, 1]), &[1, 1], "same", &[1, 1])?;
        Ok(ops::squeeze(&blurred, -1))
    }
}
