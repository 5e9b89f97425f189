//! Functions of batches, of single images.

use crate::error::{Error, Result};
use crate::ops::Tensor;
use crate::ops::shape::{expand_dims, squeeze};

/// A function of a batch of images with this number of spatial dimensions, applied to a batch or to one
/// image.
pub(super) fn of_images(
    name: &str,
    spatial: usize,
    images: &Tensor,
    f: impl FnOnce(&Tensor) -> Result<Tensor>,
) -> Tensor {
    let result = match images.ndim().checked_sub(spatial) {
        Some(1) => f(&expand_dims(images, 0)).map(|y| squeeze(&y, 0)),
        Some(2) => f(images),
        _ => {
            let (one, batch) = (spatial + 1, spatial + 2);
            let message = format!("expected {one} dimensions, or {batch} of a batch, not shape {:?}", images.shape());
            Err(Error::shape(message))
        }
    };
    result.unwrap_or_else(|error| images.fail(error.at(format_args!("ops.image.{name}"))))
}
