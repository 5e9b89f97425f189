use super::regularizer::{Regularizer, check_factor};
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

crate::object! {
    /// `l1` times the sum of the magnitudes.
    L1(): dyn Regularizer {
        /// The factor. Default: 0.01.
        l1: [f64] = 0.01;
    }
    check |penalty| { check_factor("L1", "l1", penalty.l1) }
}

impl Regularizer for L1 {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        Ok(ops::sum(&ops::abs(weight), Axes::All, false) * self.l1)
    }
}
