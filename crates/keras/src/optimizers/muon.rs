//! Muon (Jordan, 2024).

use super::adam::Rule;
use super::optimizer::{Optimizer, Slot, Update};
use crate::error::Result;
use crate::ops::{self, Tensor};

crate::optimizer! {
    /// Muon: the step of a matrix is its momentum, made orthogonal by a Newton-Schulz iteration. Other
    /// weights, and embeddings, are updated as by AdamW. Default learning rate: 0.001.
    Muon 0.001, 0.004 {
        /// Adam's decay of the gradient's moving average, per step. Default: 0.9.
        adam_beta_1: [f64] = 0.9;
        /// Adam's decay of the moving average of the gradient's square, per step. Default: 0.999.
        adam_beta_2: [f64] = 0.999;
        /// Added to Adam's divisor for numerical stability. Default: 1e-7.
        epsilon: [f64] = 1e-7;
        /// Parts of the paths of matrices that are updated as by AdamW. Keras reads them as regular
        /// expressions; here they are plain text. Default: none.
        exclude_layers: [Vec<String>] = Vec::new();
        /// The first coefficient of the iteration. Default: 3.4445.
        muon_a: [f64] = 3.4445;
        /// The second coefficient. Default: -4.775.
        muon_b: [f64] = -4.7750;
        /// The third coefficient. Default: 2.0315.
        muon_c: [f64] = 2.0315;
        /// The learning rate of Adam's part over the learning rate. Default: 1.
        adam_lr_ratio: [f64] = 1.0;
        /// The decay of the momentum, per step. Default: 0.95.
        momentum: [f64] = 0.95;
        /// The number of iterations. Default: 5.
        ns_steps: [usize] = 5;
        /// If true, uses Nesterov momentum. Default: true.
        nesterov: [bool] = true;
        /// If true, weights whose path contains `embedding` are updated as by AdamW. Default: true.
        exclude_embeddings: [bool] = true;
        /// The weight decay of Adam's part. Default: 0.004.
        adam_weight_decay: [Option<f64>] = Some(0.004);
        /// The root mean square of a step over the learning rate and the root of the larger size of the
        /// matrix; `None` leaves steps as they are. Default: 0.2.
        rms_rate: [Option<f64>] = Some(0.2);
    }
}

impl Muon {
    fn uses_adam(&self, param: &[usize], path: &str) -> bool {
        let embedding = self.exclude_embeddings && path.to_lowercase().contains("embedding");
        param.len() != 2 || embedding || self.exclude_layers.iter().any(|part| path.contains(part.as_str()))
    }

    /// The matrix with all singular values near 1.
    fn orthogonal(&self, x: &Tensor) -> Tensor {
        let tall = x.dim(-2) > x.dim(-1);
        let transposed = |x: &Tensor| ops::transpose(x, &[1, 0]);
        let x = if tall { transposed(x) } else { x.clone() };
        let norm = ops::sqrt(&ops::sum(&ops::square(&x), ops::Axes::All, false));
        let mut x = x / (norm + 1e-7);
        for _ in 0..self.ns_steps {
            let a = ops::matmul(&x, &transposed(&x));
            let b = &a * self.muon_b + ops::matmul(&(&a * self.muon_c), &a);
            x = &x * self.muon_a + ops::matmul(&b, &x);
        }
        if tall { transposed(&x) } else { x }
    }
}

impl Optimizer for Muon {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("momentum"), Slot::zero("velocity").beside()]
    }

    fn slot_shape(&self, slot: &Slot, param: &[usize], path: &str) -> Option<Vec<usize>> {
        (slot.name == "momentum" || slot.name != "velocity" || self.uses_adam(param, path)).then(|| param.to_vec())
    }

    fn decay_of(&self, param: &[usize], path: &str) -> Option<f64> {
        if self.uses_adam(param, path) { self.adam_weight_decay } else { self.weight_decay }
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        if self.uses_adam(step.param.shape(), step.path) {
            let rule = Rule { beta_1: self.adam_beta_1, beta_2: self.adam_beta_2, epsilon: self.epsilon };
            let learning_rate = &step.learning_rate * self.adam_lr_ratio;
            let (param, grad, slots) = (step.param.clone(), step.grad.clone(), step.slots.clone());
            return Ok(rule.update(&Update {
                learning_rate,
                param,
                grad,
                slots,
                iteration: step.iteration.clone(),
                undecayed: step.undecayed.clone(),
                ..*step
            }));
        }
        let momentum = &step.slots[0] + (&step.grad + &step.slots[0] * (self.momentum - 1.0));
        let direction = if self.nesterov { &step.grad + &momentum * self.momentum } else { momentum.clone() };
        let larger = step.param.dim(0).max(step.param.dim(1)) as f64;
        let factor = self.rms_rate.map_or(1.0, |rate| larger.sqrt() * rate);
        let change = &step.learning_rate * self.orthogonal(&direction) * factor;
        Ok((&step.param - change, vec![momentum, step.slots[1].clone()]))
    }
}
