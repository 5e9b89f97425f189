//! RMSprop (Hinton, 2012).

use stablehlo::{FuncBuilder, Value};

use super::options::Step;
use super::{Optimizer, Options, Updated};
use crate::Result;
use crate::utils::trace::{add_scalar, mul_scalar, spread};

/// RMSprop: the gradient over the root of its running square.
///
/// `v = rho v + (1 - rho) g²; w -= learning_rate g / sqrt(v + epsilon)`. With momentum the step is added to `momentum`
/// times the last one; centered, the square of the gradient's running mean is taken from `v`. Default learning rate:
/// 0.001.
#[derive(Clone, Debug, PartialEq)]
pub struct RmsProp {
    /// Learning rate, clipping, weight decay.
    pub options: Options,
    /// How much of the running square is kept, a step. Default 0.9.
    pub rho: f64,
    /// How much of the last step is taken again. Default 0.
    pub momentum: f64,
    /// What keeps the divisor from zero. Default 1e-7.
    pub epsilon: f64,
    /// Whether the variance divides rather than the running square. Default false.
    pub centered: bool,
}

impl Default for RmsProp {
    fn default() -> Self {
        Self { options: Options::new(0.001), rho: 0.9, momentum: 0.0, epsilon: 1e-7, centered: false }
    }
}

impl RmsProp {
    /// Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// `rho x + (1 - rho) y`.
    fn running_mean(&self, b: &mut FuncBuilder, x: Value, y: Value) -> stablehlo::Result<Value> {
        let kept = mul_scalar(b, x, self.rho)?;
        let added = mul_scalar(b, y, 1.0 - self.rho)?;
        b.add(kept, added)
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

    fn apply(
        &self,
        b: &mut FuncBuilder,
        _step: Value,
        learning_rate: Value,
        params: &[Value],
        grads: &[Value],
        slots: Vec<Vec<Value>>,
    ) -> Result<Updated> {
        let step = Step { optimizer: self.name(), slot_names: self.slot_names(), learning_rate, params, grads, slots };
        self.options.apply_each(b, step, |b, param, grad, slots| {
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
            let rate = b.convert(learning_rate, b.ty(param).element)?;
            let rate = spread(b, rate, param)?;
            let scaled = b.multiply(rate, grad)?;
            let mut change = b.divide(scaled, divisor)?;
            let mut new = vec![velocity];
            if self.momentum > 0.0 {
                let kept = mul_scalar(b, slots[1], self.momentum)?;
                change = b.add(kept, change)?;
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
