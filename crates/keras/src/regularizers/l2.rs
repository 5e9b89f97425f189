use super::regularizer::{Regularizer, check_factor};
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

crate::object! {
    /// `l2` times the sum of the squares.
    L2(): dyn Regularizer {
        /// The factor. Default: 0.01.
        l2: [f64] = 0.01;
    }
    check |penalty| { check_factor("L2", "l2", penalty.l2) }
}

impl Regularizer for L2 {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        Ok(ops::sum(&ops::square(weight), Axes::All, false) * self.l2)
    }
}
