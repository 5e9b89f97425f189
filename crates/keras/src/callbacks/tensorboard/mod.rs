//! Logs a training for TensorBoard.

mod event_file;
mod summaries;

use std::path::PathBuf;
use std::time::Instant;

use super::batch_count::BatchCount;
use super::callback::Callback;
use super::context::TrainContext;
use super::logs::Logs;
use super::setters::setters;
use crate::error::Result;
use event_file::{EventFile, Value};

/// Logs a training for TensorBoard (`keras.callbacks.TensorBoard`), in event files in the folders `train` and
/// `validation` of a folder: `tensorboard --logdir logs` shows them.
///
/// | tag | what | folder |
/// |---|---|---|
/// | `epoch_loss`, `epoch_accuracy`, ... | values of an epoch, those of the validation without `val_` | both |
/// | `epoch_learning_rate` | the learning rate after an epoch | `train` |
/// | `evaluation_loss_vs_iterations`, ... | values of an evaluation, by the number of training steps | `validation` |
/// | `keras` | the model's graph, with [`write_graph`](Self::write_graph) | `train` |
/// | `batch_loss`, ... | means of the epoch so far, with [`update_freq`](Self::update_freq) | `train` |
/// | `epoch_steps_per_second`, `batch_steps_per_second` | with [`write_steps_per_second`](Self::write_steps_per_second) | `train` |
/// | `LAYER/WEIGHT/histogram`, `LAYER/WEIGHT/image` | with [`histogram_freq`](Self::histogram_freq) | `train` |
///
/// Keras's `profile_batch` and `embeddings_freq` are not here: `labora profile` has the time of each step.
///
/// ```
/// use keras::{Fit, callbacks::TensorBoard};
/// let fit = Fit::default().callback(TensorBoard::new("logs").histogram_freq(1));
/// # let _ = fit;
/// ```
#[derive(Debug)]
pub struct TensorBoard {
    histogram_freq: usize,
    write_graph: bool,
    write_images: bool,
    write_steps_per_second: bool,
    update_freq: usize,
    train: EventFile,
    validation: EventFile,
    /// The training batches in all epochs, and since the last that was logged.
    batches: u64,
    unlogged: BatchCount,
    epoch_start: Instant,
    batch_start: Instant,
    /// The training batches before the epoch.
    before_epoch: u64,
}

impl TensorBoard {
    /// Logs to this folder, which is created if it does not exist.
    pub fn new(log_dir: impl Into<PathBuf>) -> Self {
        let log_dir = log_dir.into();
        Self {
            histogram_freq: 0,
            write_graph: true,
            write_images: false,
            write_steps_per_second: false,
            update_freq: 0,
            train: EventFile::new(log_dir.join("train")),
            validation: EventFile::new(log_dir.join("validation")),
            batches: 0,
            unlogged: BatchCount::default(),
            epoch_start: Instant::now(),
            batch_start: Instant::now(),
            before_epoch: 0,
        }
    }

    setters! {
        /// The number of epochs after which histograms of the weights are logged; 0 for never. Default: 0.
        histogram_freq(usize) => histogram_freq;
        /// If true, the model's configuration is logged, of which TensorBoard draws a graph. Default: true.
        write_graph(bool) => write_graph;
        /// If true, weights are logged as images along with their histograms. Default: false.
        write_images(bool) => write_images;
        /// If true, the number of training steps in a second is logged. Default: false.
        write_steps_per_second(bool) => write_steps_per_second;
        /// The number of batches after which their values are logged, 1 for all of them; 0 for epochs alone.
        /// If several batches run as one program, the values are those after all of them. Default: 0.
        update_freq(usize) => update_freq;
    }

    /// Logs histograms and images of all weights.
    fn log_weights(&mut self, ctx: &mut TrainContext<'_>, epoch: usize) -> Result<()> {
        let weights = ctx.model.weights()?;
        let mut values = Vec::new();
        for ((path, shape), weight) in ctx.model.weight_shapes().iter().zip(&weights) {
            let path = path.replace(':', "_");
            if self.write_images {
                values.extend(summaries::weight_images(format!("{path}/image"), shape, weight)?);
            }
            values.push(summaries::histogram(format!("{path}/histogram"), weight));
        }
        self.train.write(epoch as u64, values)
    }
}

/// The values of logs as numbers with these tags.
fn scalars<'l>(logs: impl Iterator<Item = (&'l str, f64)>, tag: impl Fn(&str) -> String) -> Vec<Value> {
    logs.map(|(name, value)| summaries::scalar(tag(name), value)).collect()
}

impl Callback for TensorBoard {
    fn on_train_begin(&mut self, ctx: &mut TrainContext<'_>) -> Result<()> {
        (self.batches, self.unlogged) = (0, BatchCount::default());
        match ctx.model.to_json().filter(|_| self.write_graph) {
            Some(json) => self.train.write(0, vec![summaries::keras_model("keras".into(), json.to_string())]),
            None => Ok(()),
        }
    }

    fn on_epoch_begin(&mut self, _ctx: &mut TrainContext<'_>, _epoch: usize) -> Result<()> {
        (self.before_epoch, self.epoch_start) = (self.batches, Instant::now());
        Ok(())
    }

    fn on_train_batch_begin(&mut self, _ctx: &mut TrainContext<'_>, _batch: usize) -> Result<()> {
        self.batch_start = Instant::now();
        Ok(())
    }

    fn on_train_batch_end(&mut self, _ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        let before = self.batches;
        self.batches = self.before_epoch + batch as u64 + 1;
        self.unlogged.count(batch);
        if self.update_freq == 0 || self.unlogged.since < self.update_freq {
            return Ok(());
        }
        self.unlogged.begin_anew();
        let mut values = scalars(logs.iter(), |name| format!("batch_{name}"));
        if self.write_steps_per_second {
            let rate = (self.batches - before) as f64 / self.batch_start.elapsed().as_secs_f64();
            values.push(summaries::scalar("batch_steps_per_second".into(), rate));
        }
        self.train.write(self.batches, values)
    }

    fn on_test_end(&mut self, ctx: &mut TrainContext<'_>, logs: &Logs) -> Result<()> {
        let values = scalars(logs.iter(), |name| format!("evaluation_{name}_vs_iterations"));
        self.validation.write(ctx.model.iterations(), values)?;
        self.validation.flush()
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        let tag = |name: &str| format!("epoch_{name}");
        let (of_validation, of_training): (Vec<_>, Vec<_>) =
            logs.iter().partition(|(name, _)| name.starts_with("val_"));
        let mut values = scalars(of_training.into_iter(), tag);
        if logs.get("learning_rate").is_none() {
            values.push(summaries::scalar(tag("learning_rate"), f64::from(ctx.learning_rate())));
        }
        if self.write_steps_per_second {
            let steps = (self.batches - self.before_epoch) as f64;
            values.push(summaries::scalar(tag("steps_per_second"), steps / self.epoch_start.elapsed().as_secs_f64()));
        }
        self.train.write(epoch as u64, values)?;
        if !of_validation.is_empty() {
            let values = scalars(of_validation.into_iter(), |name| tag(name.strip_prefix("val_").unwrap_or(name)));
            self.validation.write(epoch as u64, values)?;
        }
        if self.histogram_freq > 0 && epoch.is_multiple_of(self.histogram_freq) {
            self.log_weights(ctx, epoch)?;
        }
        // What is written is seen while the training goes on.
        self.train.flush()?;
        self.validation.flush()
    }

    fn on_train_end(&mut self, _ctx: &mut TrainContext<'_>, _logs: &Logs) -> Result<()> {
        self.train.flush()?;
        self.validation.flush()
    }
}
