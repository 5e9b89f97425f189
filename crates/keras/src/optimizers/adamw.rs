//! AdamW (Loshchilov and Hutter, 2017).

use stablehlo::FuncBuilder;

use super::adam::Adam;
use super::optimizer::{Optimizer, Step, Updated};
use super::options::Options;
use crate::error::Result;

/// [`Adam`] with decoupled weight decay: 0.004 of each weight, times the learning rate, per step.
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
    /// The optimizer with Keras's defaults.
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

    fn apply(&self, b: &mut FuncBuilder, step: &Step<'_>) -> Result<Updated> {
        self.0.apply(b, step)
    }

    fn config(&self) -> serde_json::Value {
        self.0.config_as("adamw")
    }
}
