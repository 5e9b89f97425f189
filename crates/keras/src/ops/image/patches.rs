//! Patches of images and volumes.

use super::batch::of_images;
use crate::error::{Error, Result};
use crate::ops::declare::operations;
use crate::ops::{self, Tensor};

operations! {
    /// Patches of images of this size, `(batch, rows, columns, height · width · channels)`. `strides` are the
    /// distances between patches, by default their size; `dilation_rate` those between the pixels of a patch.
    /// Padding is `valid` or `same`.
    fn extract_patches(
        images: &Tensor,
        size: [usize; 2],
        strides: Option<[usize; 2]>,
        dilation_rate: [usize; 2],
        padding: &str,
    ) -> Tensor {
        of_images("extract_patches", 2, images, |x| patches(x, size, strides, dilation_rate, padding))
    }
    /// Patches of volumes, `(batch, depth, height, width, channels)` or one without the batch, as
    /// [`extract_patches`] has those of images.
    fn extract_patches_3d(
        volumes: &Tensor,
        size: [usize; 3],
        strides: Option<[usize; 3]>,
        dilation_rate: [usize; 3],
        padding: &str,
    ) -> Tensor {
        of_images("extract_patches_3d", 3, volumes, |x| patches(x, size, strides, dilation_rate, padding))
    }
}

/// The greatest size, stride and dilation rate.
const MAX_PIXELS: usize = 1 << 16;

/// Patches of `N` dimensions.
fn patches<const N: usize>(
    x: &Tensor,
    size: [usize; N],
    strides: Option<[usize; N]>,
    dilation_rate: [usize; N],
    padding: &str,
) -> Result<Tensor> {
    let strides = strides.unwrap_or(size);
    if [size, strides, dilation_rate].as_flattened().iter().any(|n| !(1..=MAX_PIXELS).contains(n)) {
        return Err(Error::argument(format!("sizes, strides and dilation rates are from 1 to {MAX_PIXELS}")));
    }
    let mut y = x.clone();
    for i in 0..N {
        // An axis becomes two: the patch, and the pixel in it.
        let axis = 1 + 2 * i;
        let extent = (size[i] - 1) * dilation_rate[i] + 1;
        let (count, before, after) = places(x.dim(1 + i as i64), extent, strides[i], padding)?;
        let mut margins = vec![(0, 0); y.ndim()];
        margins[axis] = (before, after);
        let of_patch =
            |patch: usize| (0..size[i]).map(move |pixel| (patch * strides[i] + pixel * dilation_rate[i]) as f64);
        let indices: Vec<f64> = (0..count).flat_map(of_patch).collect();
        let indices = ops::array(&indices, &[count, size[i]]);
        y = ops::take(&ops::pad(&y, &margins, 0.0), &indices, axis as i64);
    }
    let patch_axes = (0..N).map(|i| 1 + 2 * i);
    let pixel_axes = (0..N).map(|i| 2 + 2 * i);
    let order = [0].into_iter().chain(patch_axes).chain(pixel_axes).chain([1 + 2 * N]);
    let y = ops::transpose(&y, &order.map(|axis| axis as i64).collect::<Vec<_>>());
    let shape: Vec<i64> = y.shape()[..=N].iter().map(|n| *n as i64).chain([-1]).collect();
    Ok(ops::reshape(&y, &shape))
}

/// The number of patches along an axis, and the padding before and after it.
fn places(pixels: usize, extent: usize, stride: usize, padding: &str) -> Result<(usize, usize, usize)> {
    match padding {
        "valid" if extent > pixels => {
            Err(Error::shape(format!("a patch of {extent} pixels is not within {pixels}; pad with 'same'")))
        }
        "valid" => Ok(((pixels - extent) / stride + 1, 0, 0)),
        "same" => {
            let count = pixels.div_ceil(stride).max(1);
            let total = ((count - 1) * stride + extent).saturating_sub(pixels);
            Ok((count, total / 2, total - total / 2))
        }
        _ => Err(Error::argument(format!("padding is 'valid' or 'same', not {padding:?}"))),
    }
}
