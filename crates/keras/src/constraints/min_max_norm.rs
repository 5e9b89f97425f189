use super::constraint::{Constraint, EPSILON, norms};
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

crate::object! {
    /// Scales vectors so that their norms are between two limits.
    MinMaxNorm(): dyn Constraint {
        /// The smallest norm. Default: 0.
        min_value: [f64] = 0.0;
        /// The largest norm. Default: 1.
        max_value: [f64] = 1.0;
        /// The fraction of the way to the limits that is gone in a step. Default: 1.
        rate: [f64] = 1.0;
        /// The axes along which norms are computed. Default: 0, as fits the kernel of a dense layer.
        axis: [Axes] = Axes::from(0);
    }
}

impl Constraint for MinMaxNorm {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        let norms = &norms(weight, &self.axis);
        let limited = ops::clip(norms, self.min_value, self.max_value);
        let desired = limited * self.rate + norms * (1.0 - self.rate);
        Ok(weight * (desired / (norms + EPSILON)))
    }
}
