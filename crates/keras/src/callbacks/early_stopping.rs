//! Stops when nothing gets better any more.

use super::{Callback, Logs, Mode, Monitor, TrainContext, setters};
use crate::Result;

/// Stops the training when a value has not become better for `patience` epochs.
///
/// ```
/// use keras::callbacks::EarlyStopping;
/// let early = EarlyStopping::new("val_loss").patience(5).restore_best_weights(true);
/// assert_eq!(early.stopped_epoch(), None);
/// ```
#[derive(Clone, Debug)]
pub struct EarlyStopping {
    monitor: Monitor,
    patience: usize,
    baseline: Option<f64>,
    restore_best_weights: bool,
    start_from_epoch: usize,
    verbose: bool,
    state: State,
}

#[derive(Clone, Debug, Default)]
struct State {
    wait: usize,
    best: Option<f64>,
    best_epoch: usize,
    best_weights: Option<Vec<Vec<f32>>>,
    stopped_epoch: Option<usize>,
}

impl EarlyStopping {
    /// Watches the value of that name, with Keras's defaults.
    pub fn new(monitor: impl Into<String>) -> Self {
        Self {
            monitor: Monitor::new(monitor),
            patience: 0,
            baseline: None,
            restore_best_weights: false,
            start_from_epoch: 0,
            verbose: false,
            state: State::default(),
        }
    }

    setters! {
        /// What is better. By default the name tells.
        mode(Mode) => monitor.mode;
        /// A change smaller than this is no improvement. Default 0.
        min_delta(f64) => monitor.min_delta;
        /// How many epochs without improvement are waited for. Default 0.
        patience(usize) => patience;
        /// A value that has to be beaten too. None by default.
        baseline(Option<f64>) => baseline;
        /// Whether the weights of the best epoch are put back at the end. Default false.
        restore_best_weights(bool) => restore_best_weights;
        /// Epochs before this one (counted from 0) are not watched. Default 0.
        start_from_epoch(usize) => start_from_epoch;
        /// Whether it says what it does. Default false.
        verbose(bool) => verbose;
    }

    /// The epoch (counted from 0) after which it stopped the training, where it did.
    pub fn stopped_epoch(&self) -> Option<usize> {
        self.state.stopped_epoch
    }

    /// The epoch (counted from 0) with the best value so far, where one was seen.
    pub fn best_epoch(&self) -> Option<usize> {
        self.state.best.map(|_| self.state.best_epoch)
    }

    fn improves(&self, ctx: &TrainContext<'_>, value: f64, reference: Option<f64>) -> Result<bool> {
        self.monitor.is_improvement(ctx, "EarlyStopping", value, reference)
    }
}

impl Callback for EarlyStopping {
    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        self.state = State::default();
        Ok(())
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        let Some(current) = logs.get(&self.monitor.name) else {
            return warn_of_missing(ctx, "EarlyStopping", &self.monitor, logs);
        };
        if epoch < self.start_from_epoch {
            return Ok(());
        }
        if self.restore_best_weights && self.state.best_weights.is_none() {
            self.state.best_weights = Some(ctx.trainee.weights()?);
            self.state.best_epoch = epoch;
        }
        self.state.wait += 1;
        if self.improves(ctx, current, self.state.best)? {
            // The first weights are those just read.
            if self.restore_best_weights && self.state.best.is_some() {
                self.state.best_weights = Some(ctx.trainee.weights()?);
            }
            self.state.best = Some(current);
            self.state.best_epoch = epoch;
            // Waiting starts anew only where the baseline is beaten too.
            if self.baseline.is_none() || self.improves(ctx, current, self.baseline)? {
                self.state.wait = 0;
            }
            return Ok(());
        }
        if self.state.wait >= self.patience && epoch > 0 {
            self.state.stopped_epoch = Some(epoch);
            ctx.stop_training = true;
        }
        Ok(())
    }

    fn on_train_end(&mut self, ctx: &mut TrainContext<'_>, _logs: &Logs) -> Result<()> {
        if let Some(epoch) = self.state.stopped_epoch
            && self.verbose
        {
            ctx.print(&format!("Epoch {}: early stopping", epoch + 1))?;
        }
        if let Some(weights) = self.state.best_weights.take() {
            if self.verbose {
                let best = self.state.best_epoch + 1;
                ctx.print(&format!("Restoring model weights from the end of the best epoch: {best}."))?;
            }
            ctx.trainee.set_weights(&weights)?;
        }
        Ok(())
    }
}

/// Says that the monitored value is not among the logs.
pub(super) fn warn_of_missing(
    ctx: &mut TrainContext<'_>,
    callback: &str,
    monitor: &Monitor,
    logs: &Logs,
) -> Result<()> {
    let names = logs.names().collect::<Vec<_>>().join(", ");
    ctx.print(&format!("warning: {callback} monitors {:?}, which is not among the values: {names}", monitor.name))
}
