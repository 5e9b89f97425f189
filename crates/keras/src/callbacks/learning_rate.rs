//! Changes the learning rate from epoch to epoch.

use super::callback::Callback;
use super::context::TrainContext;
use super::early_stopping::warn_of_missing;
use super::logs::Logs;
use super::monitor::{Mode, Monitor};
use super::setters::setters;
use crate::error::{Error, Result};

/// Reduces the learning rate when a value has not improved for `patience` epochs.
///
/// ```
/// use keras::callbacks::ReduceLrOnPlateau;
/// let reduce = ReduceLrOnPlateau::new("val_loss").factor(0.5).patience(3);
/// ```
#[derive(Clone, Debug)]
pub struct ReduceLrOnPlateau {
    monitor: Monitor,
    factor: f64,
    patience: usize,
    cooldown: usize,
    min_lr: f64,
    verbose: bool,
    best: Option<f64>,
    wait: usize,
    cooling: usize,
}

impl ReduceLrOnPlateau {
    /// Monitors the value with this name, with Keras's defaults.
    pub fn new(monitor: impl Into<String>) -> Self {
        Self {
            monitor: Monitor { min_delta: 1e-4, ..Monitor::new(monitor) },
            factor: 0.1,
            patience: 10,
            cooldown: 0,
            min_lr: 0.0,
            verbose: false,
            best: None,
            wait: 0,
            cooling: 0,
        }
    }

    setters! {
        /// The direction of improvement. Default: derived from the name.
        mode(Mode) => monitor.mode;
        /// The minimum change that counts as an improvement. Default: 1e-4.
        min_delta(f64) => monitor.min_delta;
        /// The factor of the learning rate; below 1. Default: 0.1.
        factor(f64) => factor;
        /// The number of epochs without improvement before a reduction. Default: 10.
        patience(usize) => patience;
        /// The number of epochs after a reduction that are not counted. Default: 0.
        cooldown(usize) => cooldown;
        /// The lower bound of the learning rate. Default: 0.
        min_lr(f64) => min_lr;
        /// If true, prints messages about its actions. Default: false.
        verbose(bool) => verbose;
    }

    fn reduce(&mut self, ctx: &mut TrainContext<'_>, epoch: usize) -> Result<()> {
        let old = ctx.learning_rate();
        if old <= self.min_lr as f32 {
            return Ok(());
        }
        let new = (f64::from(old) * self.factor).max(self.min_lr);
        ctx.set_learning_rate(new as f32)?;
        if self.verbose {
            let epoch = epoch + 1;
            ctx.print(&format!("\nEpoch {epoch}: ReduceLROnPlateau reducing learning rate to {new}."))?;
        }
        self.cooling = self.cooldown;
        self.wait = 0;
        Ok(())
    }
}

impl Callback for ReduceLrOnPlateau {
    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        if self.factor >= 1.0 {
            let factor = self.factor;
            return Err(Error::argument(format!("ReduceLROnPlateau: the factor must be below 1, not {factor}")));
        }
        (self.best, self.wait, self.cooling) = (None, 0, 0);
        Ok(())
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        logs.set("learning_rate", f64::from(ctx.learning_rate()));
        let Some(current) = logs.get(&self.monitor.name) else {
            return warn_of_missing(ctx, "ReduceLROnPlateau", &self.monitor, logs);
        };
        if self.cooling > 0 {
            self.cooling -= 1;
            self.wait = 0;
        }
        if self.monitor.is_improvement(ctx, "ReduceLROnPlateau", current, self.best)? {
            self.best = Some(current);
            self.wait = 0;
        } else if self.cooling == 0 {
            self.wait += 1;
            if self.wait >= self.patience {
                self.reduce(ctx, epoch)?;
            }
        }
        Ok(())
    }
}

/// Sets the learning rate at the beginning of each epoch, as a function of the epoch (counted from 0) and the
/// current rate.
///
/// ```
/// use keras::callbacks::LearningRateScheduler;
/// let halving = LearningRateScheduler::new(|epoch, rate| if epoch < 10 { rate } else { rate * 0.5 });
/// ```
pub struct LearningRateScheduler<'a> {
    schedule: Box<dyn FnMut(usize, f32) -> f32 + 'a>,
    verbose: bool,
}

impl<'a> LearningRateScheduler<'a> {
    /// Sets the learning rate that `schedule` returns.
    pub fn new(schedule: impl FnMut(usize, f32) -> f32 + 'a) -> Self {
        Self { schedule: Box::new(schedule), verbose: false }
    }

    setters! {
        /// If true, prints messages about its actions. Default: false.
        verbose(bool) => verbose;
    }
}

impl Callback for LearningRateScheduler<'_> {
    fn on_epoch_begin(&mut self, ctx: &mut TrainContext<'_>, epoch: usize) -> Result<()> {
        let rate = (self.schedule)(epoch, ctx.learning_rate());
        ctx.set_learning_rate(rate)?;
        if self.verbose {
            let epoch = epoch + 1;
            ctx.print(&format!("\nEpoch {epoch}: LearningRateScheduler setting learning rate to {rate}."))?;
        }
        Ok(())
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, _epoch: usize, logs: &mut Logs) -> Result<()> {
        logs.set("learning_rate", f64::from(ctx.learning_rate()));
        Ok(())
    }
}
