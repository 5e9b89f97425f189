//! The trait of optimizers.

use std::fmt;

use stablehlo::{FuncBuilder, Value};

use super::learning_rate::LearningRate;
use super::options::{Clip, Options};
use crate::error::Result;

/// The updated parameters, and the updated slots as `[slot][parameter]`.
pub type Updated = (Vec<Value>, Vec<Vec<Value>>);

/// The inputs of one optimizer step.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The number of this step, an i32 scalar: 1 for the first step.
    pub iteration: Value,
    /// The learning rate, an f32 scalar.
    pub learning_rate: Value,
    /// The parameters, float tensors.
    pub params: &'a [Value],
    /// The gradients, in the order and of the shapes of the parameters.
    pub grads: &'a [Value],
    /// The slots, `[slot][parameter]`, in the order of [`Optimizer::slot_names`].
    pub slots: &'a [Vec<Value>],
}

/// A rule that computes new parameters and slots from parameters, gradients and slots.
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

    /// The options common to all optimizers: learning rate, clipping, weight decay.
    fn options(&self) -> &Options;

    /// The common options, mutable.
    fn options_mut(&mut self) -> &mut Options;

    /// The names of the variables stored for each parameter. A variable has the parameter's shape and is
    /// initially zero. The names are Keras's, such as `momentum` and `velocity`; the order is that of the
    /// weights in a file.
    fn slot_names(&self) -> &'static [&'static str];

    /// Appends one step to a program.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) or [`ErrorKind::Shape`](crate::ErrorKind::Shape)
    /// if the numbers or types of parameters, gradients and slots do not match.
    fn apply(&self, b: &mut FuncBuilder, step: &Step<'_>) -> Result<Updated>;

    /// Keras's `get_config()`.
    fn config(&self) -> serde_json::Value;

    /// The learning rate of the first step.
    fn learning_rate(&self) -> f32 {
        self.options().learning_rate.at(0)
    }

    /// Sets the learning rate, or a schedule of learning rates.
    #[must_use]
    fn with_learning_rate(mut self, learning_rate: impl Into<LearningRate>) -> Self
    where
        Self: Sized,
    {
        self.options_mut().learning_rate = learning_rate.into();
        self
    }

    /// Sets the weight decay: before each step every weight is reduced by this fraction of itself times the
    /// learning rate.
    #[must_use]
    fn with_weight_decay(mut self, weight_decay: f64) -> Self
    where
        Self: Sized,
    {
        self.options_mut().weight_decay = Some(weight_decay);
        self
    }

    /// Sets gradient clipping.
    #[must_use]
    fn with_clip(mut self, clip: Clip) -> Self
    where
        Self: Sized,
    {
        self.options_mut().clip = Some(clip);
        self
    }
}
