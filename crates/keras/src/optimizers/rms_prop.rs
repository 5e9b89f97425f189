//! RMSprop (Hinton, 2012).

use super::optimizer::{Optimizer, Slot, Update};
use crate::error::Result;
use crate::ops::{self, Tensor};

crate::optimizer! {
    /// RMSprop: divides the gradient by the root of the moving average of its square.
    ///
    /// `v = rho v + (1 - rho) g²; w -= learning_rate g / sqrt(v + epsilon)`. With momentum, `momentum`
    /// times the previous step is added. If centered, the square of the gradient's moving average is
    /// subtracted from `v`. Default learning rate: 0.001.
    RMSprop 0.001 {
        /// The decay of the moving average of the square, per step. Default: 0.9.
        rho: [f64] = 0.9;
        /// The fraction of the previous step that is added. Default: 0.
        momentum: [f64] = 0.0;
        /// Added to the divisor for numerical stability. Default: 1e-7.
        epsilon: [f64] = 1e-7;
        /// If true, divides by the root of the variance instead of the mean square. Default: false.
        centered: [bool] = false;
    }
}

impl RMSprop {
    /// `rho x + (1 - rho) y`.
    fn running_mean(&self, x: &Tensor, y: &Tensor) -> Tensor {
        x * self.rho + y * (1.0 - self.rho)
    }
}

impl Optimizer for RMSprop {
    fn slots(&self) -> Vec<Slot> {
        let momentum = (self.momentum > 0.0).then_some(Slot::zero("momentum"));
        let average = self.centered.then_some(Slot::zero("average_gradient"));
        [Some(Slot::zero("velocity")), momentum, average].into_iter().flatten().collect()
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let grad = &step.grad;
        let velocity = self.running_mean(&step.slots[0], &ops::square(grad));
        let mean = step.slots.last().filter(|_| self.centered).map(|mean| self.running_mean(mean, grad));
        let divisor = match &mean {
            Some(mean) => &velocity - ops::square(mean),
            None => velocity.clone(),
        };
        let mut change = &step.learning_rate * grad / ops::sqrt(&(divisor + self.epsilon));
        let mut new = vec![velocity];
        if self.momentum > 0.0 {
            change = &step.slots[1] * self.momentum + change;
            new.push(change.clone());
        }
        new.extend(mean);
        Ok((&step.param - change, new))
    }
}
