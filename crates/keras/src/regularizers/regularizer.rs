//! The trait of regularizers.

use crate::error::{Error, Result};
use crate::objects::Object;
use crate::ops::Tensor;

/// A penalty of a weight, which training adds to the loss.
///
/// ```
/// use keras::layers::Dense;
/// use keras::regularizers::L2;
/// let dense = Dense::new(10).kernel_regularizer(L2::new().l2(1e-4));
/// # let _ = dense;
/// ```
pub trait Regularizer: Object {
    /// The penalty, a scalar, of a weight in `float32`.
    ///
    /// # Errors
    /// If the weight's shape does not fit.
    fn call(&self, weight: &Tensor) -> Result<Tensor>;
}

/// The check of a factor.
pub(super) fn check_factor(object: &str, name: &str, factor: f64) -> Result<()> {
    if factor.is_finite() && factor >= 0.0 {
        return Ok(());
    }
    Err(Error::argument(format!("{object}: {name} is {factor}, expected a number from 0 on")))
}
