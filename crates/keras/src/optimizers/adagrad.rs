//! Adagrad (Duchi et al., 2011) and Adadelta (Zeiler, 2012).

use super::optimizer::{Optimizer, Slot, Update};
use crate::error::Result;
use crate::ops::{self, Tensor};

crate::optimizer! {
    /// Adagrad: divides the gradient by the root of the sum of its squares so far.
    ///
    /// `a += g²; w -= learning_rate g / sqrt(a + epsilon)`. Default learning rate: 0.001.
    Adagrad 0.001 {
        /// The sum before the first step. Default: 0.1.
        initial_accumulator_value: [f64] = 0.1;
        /// Added to the sum for numerical stability. Default: 1e-7.
        epsilon: [f64] = 1e-7;
    }
}

impl Optimizer for Adagrad {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::filled("accumulator", self.initial_accumulator_value)]
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let sum = &step.slots[0] + ops::square(&step.grad);
        let change = &step.learning_rate * &step.grad / ops::sqrt(&(&sum + self.epsilon));
        Ok((&step.param - change, vec![sum]))
    }
}

crate::optimizer! {
    /// Adadelta: the step is the gradient times the root of the mean square of the steps, divided by that of
    /// the gradients.
    ///
    /// `a = rho a + (1 - rho) g²; s = -g sqrt(d + epsilon) / sqrt(a + epsilon); d = rho d + (1 - rho) s²;
    /// w += learning_rate s`. Default learning rate: 0.001.
    Adadelta 0.001 {
        /// The decay of both mean squares, per step. Default: 0.95.
        rho: [f64] = 0.95;
        /// Added to the mean squares for numerical stability. Default: 1e-7.
        epsilon: [f64] = 1e-7;
    }
}

impl Optimizer for Adadelta {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("accumulated_grad"), Slot::zero("accumulated_delta_var").beside()]
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let mean = |x: &Tensor, y: &Tensor| x * self.rho + ops::square(y) * (1.0 - self.rho);
        let root = |x: &Tensor| ops::sqrt(&(x + self.epsilon));
        let grads = mean(&step.slots[0], &step.grad);
        let change = -(root(&step.slots[1]) * &step.grad / root(&grads));
        let changes = mean(&step.slots[1], &change);
        Ok((&step.param + &step.learning_rate * change, vec![grads, changes]))
    }
}
