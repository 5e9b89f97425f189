//! Gradient descent with momentum.

use stablehlo::FuncBuilder;

use super::optimizer::{Optimizer, Step, Updated};
use super::options::Options;
use super::rule::apply_rule;
use crate::error::{Error, Result};
use crate::utils::trace::{mul_scalar, spread};

/// Gradient descent: `w -= learning_rate * g`.
///
/// With momentum `v = momentum * v - learning_rate * g; w += v`, and with Nesterov's
/// `w += momentum * v - learning_rate * g`. Defaults: learning rate 0.01, no momentum.
#[derive(Clone, Debug, PartialEq)]
pub struct Sgd {
    /// Learning rate, clipping and weight decay.
    pub options: Options,
    /// The fraction of the previous step that is added, in `[0, 1]`. Default: 0.
    pub momentum: f64,
    /// If true, uses Nesterov momentum. Default: false.
    pub nesterov: bool,
}

impl Default for Sgd {
    fn default() -> Self {
        Self { options: Options::new(0.01), momentum: 0.0, nesterov: false }
    }
}

impl Sgd {
    /// The optimizer with Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Optimizer for Sgd {
    fn name(&self) -> &'static str {
        "sgd"
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    fn slot_names(&self) -> &'static [&'static str] {
        if self.momentum == 0.0 { &[] } else { &["momentum"] }
    }

    fn apply(&self, b: &mut FuncBuilder, step: &Step<'_>) -> Result<Updated> {
        if !(0.0..=1.0).contains(&self.momentum) {
            return Err(Error::argument(format!("sgd: momentum has to be between 0 and 1, not {}", self.momentum)));
        }
        apply_rule(self, b, step, |b, param, grad, slots| {
            let rate = b.convert(step.learning_rate, b.ty(param).element)?;
            let rate = spread(b, rate, param)?;
            let descent = b.multiply(grad, rate)?;
            let Some(&momentum) = slots.first() else { return Ok((b.subtract(param, descent)?, Vec::new())) };
            let decayed = mul_scalar(b, momentum, self.momentum)?;
            let momentum = b.subtract(decayed, descent)?;
            let change = if self.nesterov {
                let ahead = mul_scalar(b, momentum, self.momentum)?;
                b.subtract(ahead, descent)?
            } else {
                momentum
            };
            Ok((b.add(param, change)?, vec![momentum]))
        })
    }

    fn config(&self) -> serde_json::Value {
        let mut config = self.options.config(self.name());
        config.insert("momentum".into(), self.momentum.into());
        config.insert("nesterov".into(), self.nesterov.into());
        config.into()
    }
}
