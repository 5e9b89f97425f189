//! Images, bent by random distances.

use super::batch::of_images;
use super::sampling::Sampling;
use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::{self, Axes, Tensor};

operations! {
    /// Images whose pixels are moved by smooth random distances (Simard et al., 2003): normal numbers with
    /// the deviation `sigma`, blurred by a kernel with the same deviation in pixels, times `alpha`.
    /// Interpolation is `nearest` or `bilinear`; for the modes see
    /// [`map_coordinates`](super::map_coordinates).
    ///
    /// In the place of Keras's seed are `draws`, standard normal numbers of
    /// [`random::normal`](crate::random::normal), `(2, batch, height, width)`: for rows, then for columns.
    /// Keras 3.15 uses the same ones for both.
    fn elastic_transform(
        images: &Tensor,
        draws: &Tensor,
        alpha: f64,
        sigma: f64,
        interpolation: &str,
        fill_mode: &str,
        fill_value: f64,
    ) -> Tensor {
        of_images("elastic_transform", 2, images, |x| {
            let sampling = Sampling::new(interpolation, fill_mode, fill_value)?;
            if !(sigma > 0.0 && sigma < 1000.0) {
                return Err(Error::argument(format!("sigma is above 0 and below 1000, not {sigma}")));
            }
            let bent = Elastic { alpha: ops::full(&[], alpha), sigma: ops::full(&[], sigma), most: sigma, sampling };
            bent.transform(x, draws)
        })
    }
}

/// Smooth random distances, by which the pixels of images are moved.
pub(crate) struct Elastic {
    /// The factor of the distances.
    pub alpha: Tensor,
    /// The deviation of the numbers before they are blurred, and of the blur in pixels.
    pub sigma: Tensor,
    /// The largest value of `sigma`.
    pub most: f64,
    pub sampling: Sampling,
}

impl Elastic {
    /// The images with their pixels moved; `draws` are two normal numbers for each.
    pub fn transform(&self, x: &Tensor, draws: &Tensor) -> Result<Tensor> {
        let dims = [2, x.dim(0), x.dim(1), x.dim(2)];
        if draws.size() != dims.iter().product::<usize>() {
            let (shape, images) = (draws.shape(), x.shape());
            return Err(Error::shape(format!("draws of shape {shape:?} for images {images:?}; expected {dims:?}")));
        }
        let draws = ops::unstack(&ops::reshape(draws, &dims.map(|n| n as i64)), 0);
        let mut places = Vec::new();
        for ((axis, dims), draws) in [(1, [1, -1, 1]), (2, [1, 1, -1])].into_iter().zip(&draws) {
            let place = ops::reshape(&ops::arange(0, x.dim(axis) as i64, 1), &dims);
            places.push(ops::cast(&place, "float32") + self.field(draws)? * &self.alpha);
        }
        Ok(self.sampling.sample(x, &places))
    }

    /// A number for each pixel, `(batch, height, width)`.
    fn field(&self, draws: &Tensor) -> Result<Tensor> {
        let noise = ops::expand_dims(draws, -1) * &self.sigma;
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
