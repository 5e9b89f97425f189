//! Stops a training whose loss is not finite.

use super::callback::Callback;
use super::context::TrainContext;
use super::logs::Logs;
use crate::error::{Error, ErrorKind, Result};

/// Stops the training when the loss or another value of a step is NaN or infinite.
///
/// Such a step is not applied, so the model keeps the last good weights. Without this callback `fit` returns
/// an error. With it `fit` succeeds: the last epoch of the history has the loss NaN and is not validated.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminateOnNan {
    /// If true, `fit` returns an error instead. Default: false.
    pub raise_error: bool,
}

impl TerminateOnNan {
    /// Stops the training without an error.
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
