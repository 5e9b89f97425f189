//! Adam (Kingma and Ba, 2014) and AdamW (Loshchilov and Hutter, 2017).

use super::optimizer::{Optimizer, Slot, Update};
use crate::error::Result;
use crate::ops::{self, Tensor};

macro_rules! adam {
    ($(#[$doc:meta])* $optimizer:ident $($defaults:literal),+) => {
        crate::optimizer! {
            $(#[$doc])*
            $optimizer $($defaults),+ {
                /// The decay of the gradient's moving average, per step. Default: 0.9.
                beta_1: [f64] = 0.9;
                /// The decay of the moving average of the gradient's square, per step. Default: 0.999.
                beta_2: [f64] = 0.999;
                /// Added to the divisor for numerical stability. Default: 1e-7.
                epsilon: [f64] = 1e-7;
                /// If true, divides by the root of the largest average square so far (Reddi et al., 2018).
                /// Default: false.
                amsgrad: [bool] = false;
            }
        }

        impl Optimizer for $optimizer {
            fn slots(&self) -> Vec<Slot> {
                let mut slots = vec![Slot::zero("momentum"), Slot::zero("velocity").beside()];
                slots.extend(self.amsgrad.then_some(Slot::zero("velocity_hat")));
                slots
            }

            fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
                Ok(Rule { beta_1: self.beta_1, beta_2: self.beta_2, epsilon: self.epsilon }.update(step))
            }
        }
    };
}

adam! {
    /// Adam: divides the moving average of the gradient by the root of the moving average of its square.
    ///
    /// `m += (g - m) (1 - beta_1); v += (g² - v) (1 - beta_2); w -= alpha m / (sqrt(v) + epsilon)`, with
    /// `alpha = learning_rate sqrt(1 - beta_2^t) / (1 - beta_1^t)` at step `t`. Epsilon is outside the bias
    /// correction, as in the paper's formula before its section 2.1. Default learning rate: 0.001.
    Adam 0.001
}

adam! {
    /// [`Adam`] with decoupled weight decay: 0.004 of each weight, times the learning rate, per step.
    ///
    /// ```
    /// use keras::optimizers::AdamW;
    /// let optimizer = AdamW::new().beta_2(0.99).weight_decay(0.01);
    /// assert_eq!((optimizer.weight_decay, AdamW::new().weight_decay), (Some(0.01), Some(0.004)));
    /// ```
    AdamW 0.001, 0.004
}

/// The rule of Adam.
pub(super) struct Rule {
    pub beta_1: f64,
    pub beta_2: f64,
    pub epsilon: f64,
}

impl Rule {
    /// The new parameter and its slots; a third slot is the largest velocity so far.
    pub fn update(&self, step: &Update<'_>) -> (Tensor, Vec<Tensor>) {
        let correction = |beta: f64| 1.0 - powers(beta, &step.iteration);
        let alpha = &step.learning_rate * ops::sqrt(&correction(self.beta_2)) / correction(self.beta_1);
        let grad = &step.grad;
        let momentum = towards(&step.slots[0], grad, 1.0 - self.beta_1);
        let velocity = towards(&step.slots[1], &ops::square(grad), 1.0 - self.beta_2);
        let mut new = vec![momentum.clone(), velocity];
        if let Some(largest) = step.slots.get(2) {
            new.push(ops::maximum(largest, &new[1]));
        }
        let divisor = ops::sqrt(&new[new.len() - 1]) + self.epsilon;
        (&step.param - momentum * alpha / divisor, new)
    }
}

/// `x + (target - x) fraction`.
pub(super) fn towards(x: &Tensor, target: &Tensor, fraction: f64) -> Tensor {
    x + (target - x) * fraction
}

/// `base` to the power of `exponent`.
pub(super) fn powers(base: f64, exponent: &Tensor) -> Tensor {
    ops::power(&ops::full_like(exponent, base), exponent)
}
