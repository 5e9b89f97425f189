//! Convolutions of each channel with one kernel.

use super::batch::of_images;
use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::{self, Axes, Tensor};

operations! {
    /// Images, smoothed by a Gaussian kernel, with zeros around them. As in Keras, the first size and the
    /// first deviation, in pixels, are those of the columns.
    fn gaussian_blur(images: &Tensor, kernel_size: [usize; 2], sigma: [f64; 2]) -> Tensor {
        of_images("gaussian_blur", 2, images, |x| {
            check_kernel(kernel_size, sigma)?;
            let sigma = sigma.map(|sigma| ops::full(&[], sigma));
            filtered(x, &gaussian_kernel(kernel_size, sigma.each_ref()), "same")
        })
    }
    /// Sobel's derivatives of images, `(batch, height, width, channels, 2)`: by the row, then by the column.
    fn sobel_edges(images: &Tensor) -> Tensor {
        of_images("sobel_edges", 2, images, |x| {
            let by_column = ops::array(&[-1.0, 0.0, 1.0, -2.0, 0.0, 2.0, -1.0, 0.0, 1.0], &[3, 3]);
            let by_row = filtered(x, &ops::transpose(&by_column, &[]), "same")?;
            ops::stack(&[&by_row, &filtered(x, &by_column, "same")?], -1)
        })
    }
    /// How similar two images are in structure, from -1 to 1: the mean over pixels and channels of Wang's
    /// index (Wang et al., 2004), for each image of a batch. `max_val` is the greatest value of pixels;
    /// Keras's defaults are `filter_size` 11, `filter_sigma` 1.5, `k1` 0.01 and `k2` 0.03.
    fn ssim(
        image1: &Tensor,
        image2: &Tensor,
        max_val: f64,
        filter_size: usize,
        filter_sigma: f64,
        k1: f64,
        k2: f64,
    ) -> Tensor {
        if image1.shape() != image2.shape() {
            let (one, other) = (image1.shape(), image2.shape());
            return image1.fail(Error::shape(format!("ops.image.ssim: images of shapes {one:?} and {other:?}")));
        }
        of_images("ssim", 2, image1, |x| {
            check_kernel([filter_size; 2], [filter_sigma; 2])?;
            let element = x.element();
            let dims: Vec<i64> = x.shape().iter().map(|n| *n as i64).collect();
            let (x, y) = (x.float(), ops::reshape(&image2.float(), &dims));
            let sigma = ops::full(&[], filter_sigma);
            let kernel = gaussian_kernel([filter_size; 2], [&sigma; 2]);
            let smooth = |x: &Tensor| filtered(x, &kernel, "valid");
            let (mean_x, mean_y) = (smooth(&x)?, smooth(&y)?);
            let (square_x, square_y, product) = (&mean_x * &mean_x, &mean_y * &mean_y, &mean_x * &mean_y);
            let variances = smooth(&(&x * &x))? - &square_x + (smooth(&(&y * &y))? - &square_y);
            let covariance = smooth(&(&x * &y))? - &product;
            let (c1, c2) = ((k1 * max_val).powi(2), (k2 * max_val).powi(2));
            let index = (product * 2.0 + c1) * (covariance * 2.0 + c2)
                / ((square_x + square_y + c1) * (variances + c2));
            Ok(ops::mean(&index, [1, 2, 3], false).to(element))
        })
    }
}

fn check_kernel(size: [usize; 2], sigma: [f64; 2]) -> Result<()> {
    if !size.contains(&0) && sigma.iter().all(|sigma| *sigma > 0.0) {
        return Ok(());
    }
    Err(Error::argument(format!("a kernel of size {size:?} with deviations {sigma:?}: both have to be above 0")))
}

/// The weights of a Gaussian kernel, `(rows, columns)`; sizes and deviations are of the columns, then of the
/// rows.
pub(crate) fn gaussian_kernel(size: [usize; 2], sigma: [&Tensor; 2]) -> Tensor {
    let [columns, rows] = [0, 1].map(|i| {
        let place = ops::cast(&ops::arange(0, size[i] as i64, 1), "float32") - (size[i] - 1) as f64 / 2.0;
        let weight = ops::exp(&(ops::square(&(place / sigma[i])) * -0.5));
        &weight / ops::sum(&weight, Axes::All, true)
    });
    ops::outer(&rows, &columns)
}

/// Each channel of a batch of images, convolved with a kernel `(rows, columns)`.
pub(crate) fn filtered(x: &Tensor, kernel: &Tensor, padding: &str) -> Result<Tensor> {
    let kernel = ops::expand_dims(&ops::expand_dims(kernel, -1), -1);
    let kernel = ops::tile(&kernel, &[1, 1, x.dim(-1), 1]).to(x.element());
    ops::depthwise_conv(x, &kernel, &[1, 1], padding, &[1, 1])
}
