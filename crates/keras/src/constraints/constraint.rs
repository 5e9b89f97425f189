//! The trait of constraints.

use crate::error::Result;
use crate::objects::Object;
use crate::ops::{self, Axes, Tensor};

/// A function that training applies to a weight after each step.
///
/// ```
/// use keras::constraints::MaxNorm;
/// use keras::layers::Dense;
/// let dense = Dense::new(10).kernel_constraint(MaxNorm::new().max_value(3.0));
/// # let _ = dense;
/// ```
pub trait Constraint: Object {
    /// The weight that is kept, of the same shape, `float32`.
    ///
    /// # Errors
    /// If the weight's shape does not fit.
    fn call(&self, weight: &Tensor) -> Result<Tensor>;
}

/// Keras's epsilon, added to norms before a division.
pub(super) const EPSILON: f64 = 1e-7;

/// The Euclidean norms along axes, which remain with size 1.
pub(super) fn norms(weight: &Tensor, axis: &Axes) -> Tensor {
    ops::sqrt(&ops::sum(&ops::square(weight), axis.clone(), true))
}
