//! Whether a value that is watched has become better.

use super::TrainContext;
use crate::metrics::Direction;
use crate::{Error, Result};

/// What "better" means for a monitored value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By the name: a loss is good when low, a metric as it says itself.
    #[default]
    Auto,
    /// Lower is better.
    Min,
    /// Higher is better.
    Max,
}

/// A value of the logs that is watched, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Monitor {
    /// The value's name, such as `val_loss`.
    pub name: String,
    /// What is better.
    pub mode: Mode,
    /// A change smaller than this does not count. Its sign does not matter.
    pub min_delta: f64,
}

impl Monitor {
    /// Watches the value of that name; the name says what is better.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), mode: Mode::Auto, min_delta: 0.0 }
    }

    /// Whether `value` is better than `reference` by more than `min_delta`. Anything is better than nothing; NaN is
    /// never better than something.
    ///
    /// # Errors
    /// Where the mode is `Auto` and nothing is known of what is better; `callback` is named in the message.
    pub(super) fn is_improvement(
        &self,
        ctx: &TrainContext<'_>,
        callback: &str,
        value: f64,
        reference: Option<f64>,
    ) -> Result<bool> {
        let direction = self.direction(ctx, callback)?;
        let Some(reference) = reference else { return Ok(true) };
        let delta = self.min_delta.abs();
        Ok(match direction {
            Direction::Up => value - delta > reference,
            Direction::Down => value + delta < reference,
        })
    }

    fn direction(&self, ctx: &TrainContext<'_>, callback: &str) -> Result<Direction> {
        match self.mode {
            Mode::Min => return Ok(Direction::Down),
            Mode::Max => return Ok(Direction::Up),
            Mode::Auto => {}
        }
        let metric = self.name.strip_prefix("val_").unwrap_or(&self.name);
        if metric == "loss" {
            return Ok(Direction::Down);
        }
        ctx.trainee.metric_direction(metric).ok_or_else(|| {
            Error::argument(format!(
                "{callback} monitors {:?}, and whether that is better when high or low is not known: set the mode to \
                 Max or Min",
                self.name
            ))
        })
    }
}
