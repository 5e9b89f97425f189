//! AdamW without a schedule (Defazio et al., 2024).

use super::optimizer::{Optimizer, Slot, Update};
use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

crate::optimizer! {
    /// Adam whose weights are between its own iterates and their average, so that the learning rate needs no
    /// schedule (Defazio et al., 2024).
    ///
    /// `v += (g² - v) (1 - beta_2); z -= learning_rate g / (sqrt(v / (1 - beta_2^t)) + epsilon)`, and the
    /// weights are `(1 - beta_1) z + beta_1 x`, where `x` is the average of `z` over the steps. Default
    /// learning rate: 0.0025.
    ScheduleFreeAdamW 0.0025 {
        /// The part of the average in the weights. Default: 0.9.
        beta_1: [f64] = 0.9;
        /// The decay of the moving average of the gradient's square, per step. Default: 0.999.
        beta_2: [f64] = 0.999;
        /// Added to the divisor for numerical stability. Default: 1e-8.
        epsilon: [f64] = 1e-8;
        /// The number of steps in which the learning rate grows from 0. Default: 0.
        warmup_steps: [usize] = 0;
    }
}

impl Optimizer for ScheduleFreeAdamW {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("momentum"), Slot::zero("velocity").beside()]
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        if self.beta_1 <= 0.0 {
            return Err(Error::argument(format!("schedule_free_adam_w: beta_1 is above 0, not {}", self.beta_1)));
        }
        let one = ops::ones_like(&step.iteration);
        let mut rate = step.learning_rate.clone();
        if self.warmup_steps > 0 {
            rate = rate * ops::minimum(&(&step.iteration / self.warmup_steps as f64), &one);
        }
        // The first iterate is the weight as the optimizer found it.
        let before = ops::where_(&ops::equal(&step.iteration, &one), &step.undecayed, &step.slots[0]);
        // Rounded as the correction is, which divides by a small difference.
        let new = 1.0 - ops::full_like(&step.iteration, self.beta_2);
        let velocity = &step.slots[1] + (ops::square(&step.grad) - &step.slots[1]) * new;
        let correction = 1.0 - super::adam::powers(self.beta_2, &step.iteration);
        let iterate = &before - rate * &step.grad / (ops::sqrt(&(&velocity / correction)) + self.epsilon);
        let average = (&step.param - &before * (1.0 - self.beta_1)) / self.beta_1;
        let weight = 1.0 / &step.iteration;
        let average = average * (1.0 - &weight) + &iterate * weight;
        Ok((&iterate * (1.0 - self.beta_1) + average * self.beta_1, vec![iterate, velocity]))
    }
}
