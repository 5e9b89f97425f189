//! A simulated training: the values of each epoch are given, and the weights are the epoch's number.

use std::path::{Path, PathBuf};

use keras::Result;
use keras::callbacks::{Callback, Logs, ModelHandle, Run, TrainContext};
use keras::metrics::Direction;

/// A model whose weights are the epoch's number, with the paths to which its weights and itself were saved.
#[derive(Debug, Default)]
pub struct Model {
    pub weights: Vec<Vec<f32>>,
    pub saved: Vec<PathBuf>,
    pub saved_whole: Vec<PathBuf>,
}

impl ModelHandle for Model {
    fn weights(&mut self) -> Result<Vec<Vec<f32>>> {
        Ok(self.weights.clone())
    }

    fn set_weights(&mut self, weights: &[Vec<f32>]) -> Result<()> {
        self.weights = weights.to_vec();
        Ok(())
    }

    fn save_weights(&mut self, path: &Path) -> Result<()> {
        self.saved.push(path.to_owned());
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<()> {
        self.saved_whole.push(path.to_owned());
        Ok(())
    }

    fn metric_direction(&self, name: &str) -> Option<Direction> {
        (name == "accuracy").then_some(Direction::Up)
    }
}

/// The outcome of a simulated training.
#[derive(Debug)]
pub struct Outcome {
    /// The number (from 0) of the last epoch that was trained.
    pub last_epoch: usize,
    /// The learning rate in each epoch.
    pub rates: Vec<f32>,
    pub model: Model,
    pub text: String,
    pub logs: Vec<Logs>,
}

/// Trains one epoch of one batch for each value of `name`. The initial learning rate is 1.
pub fn fit(callback: &mut dyn Callback, name: &str, values: &[f64]) -> Result<Outcome> {
    let epochs = values.iter().map(|value| Logs::from_iter([(name, *value)])).collect();
    fit_logs(callback, Run { epochs: values.len(), steps: Some(1), ..Run::default() }, epochs, false)
}

/// [`fit`] with all settings.
pub fn fit_logs(callback: &mut dyn Callback, run: Run, epochs: Vec<Logs>, scheduled: bool) -> Result<Outcome> {
    let mut model = Model::default();
    let mut text = Vec::new();
    let mut ctx = TrainContext::new(&mut model, run, &mut text, 1.0, scheduled);
    let mut outcome = (0, Vec::new(), Vec::new());
    callback.on_train_begin(&mut ctx)?;
    let mut last = Logs::new();
    for (epoch, mut logs) in epochs.into_iter().enumerate() {
        callback.on_epoch_begin(&mut ctx, epoch)?;
        outcome.0 = epoch;
        outcome.1.push(ctx.learning_rate());
        ctx.model.set_weights(&[vec![epoch as f32]])?;
        for batch in 0..run.steps.unwrap_or(1) {
            callback.on_train_batch_begin(&mut ctx, batch)?;
            callback.on_train_batch_end(&mut ctx, batch, &logs)?;
        }
        callback.on_epoch_end(&mut ctx, epoch, &mut logs)?;
        outcome.2.push(logs.clone());
        last = logs;
        if ctx.stop_training {
            break;
        }
    }
    callback.on_train_end(&mut ctx, &last)?;
    let (last_epoch, rates, logs) = outcome;
    let text = String::from_utf8(text).expect("UTF-8");
    Ok(Outcome { last_epoch, rates, model, text, logs })
}
