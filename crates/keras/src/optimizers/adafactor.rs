//! Adafactor (Shazeer and Stern, 2018).

use super::learning_rate::LearningRate;
use super::optimizer::{Optimizer, Slot, Update};
use crate::error::Result;
use crate::ops::{self, Axes, Tensor};

crate::optimizer! {
    /// Adafactor: divides the gradient by the root of its mean square, which for tensors of two and more
    /// dimensions is the product of a column and a row. Default learning rate: 0.001.
    Adafactor 0.001 {
        /// The power of the step by which the mean square's decay approaches 1. Default: -0.8.
        beta_2_decay: [f64] = -0.8;
        /// Added to the square of the gradient. Default: 1e-30.
        epsilon_1: [f64] = 1e-30;
        /// The least root mean square of a parameter by which steps are scaled. Default: 1e-3.
        epsilon_2: [f64] = 1e-3;
        /// The root mean square of a step from which it is scaled down. Default: 1.
        clip_threshold: [f64] = 1.0;
        /// If true, the learning rate is at most one over the root of the step's number. Default: true.
        relative_step: [bool] = true;
    }
}

/// The root mean square.
fn rms(x: &Tensor) -> Tensor {
    ops::sqrt(&ops::mean(&ops::square(x), Axes::All, false))
}

impl Optimizer for Adafactor {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::zero("r"), Slot::zero("c").beside(), Slot::zero("velocity").beside()]
    }

    fn slot_shape(&self, slot: &Slot, param: &[usize], _path: &str) -> Option<Vec<usize>> {
        match (slot.name, param) {
            ("r", [lead @ .., rows, _columns]) => Some([lead, &[*rows]].concat()),
            ("c", [lead @ .., _rows, columns]) => Some([lead, &[*columns]].concat()),
            // Keras has placeholders, which files list.
            ("r" | "c", _) => Some(Vec::new()),
            _ => Some(param.to_vec()),
        }
    }

    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
        let slowest = 1.0 / ops::sqrt(&step.iteration);
        // Keras leaves the rates of schedules alone, but not the scale of the step.
        let constant = matches!(self.learning_rate, LearningRate::Constant(_));
        let rate = match constant && self.relative_step {
            true => ops::minimum(&step.learning_rate, &slowest),
            false => step.learning_rate.clone(),
        };
        let size = rms(&step.param);
        let alpha = ops::maximum(&ops::full_like(&size, self.epsilon_2), &size) * ops::minimum(&rate, &slowest);
        let square = ops::square(&step.grad) + self.epsilon_1;
        let power = ops::power(&step.iteration, &ops::full_like(&step.iteration, self.beta_2_decay));
        let decay = 1.0 - &power;
        let mean = |old: &Tensor, new: &Tensor| &decay * old + (1.0 - &decay) * new;
        let slots = match step.param.ndim() {
            0 | 1 => {
                let velocity = mean(&step.slots[2], &square);
                vec![step.slots[0].clone(), step.slots[1].clone(), velocity]
            }
            _ => {
                let r = mean(&step.slots[0], &ops::mean(&square, -1, false));
                let c = mean(&step.slots[1], &ops::mean(&square, -2, false));
                let rows = ops::expand_dims(&(&r / ops::mean(&r, -1, true)), -1);
                let velocity = rows * ops::expand_dims(&c, -2);
                vec![r, c, velocity]
            }
        };
        let change = &step.grad / ops::sqrt(&slots[2]);
        let excess = rms(&change) / self.clip_threshold;
        let change = &change / ops::maximum(&ops::ones_like(&excess), &excess);
        Ok((&step.param - alpha * change, slots))
    }
}
