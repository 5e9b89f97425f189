use super::constraint::{Constraint, EPSILON, norms};
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

crate::object! {
    /// Scales vectors that are longer than a limit down to it.
    MaxNorm(): dyn Constraint {
        /// The largest norm. Default: 2.
        max_value: [f64] = 2.0;
        /// The axes along which norms are computed. Default: 0, as fits the kernel of a dense layer.
        axis: [Axes] = Axes::from(0);
    }
}

impl Constraint for MaxNorm {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        let norms = norms(weight, &self.axis);
        let desired = ops::clip(&norms, 0.0, self.max_value);
        Ok(weight * (desired / (norms + EPSILON)))
    }
}
