//! Augmentation that bends images.

use super::augment::{PIXELS, augmentation, chance, check_factor, clipped, normal};
use super::random_translation::{Factor, FillMode, Interpolation};
use crate::ops;
use crate::ops::image::{Elastic, Sampling};

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
        let bent = Elastic {
            alpha: &strength * (0.1 * sides.1),
            sigma: &strength * (0.05 * sides.0),
            most: high * 0.05 * sides.0,
            sampling: Sampling::new(layer.interpolation.name(), layer.fill_mode.name(), layer.fill_value)?,
        };
        let draws = normal(scope, &ops::zeros(&[2, x.dim(0), height, width]))?;
        let moved = bent.transform(x, &draws)?;
        clipped(&ops::where_(&changed, &moved, x), layer.value_range)
    }
}
