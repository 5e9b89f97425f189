//! The shape of the draws of a dropout.

use crate::error::{Error, Result};
use crate::shape::Shape;

/// Sizes of the draws, including the batch: `None` for a dimension's own size, 1 for draws that are the same
/// along it. Without it, there is a draw for each element.
pub(super) type NoiseShape = Option<Vec<Option<usize>>>;

/// The shape of the draws for inputs of this shape, including the batch.
pub(super) fn noise_dims(noise_shape: &NoiseShape, dims: &[usize]) -> Vec<usize> {
    let size = |d: usize| noise_shape.as_ref().and_then(|shape| *shape.get(d)?);
    dims.iter().enumerate().map(|(d, n)| size(d).unwrap_or(*n)).collect()
}

/// Checks that the draws can be broadcast to the inputs.
pub(super) fn check_noise_shape(layer: &str, noise_shape: &NoiseShape, input: &Shape) -> Result<()> {
    let dims = input.with_rows(1);
    let fits = noise_dims(noise_shape, &dims).iter().zip(&dims).all(|(noise, n)| *noise == 1 || noise == n);
    if fits && noise_shape.as_ref().is_none_or(|shape| shape.len() == dims.len()) {
        return Ok(());
    }
    Err(Error::shape(format!(
        "{layer}: noise_shape={noise_shape:?} cannot be broadcast to inputs of {input}: each size is null, 1 or the \
         input's"
    )))
}
