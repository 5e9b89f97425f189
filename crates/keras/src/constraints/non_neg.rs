use super::constraint::Constraint;
use crate::error::Result;
use crate::ops::{self, Tensor};

crate::object! {
    /// Replaces negative values by 0.
    NonNeg(): dyn Constraint {}
}

impl Constraint for NonNeg {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        Ok(ops::maximum(weight, &ops::zeros_like(weight)))
    }
}
