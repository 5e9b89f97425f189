//! Stops when the loss is no number.

use super::{Callback, Logs, TrainContext};
use crate::{Error, ErrorKind, Result};

/// Stops the training when the loss is NaN or infinite, or another number of a step is not finite.
///
/// Such a step is not applied, so the model keeps the last good weights. Without this callback `fit` then gives an error;
/// with it, `fit` ends in order: the history's last epoch has NaN as its loss, and is not validated.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminateOnNan {
    /// Whether that is an error, instead of an early but orderly end. Default false.
    pub raise_error: bool,
}

impl TerminateOnNan {
    /// Ends the training in order.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Callback for TerminateOnNan {
    fn on_train_batch_end(&mut self, ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        match logs.get("loss") {
            Some(loss) if !loss.is_finite() => {
                if self.raise_error {
                    let message = format!("the loss is {loss} at batch {batch}; training ends");
                    return Err(Error::new(ErrorKind::Training, message));
                }
                ctx.stop_training = true;
                ctx.print(&format!("Batch {batch}: Invalid loss, terminating training"))
            }
            _ => Ok(()),
        }
    }
}
