//! Variants of Adam: Adamax (Kingma and Ba, 2014), Nadam (Dozat, 2015), Lamb (You et al., 2019), and Lion
//! (Chen et al., 2023).

use super::adam::{powers, towards};
use super::optimizer::{Optimizer, Slot, Update};
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

crate::optimizer! {
    /// Adamax: Adam with the infinity norm.
    ///
    /// `m += (g - m) (1 - beta_1); u = max(beta_2 u, |g|); w -= learning_rate m / ((1 - beta_1^t) (u +
    /// epsilon))`. Default learning rate: 0.001.
    Adamax 0.001 {
        /// The decay of the gradient's moving average, per step. Default: 0.9.
        beta_1: [f64] = 0.9;
        /// The decay of the norm, per step. Default: 0.999.
        beta_2: [f64] = 0.999;
        /// Added to the divisor for numerical stability. Default: 1e-7.
        epsilon: [f64] = 1e-7;
    }
}

impl Optimizer for Adamax {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("momentum"), Slot::zero("norm").beside()]
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let momentum = towards(&step.slots[0], &step.grad, 1.0 - self.beta_1);
        let norm = ops::maximum(&(&step.slots[1] * self.beta_2), &ops::abs(&step.grad));
        let divisor = (1.0 - powers(self.beta_1, &step.iteration)) * (&norm + self.epsilon);
        Ok((&step.param - &step.learning_rate * &momentum / divisor, vec![momentum, norm]))
    }
}

/// `1 - beta` in `float32`, in which Keras computes it in some rules; it differs from that of doubles by up
/// to 5e-5 of a small difference.
fn complement(beta: f64) -> f64 {
    f64::from(1.0 - beta as f32)
}

/// The decay of Nadam's momentum schedule, per step.
const NADAM_DECAY: f64 = 0.96;

crate::optimizer! {
    /// Nadam: Adam with Nesterov momentum, whose momentum grows from step to step. Default learning rate:
    /// 0.001.
    Nadam 0.001 {
        /// The decay of the gradient's moving average, per step. Default: 0.9.
        beta_1: [f64] = 0.9;
        /// The decay of the moving average of the gradient's square, per step. Default: 0.999.
        beta_2: [f64] = 0.999;
        /// Added to the divisor for numerical stability. Default: 1e-7.
        epsilon: [f64] = 1e-7;
    }
}

impl Optimizer for Nadam {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("momentum"), Slot::zero("velocity").beside(), Slot::shared("u_product", 1.0)]
    }

    fn shared_after(&self, iterations: u64) -> f64 {
        let factor = |step: u64| (1.0 - 0.5 * NADAM_DECAY.powf(step as f64)) * self.beta_1;
        // The product of more factors is 0.
        (1..=iterations.min(100_000)).map(factor).product()
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let at = |t: &Tensor| (1.0 - 0.5 * powers(NADAM_DECAY, t)) * self.beta_1;
        let (now, next) = (at(&step.iteration), at(&(&step.iteration + 1.0)));
        let product = &step.slots[2] * &now;
        let momentum = towards(&step.slots[0], &step.grad, complement(self.beta_1));
        let velocity = towards(&step.slots[1], &ops::square(&step.grad), complement(self.beta_2));
        let ahead = &next * &momentum / (1.0 - &product * &next);
        let corrected = ahead + (1.0 - &now) * &step.grad / (1.0 - &product);
        let square = &velocity / (1.0 - powers(self.beta_2, &step.iteration));
        let change = corrected * &step.learning_rate / (ops::sqrt(&square) + self.epsilon);
        Ok((&step.param - change, vec![momentum, velocity, product]))
    }
}

crate::optimizer! {
    /// Lamb: Adam whose steps are scaled by the norm of the weights over the norm of the step. Default
    /// learning rate: 0.001.
    Lamb 0.001 {
        /// The decay of the gradient's moving average, per step. Default: 0.9.
        beta_1: [f64] = 0.9;
        /// The decay of the moving average of the gradient's square, per step. Default: 0.999.
        beta_2: [f64] = 0.999;
        /// Added to the divisor for numerical stability. Default: 1e-7.
        epsilon: [f64] = 1e-7;
    }
}

impl Optimizer for Lamb {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("momentum"), Slot::zero("velocity").beside()]
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let momentum = towards(&step.slots[0], &step.grad, 1.0 - self.beta_1);
        let velocity = towards(&step.slots[1], &ops::square(&step.grad), 1.0 - self.beta_2);
        let mean = &momentum / (1.0 - powers(self.beta_1, &step.iteration));
        let square = &velocity / (1.0 - powers(self.beta_2, &step.iteration));
        let change = mean / (ops::sqrt(&square) + self.epsilon);
        let norm = |x: &Tensor| ops::sqrt(&ops::sum(&ops::square(x), Axes::All, false));
        let (weights, steps) = (norm(&step.param), norm(&change));
        let zero = ops::zeros_like(&weights);
        let both = ops::logical_and(&ops::greater(&weights, &zero), &ops::greater(&steps, &zero));
        let ratio = ops::where_(&both, &(&weights / &steps), &ops::ones_like(&weights));
        Ok((&step.param - ratio * &step.learning_rate * change, vec![momentum, velocity]))
    }
}

crate::optimizer! {
    /// Lion: steps of one size in the direction of the sign of a moving average.
    ///
    /// `w -= learning_rate sign(beta_1 m + (1 - beta_1) g); m = beta_2 m + (1 - beta_2) g`. Default learning
    /// rate: 0.001.
    Lion 0.001 {
        /// The weight of the momentum in the direction. Default: 0.9.
        beta_1: [f64] = 0.9;
        /// The decay of the momentum, per step. Default: 0.99.
        beta_2: [f64] = 0.99;
    }
}

impl Optimizer for Lion {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("momentum")]
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let mix = |beta: f64| &step.slots[0] * beta + &step.grad * complement(beta);
        let change = &step.learning_rate * ops::sign(&mix(self.beta_1));
        Ok((&step.param - change, vec![mix(self.beta_2)]))
    }
}
