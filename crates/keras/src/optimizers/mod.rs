//! Optimizers: how gradients change weights.
//!
//! An optimizer is a rule that is added to a program, and the variables ("slots") it keeps beside each parameter. The
//! formulas and defaults are Keras's, constants rounded to f32 where Keras rounds them.

mod adam;
mod options;
mod rmsprop;
mod schedules;
mod sgd;

use std::fmt;

use stablehlo::{FuncBuilder, Value};

pub use adam::{Adam, AdamW};
pub use options::{Clip, Options};
pub use rmsprop::RmsProp;
pub use schedules::{LearningRate, Schedule, Warmup};
pub use sgd::Sgd;

use crate::{Error, Result};

/// The updated parameters, and the updated slots as `[slot][parameter]`.
pub type Updated = (Vec<Value>, Vec<Vec<Value>>);

/// A rule that makes new parameters and slots from parameters, gradients and slots.
///
/// ```
/// use keras::optimizers::{Adam, Clip, Optimizer, Sgd};
/// let adam = Adam { beta_1: 0.8, ..Adam::new() }.with_learning_rate(3e-4).with_clip(Clip::GlobalNorm(1.0));
/// assert_eq!(adam.learning_rate(), 3e-4);
/// let any: Box<dyn Optimizer> = Box::new(Sgd { momentum: 0.9, nesterov: true, ..Sgd::new() });
/// assert_eq!(any.slot_names(), ["momentum"]);
/// ```
pub trait Optimizer: fmt::Debug + Send + Sync {
    /// Keras's name, such as `adam`.
    fn name(&self) -> &'static str;

    /// What it shares with every optimizer: learning rate, clipping, weight decay.
    fn options(&self) -> &Options;

    /// The same, to be changed.
    fn options_mut(&mut self) -> &mut Options;

    /// The variables kept beside each parameter, of the parameter's shape, all zero at first. The names are Keras's,
    /// such as `momentum` and `velocity`; the order is that of the weights in a file.
    fn slot_names(&self) -> &'static [&'static str];

    /// Adds a step to a program.
    ///
    /// `step` is an i32 scalar, 1 for the first step; `learning_rate` an f32 scalar; `params` and `grads` are float
    /// tensors, of equal shapes pair by pair; `slots` is `[slot][parameter]`, in the order of
    /// [`slot_names`](Self::slot_names).
    ///
    /// # Errors
    /// Where the numbers or types of parameters, gradients and slots do not fit each other.
    fn apply(
        &self,
        b: &mut FuncBuilder,
        step: Value,
        learning_rate: Value,
        params: &[Value],
        grads: &[Value],
        slots: Vec<Vec<Value>>,
    ) -> Result<Updated>;

    /// Keras's `get_config()`.
    fn config(&self) -> serde_json::Value;

    /// The learning rate of the first step.
    fn learning_rate(&self) -> f32 {
        self.options().learning_rate.at(0)
    }

    /// The same optimizer with that learning rate, or schedule of learning rates.
    #[must_use]
    fn with_learning_rate(mut self, learning_rate: impl Into<LearningRate>) -> Self
    where
        Self: Sized,
    {
        self.options_mut().learning_rate = learning_rate.into();
        self
    }

    /// The same optimizer taking that part of each weight away, times the learning rate, before each step.
    #[must_use]
    fn with_weight_decay(mut self, weight_decay: f64) -> Self
    where
        Self: Sized,
    {
        self.options_mut().weight_decay = Some(weight_decay);
        self
    }

    /// The same optimizer with gradients clipped.
    #[must_use]
    fn with_clip(mut self, clip: Clip) -> Self
    where
        Self: Sized,
    {
        self.options_mut().clip = Some(clip);
        self
    }
}

/// The optimizer of Keras's name or class name, in any case (`adam`, `SGD`), with Keras's defaults.
///
/// # Errors
/// Where there is none of that name; the message lists the names.
///
/// ```
/// let adam = keras::optimizers::from_name("adam")?;
/// assert_eq!(adam.slot_names(), ["momentum", "velocity"]);
/// assert_eq!(adam.learning_rate(), 1e-3);
/// # Ok::<(), keras::Error>(())
/// ```
pub fn from_name(name: &str) -> Result<Box<dyn Optimizer>> {
    match name.to_ascii_lowercase().as_str() {
        "sgd" => Ok(Box::new(Sgd::new())),
        "adam" => Ok(Box::new(Adam::new())),
        "adamw" => Ok(Box::new(AdamW::new())),
        "rmsprop" => Ok(Box::new(RmsProp::new())),
        _ => Err(Error::argument(format!("there is no optimizer {name:?}; there are sgd, adam, adamw, rmsprop"))),
    }
}
