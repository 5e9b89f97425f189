//! RMSprop (Hinton, 2012).

use stablehlo::{FuncBuilder, Value};

use super::optimizer::{Optimizer, Step, Updated};
use super::options::Options;
use super::rule::apply_rule;
use crate::error::Result;
use crate::utils::trace::{add_scalar, mul_scalar, spread};

/// RMSprop: divides the gradient by the root of the moving average of its square.
///
/// `v = rho v + (1 - rho) g²; w -= learning_rate g / sqrt(v + epsilon)`. With momentum, `momentum` times the
/// previous step is added. If centered, the square of the gradient's moving average is subtracted from `v`.
/// Default learning rate: 0.001.
#[derive(Clone, Debug, PartialEq)]
pub struct RmsProp {
    /// Learning rate, clipping and weight decay.
    pub options: Options,
    /// The decay of the moving average of the square, per step. Default: 0.9.
    pub rho: f64,
    /// The fraction of the previous step that is added. Default: 0.
    pub momentum: f64,
    /// Added to the divisor for numerical stability. Default: 1e-7.
    pub epsilon: f64,
    /// If true, divides by the root of the variance instead of the mean square. Default: false.
    pub centered: bool,
}

impl Default for RmsProp {
    fn default() -> Self {
        Self { options: Options::new(0.001), rho: 0.9, momentum: 0.0, epsilon: 1e-7, centered: false }
    }
}

impl RmsProp {
    /// The optimizer with Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// `rho x + (1 - rho) y`.
    fn running_mean(&self, b: &mut FuncBuilder, x: Value, y: Value) -> stablehlo::Result<Value> {
        let decayed = mul_scalar(b, x, self.rho)?;
        let added = mul_scalar(b, y, 1.0 - self.rho)?;
        b.add(decayed, added)
    }
}

impl Optimizer for RmsProp {
    fn name(&self) -> &'static str {
        "rmsprop"
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    fn slot_names(&self) -> &'static [&'static str] {
        match (self.momentum > 0.0, self.centered) {
            (false, false) => &["velocity"],
            (true, false) => &["velocity", "momentum"],
            (false, true) => &["velocity", "average_gradient"],
            (true, true) => &["velocity", "momentum", "average_gradient"],
        }
    }

    fn apply(&self, b: &mut FuncBuilder, step: &Step<'_>) -> Result<Updated> {
        apply_rule(self, b, step, |b, param, grad, slots| {
            let square = b.multiply(grad, grad)?;
            let velocity = self.running_mean(b, slots[0], square)?;
            let mean = match slots.last() {
                Some(&mean) if self.centered => Some(self.running_mean(b, mean, grad)?),
                _ => None,
            };
            let mut divisor = velocity;
            if let Some(mean) = mean {
                let square = b.multiply(mean, mean)?;
                divisor = b.subtract(velocity, square)?;
            }
            let divisor = add_scalar(b, divisor, self.epsilon)?;
            let divisor = b.sqrt(divisor)?;
            let rate = b.convert(step.learning_rate, b.ty(param).element)?;
            let rate = spread(b, rate, param)?;
            let scaled = b.multiply(rate, grad)?;
            let mut change = b.divide(scaled, divisor)?;
            let mut new = vec![velocity];
            if self.momentum > 0.0 {
                let decayed = mul_scalar(b, slots[1], self.momentum)?;
                change = b.add(decayed, change)?;
                new.push(change);
            }
            new.extend(mean);
            Ok((b.subtract(param, change)?, new))
        })
    }

    fn config(&self) -> serde_json::Value {
        let mut config = self.options.config(self.name());
        config.insert("rho".into(), self.rho.into());
        config.insert("momentum".into(), self.momentum.into());
        config.insert("epsilon".into(), self.epsilon.into());
        config.insert("centered".into(), self.centered.into());
        config.into()
    }
}
