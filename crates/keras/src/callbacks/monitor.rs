//! Decides if a monitored value has improved.

use super::context::TrainContext;
use crate::error::{Error, Result};
use crate::metrics::Direction;

/// The direction of improvement of a monitored value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Derived from the name: lower is better for a loss; a metric has its own direction.
    #[default]
    Auto,
    /// Lower is better.
    Min,
    /// Higher is better.
    Max,
}

/// A monitored value of the logs.
#[derive(Clone, Debug, PartialEq)]
pub struct Monitor {
    /// The value's name, such as `val_loss`.
    pub name: String,
    /// The direction of improvement.
    pub mode: Mode,
    /// The minimum change that counts as an improvement; its sign is ignored.
    pub min_delta: f64,
}

impl Monitor {
    /// Monitors the value with this name; the direction is derived from the name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), mode: Mode::Auto, min_delta: 0.0 }
    }

    /// Returns true if `value` is better than `reference` by more than `min_delta`, or if there is no
    /// reference. NaN is never better than a reference.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the mode is `Auto` and the direction is
    /// unknown; the message names `callback`.
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
        ctx.model.metric_direction(metric).ok_or_else(|| {
            Error::argument(format!(
                "{callback} monitors {:?}, whose direction of improvement is not known: set the mode to Max or Min",
                self.name
            ))
        })
    }
}
