//! The options common to all optimizers.

use super::learning_rate::LearningRate;
use crate::error::{Error, Result};

/// The options common to all optimizers.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The name, in messages.
    pub name: String,
    /// The learning rate, or its schedule.
    pub learning_rate: LearningRate,
    /// The fraction of each weight, times the learning rate, that is subtracted before a step.
    pub weight_decay: Option<f64>,
    /// The limit of the Euclidean norm of each gradient.
    pub clipnorm: Option<f64>,
    /// The limit of the Euclidean norm of all gradients together.
    pub global_clipnorm: Option<f64>,
    /// The limit of the magnitude of each element of the gradients.
    pub clipvalue: Option<f64>,
    /// The decay of the moving averages of weights, if there are any, and the number of steps after which
    /// they replace the weights.
    pub ema: Option<(f64, Option<usize>)>,
    /// The number of steps whose mean gradient makes one update.
    pub gradient_accumulation_steps: Option<usize>,
}

impl Options {
    /// Refuses options that contradict each other.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) with the option and what is allowed.
    pub fn check(&self) -> Result<()> {
        let name = &self.name;
        let clips = [self.clipnorm, self.global_clipnorm, self.clipvalue];
        if clips.iter().flatten().count() > 1 {
            return Err(Error::argument(format!(
                "{name}: only one of clipnorm, global_clipnorm and clipvalue can be set, not {clips:?}"
            )));
        }
        if let Some((momentum, frequency)) = self.ema
            && (!(0.0..=1.0).contains(&momentum) || frequency == Some(0))
        {
            return Err(Error::argument(format!(
                "{name}: ema_momentum is between 0 and 1, and ema_overwrite_frequency at least 1, not {momentum} and \
                 {frequency:?}"
            )));
        }
        match self.gradient_accumulation_steps {
            Some(steps @ (0 | 1)) => Err(Error::argument(format!(
                "{name}: gradient_accumulation_steps is {steps}, expected at least 2, or none"
            ))),
            _ => Ok(()),
        }
    }
}
