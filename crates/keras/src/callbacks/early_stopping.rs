//! Stops a training that no longer improves.

use std::path::PathBuf;

use super::callback::Callback;
use super::context::{ModelHandle, TrainContext};
use super::early_stopping_files::{self as files, State};
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
    backup_dir: Option<PathBuf>,
    delete_checkpoint: bool,
    state: State,
    /// The state of a training that goes on.
    restored: Option<State>,
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
            backup_dir: None,
            delete_checkpoint: true,
            state: State::default(),
            restored: None,
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
        /// If true, the files of [`backup_dir`](Self::backup_dir) are deleted when the training is complete.
        /// Default: true.
        delete_checkpoint(bool) => delete_checkpoint;
    }

    /// Keeps what it knows, with the best weights, in this folder, so that a training that goes on with
    /// [`BackupAndRestore`](super::BackupAndRestore) stops when the undisturbed one would, with the same
    /// weights. This callback comes before that one, and each has a folder of its own. Default: none.
    #[must_use]
    pub fn backup_dir(mut self, backup_dir: impl Into<PathBuf>) -> Self {
        self.backup_dir = Some(backup_dir.into());
        self
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

    /// Compares the value of an epoch with the best one so far, and stops the training if it is time.
    fn judge(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &Logs) -> Result<()> {
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
}

impl Callback for EarlyStopping {
    fn restore(&mut self, _model: &mut dyn ModelHandle) -> Result<Option<usize>> {
        self.restored = self.backup_dir.as_deref().map(files::read).transpose()?.flatten();
        Ok(None)
    }

    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        self.state = self.restored.take().unwrap_or_default();
        Ok(())
    }

    fn on_epoch_begin(&mut self, ctx: &mut TrainContext<'_>, epoch: usize) -> Result<()> {
        // A training that was interrupted after it had been stopped.
        ctx.stop_training |= self.state.stopped_epoch.is_some_and(|stopped| stopped < epoch);
        Ok(())
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        if ctx.interrupted {
            return Ok(());
        }
        // An epoch that was interrupted after this callback, and is repeated.
        if epoch < self.state.seen {
            ctx.stop_training |= self.state.stopped_epoch == Some(epoch);
            return Ok(());
        }
        self.judge(ctx, epoch, logs)?;
        self.state.seen = epoch + 1;
        match &self.backup_dir {
            Some(folder) => files::write(folder, &self.state),
            None => Ok(()),
        }
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
        match &self.backup_dir {
            Some(folder) if self.delete_checkpoint && !ctx.interrupted => files::delete(folder),
            _ => Ok(()),
        }
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
