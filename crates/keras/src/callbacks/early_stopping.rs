//! Stops a training that no longer improves.

use super::callback::Callback;
use super::context::TrainContext;
use super::logs::Logs;
use super::monitor::{Mode, Monitor};
use super::setters::setters;
use crate::error::Result;

/// Stops the training when a value has not improved for `patience` epochs.
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
    /// Monitors the value with this name, with Keras's defaults.
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
        /// The direction of improvement. Default: derived from the name.
        mode(Mode) => monitor.mode;
        /// The minimum change that counts as an improvement. Default: 0.
        min_delta(f64) => monitor.min_delta;
        /// The number of epochs without improvement before it stops. Default: 0.
        patience(usize) => patience;
        /// A value that must be beaten, too. Default: none.
        baseline(Option<f64>) => baseline;
        /// If true, restores the weights of the best epoch at the end. Default: false.
        restore_best_weights(bool) => restore_best_weights;
        /// The first epoch (counted from 0) that is monitored. Default: 0.
        start_from_epoch(usize) => start_from_epoch;
        /// If true, prints messages about its actions. Default: false.
        verbose(bool) => verbose;
    }

    /// The epoch (counted from 0) after which it stopped the training, if it did.
    pub fn stopped_epoch(&self) -> Option<usize> {
        self.state.stopped_epoch
    }

    /// The epoch (counted from 0) with the best value so far, if there is one.
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
            self.state.best_weights = Some(ctx.model.weights()?);
            self.state.best_epoch = epoch;
        }
        self.state.wait += 1;
        if self.improves(ctx, current, self.state.best)? {
            // The weights of the first monitored epoch have just been copied.
            if self.restore_best_weights && self.state.best.is_some() {
                self.state.best_weights = Some(ctx.model.weights()?);
            }
            self.state.best = Some(current);
            self.state.best_epoch = epoch;
            // The wait restarts only if the baseline is beaten, too.
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
            ctx.model.set_weights(&weights)?;
        }
        Ok(())
    }
}

/// Warns that the monitored value is not in the logs.
pub(super) fn warn_of_missing(
    ctx: &mut TrainContext<'_>,
    callback: &str,
    monitor: &Monitor,
    logs: &Logs,
) -> Result<()> {
    let names = logs.names().collect::<Vec<_>>().join(", ");
    ctx.print(&format!("warning: {callback} monitors {:?}, which is not among the values: {names}", monitor.name))
}
