use super::regularizer::{Regularizer, check_factor};
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

crate::object! {
    /// `l1` times the sum of the magnitudes, and `l2` times the sum of the squares.
    L1L2(): dyn Regularizer {
        /// The factor of the magnitudes. Default: 0.
        l1: [f64] = 0.0;
        /// The factor of the squares. Default: 0.
        l2: [f64] = 0.0;
    }
    check |penalty| {
        check_factor("L1L2", "l1", penalty.l1)?;
        check_factor("L1L2", "l2", penalty.l2)
    }
}

impl Regularizer for L1L2 {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        let sum = |x: &Tensor| ops::sum(x, Axes::All, false);
        Ok(sum(&ops::abs(weight)) * self.l1 + sum(&ops::square(weight)) * self.l2)
    }
}
