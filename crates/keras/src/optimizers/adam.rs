//! Adam (Kingma and Ba, 2014).

use stablehlo::{ElementType, FuncBuilder, Value};

use super::optimizer::{Optimizer, Step, Updated};
use super::options::Options;
use super::rule::apply_rule;
use crate::error::Result;
use crate::utils::trace::{add_scalar, mul_scalar, scalar_minus, spread};

/// Adam: divides the moving average of the gradient by the root of the moving average of its square.
///
/// `m += (g - m) (1 - beta_1); v += (g² - v) (1 - beta_2); w -= alpha m / (sqrt(v) + epsilon)`, with
/// `alpha = learning_rate sqrt(1 - beta_2^t) / (1 - beta_1^t)` at step `t`. Epsilon is outside the bias
/// correction, as in the paper's formula before its section 2.1. Default learning rate: 0.001.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Learning rate, clipping and weight decay.
    pub options: Options,
    /// The decay of the gradient's moving average, per step. Default: 0.9.
    pub beta_1: f64,
    /// The decay of the moving average of the gradient's square, per step. Default: 0.999.
    pub beta_2: f64,
    /// Added to the divisor for numerical stability. Default: 1e-7.
    pub epsilon: f64,
    /// If true, divides by the root of the largest average square so far (Reddi et al., 2018). Default:
    /// false.
    pub amsgrad: bool,
}

impl Default for Adam {
    fn default() -> Self {
        Self { options: Options::new(0.001), beta_1: 0.9, beta_2: 0.999, epsilon: 1e-7, amsgrad: false }
    }
}

impl Adam {
    /// The optimizer with Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn config_as(&self, name: &str) -> serde_json::Value {
        let mut config = self.options.config(name);
        config.insert("beta_1".into(), self.beta_1.into());
        config.insert("beta_2".into(), self.beta_2.into());
        config.insert("epsilon".into(), self.epsilon.into());
        config.insert("amsgrad".into(), self.amsgrad.into());
        config.into()
    }

    /// `learning_rate sqrt(1 - beta_2^t) / (1 - beta_1^t)` at iteration `t`, an f32 scalar.
    fn alpha(&self, b: &mut FuncBuilder, iteration: Value, learning_rate: Value) -> stablehlo::Result<Value> {
        let iteration = b.convert(iteration, ElementType::F32)?;
        let mut correction = |beta: f64| {
            let beta = b.full_like(iteration, beta)?;
            let power = b.power(beta, iteration)?;
            scalar_minus(b, 1.0, power)
        };
        let (first, second) = (correction(self.beta_1)?, correction(self.beta_2)?);
        let root = b.sqrt(second)?;
        let numerator = b.multiply(learning_rate, root)?;
        b.divide(numerator, first)
    }
}

impl Optimizer for Adam {
    fn name(&self) -> &'static str {
        "adam"
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    fn slot_names(&self) -> &'static [&'static str] {
        if self.amsgrad { &["momentum", "velocity", "velocity_hat"] } else { &["momentum", "velocity"] }
    }

    fn apply(&self, b: &mut FuncBuilder, step: &Step<'_>) -> Result<Updated> {
        let alpha = self.alpha(b, step.iteration, step.learning_rate)?;
        apply_rule(self, b, step, |b, param, grad, slots| {
            let momentum = move_towards(b, slots[0], grad, 1.0 - self.beta_1)?;
            let square = b.multiply(grad, grad)?;
            let velocity = move_towards(b, slots[1], square, 1.0 - self.beta_2)?;
            let mut new = vec![momentum, velocity];
            if self.amsgrad {
                new.push(b.maximum(slots[2], velocity)?);
            }
            let root = b.sqrt(new[new.len() - 1])?;
            let divisor = add_scalar(b, root, self.epsilon)?;
            let alpha = b.convert(alpha, b.ty(param).element)?;
            let alpha = spread(b, alpha, param)?;
            let scaled = b.multiply(momentum, alpha)?;
            let change = b.divide(scaled, divisor)?;
            Ok((b.subtract(param, change)?, new))
        })
    }

    fn config(&self) -> serde_json::Value {
        self.config_as("adam")
    }
}

/// `x + (target - x) fraction`.
fn move_towards(b: &mut FuncBuilder, x: Value, target: Value, fraction: f64) -> stablehlo::Result<Value> {
    let difference = b.subtract(target, x)?;
    let change = mul_scalar(b, difference, fraction)?;
    b.add(x, change)
}
