//! Adam (Kingma and Ba, 2014), and AdamW (Loshchilov and Hutter, 2017).

use stablehlo::{ElementType, FuncBuilder, Value};

use super::options::Step;
use super::{Optimizer, Options, Updated};
use crate::Result;
use crate::utils::trace::{add_scalar, mul_scalar, scalar_minus, spread};

/// Adam: steps of the gradient's running mean over the root of its running square.
///
/// `m += (g - m) (1 - beta_1); v += (g² - v) (1 - beta_2); w -= alpha m / (sqrt(v) + epsilon)`, with
/// `alpha = learning_rate sqrt(1 - beta_2^t) / (1 - beta_1^t)` at step `t`. The epsilon stands outside the correction,
/// as in the paper's formula before its section 2.1. Default learning rate: 0.001.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Learning rate, clipping, weight decay.
    pub options: Options,
    /// How much of the gradient's running mean is kept, a step. Default 0.9.
    pub beta_1: f64,
    /// How much of the running mean of the gradient's square is kept, a step. Default 0.999.
    pub beta_2: f64,
    /// What keeps the divisor from zero. Default 1e-7.
    pub epsilon: f64,
    /// Whether the greatest running square so far divides (Reddi and others, 2018). Default false.
    pub amsgrad: bool,
}

impl Default for Adam {
    fn default() -> Self {
        Self { options: Options::new(0.001), beta_1: 0.9, beta_2: 0.999, epsilon: 1e-7, amsgrad: false }
    }
}

impl Adam {
    /// Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    fn config_as(&self, name: &str) -> serde_json::Value {
        let mut config = self.options.config(name);
        config.insert("beta_1".into(), self.beta_1.into());
        config.insert("beta_2".into(), self.beta_2.into());
        config.insert("epsilon".into(), self.epsilon.into());
        config.insert("amsgrad".into(), self.amsgrad.into());
        config.into()
    }

    /// `learning_rate sqrt(1 - beta_2^step) / (1 - beta_1^step)`, an f32 scalar.
    fn alpha(&self, b: &mut FuncBuilder, step: Value, learning_rate: Value) -> stablehlo::Result<Value> {
        let step = b.convert(step, ElementType::F32)?;
        let mut correction = |beta: f64| {
            let beta = b.full_like(step, beta)?;
            let power = b.power(beta, step)?;
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

    fn apply(
        &self,
        b: &mut FuncBuilder,
        step: Value,
        learning_rate: Value,
        params: &[Value],
        grads: &[Value],
        slots: Vec<Vec<Value>>,
    ) -> Result<Updated> {
        let alpha = self.alpha(b, step, learning_rate)?;
        let step = Step { optimizer: self.name(), slot_names: self.slot_names(), learning_rate, params, grads, slots };
        self.options.apply_each(b, step, |b, param, grad, slots| {
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

/// `x + (target - x) part`.
fn move_towards(b: &mut FuncBuilder, x: Value, target: Value, part: f64) -> stablehlo::Result<Value> {
    let way = b.subtract(target, x)?;
    let way = mul_scalar(b, way, part)?;
    b.add(x, way)
}

/// [`Adam`] with weights that decay: 0.004 of them, times the learning rate, a step.
///
/// ```
/// use keras::optimizers::{Adam, AdamW, Optimizer};
/// let optimizer = AdamW(Adam { beta_2: 0.99, ..AdamW::new().0 }).with_weight_decay(0.01);
/// assert_eq!(optimizer.options().weight_decay, Some(0.01));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW(pub Adam);

impl Default for AdamW {
    fn default() -> Self {
        Self(Adam::new().with_weight_decay(0.004))
    }
}

impl AdamW {
    /// Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Optimizer for AdamW {
    fn name(&self) -> &'static str {
        "adamw"
    }

    fn options(&self) -> &Options {
        &self.0.options
    }

    fn options_mut(&mut self) -> &mut Options {
        &mut self.0.options
    }

    fn slot_names(&self) -> &'static [&'static str] {
        self.0.slot_names()
    }

    fn apply(
        &self,
        b: &mut FuncBuilder,
        step: Value,
        learning_rate: Value,
        params: &[Value],
        grads: &[Value],
        slots: Vec<Vec<Value>>,
    ) -> Result<Updated> {
        self.0.apply(b, step, learning_rate, params, grads, slots)
    }

    fn config(&self) -> serde_json::Value {
        self.0.config_as("adamw")
    }
}
