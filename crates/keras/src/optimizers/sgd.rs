//! Gradient descent with momentum.

use super::optimizer::{Optimizer, Slot, Update};
use crate::error::{Error, Result};
use crate::ops::Tensor;

crate::optimizer! {
    /// Gradient descent: `w -= learning_rate · g`.
    ///
    /// With momentum `v = momentum · v - learning_rate · g; w += v`, and with Nesterov's
    /// `w += momentum · v - learning_rate · g`. Default learning rate: 0.01.
    SGD 0.01 {
        /// The fraction of the previous step that is added, in `[0, 1]`. Default: 0.
        momentum: [f64] = 0.0;
        /// If true, uses Nesterov momentum. Default: false.
        nesterov: [bool] = false;
    }
}

impl Optimizer for SGD {
    fn slots(&self) -> Vec<Slot> {
        if self.momentum == 0.0 { Vec::new() } else { vec![Slot::zero("momentum")] }
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        if !(0.0..=1.0).contains(&self.momentum) {
            return Err(Error::argument(format!("sgd: momentum has to be between 0 and 1, not {}", self.momentum)));
        }
        let descent = &step.grad * &step.learning_rate;
        let Some(momentum) = step.slots.first() else { return Ok((&step.param - descent, Vec::new())) };
        let momentum = momentum * self.momentum - &descent;
        let change = if self.nesterov { &momentum * self.momentum - descent } else { momentum.clone() };
        Ok((&step.param + change, vec![momentum]))
    }
}
