use super::constraint::{Constraint, EPSILON, norms};
use crate::error::Result;
use crate::ops::{Axes, Tensor};

crate::object! {
    /// Scales vectors to norm 1.
    UnitNorm(): dyn Constraint {
        /// The axes along which norms are computed. Default: 0, as fits the kernel of a dense layer.
        axis: [Axes] = Axes::from(0);
    }
}

impl Constraint for UnitNorm {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        Ok(weight / (norms(weight, &self.axis) + EPSILON))
    }
}
