//! Follow the regularized leader (McMahan et al., 2013).

use super::optimizer::{Optimizer, Slot, Update};
use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

crate::optimizer! {
    /// Follow the regularized leader: the weights minimize the sum of the gradients so far and of
    /// penalties, with weights that become exactly zero under `l1_regularization_strength`. Default
    /// learning rate: 0.001.
    Ftrl 0.001 {
        /// The power of the accumulator by which the learning rate decreases, at most 0. Default: -0.5.
        learning_rate_power: [f64] = -0.5;
        /// The accumulator before the first step. Default: 0.1.
        initial_accumulator_value: [f64] = 0.1;
        /// The penalty of the magnitudes. Default: 0.
        l1_regularization_strength: [f64] = 0.0;
        /// The penalty of the squares. Default: 0.
        l2_regularization_strength: [f64] = 0.0;
        /// The penalty of the squares that is added to the gradient. Default: 0.
        l2_shrinkage_regularization_strength: [f64] = 0.0;
        /// The paper's beta, which is added to the penalty of the squares. Default: 0.
        beta: [f64] = 0.0;
    }
    check |ftrl| {
        if ftrl.learning_rate_power > 0.0 {
            let power = ftrl.learning_rate_power;
            return Err(Error::argument(format!("Ftrl: learning_rate_power is {power}, expected at most 0")));
        }
        Ok(())
    }
}

impl Optimizer for Ftrl {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::filled("accumulator", self.initial_accumulator_value), Slot::zero("linear").beside()]
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let (param, grad, rate) = (&step.param, &step.grad, &step.learning_rate);
        let power = |x: &Tensor| ops::power(x, &ops::full_like(x, -self.learning_rate_power));
        let l2 = self.beta / (rate * 2.0) + self.l2_regularization_strength;
        let shrunk = grad + param * (2.0 * self.l2_shrinkage_regularization_strength);
        let sum = &step.slots[0] + ops::square(grad);
        let linear = &step.slots[1] + (shrunk - (power(&sum) - power(&step.slots[0])) / rate * param);
        let quadratic = power(&sum) / rate + l2 * 2.0;
        let l1 = self.l1_regularization_strength;
        let new = (ops::clip(&linear, -l1, l1) - &linear) / quadratic;
        Ok((new, vec![sum, linear]))
    }
}
