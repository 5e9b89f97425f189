//! The context that callbacks receive.

use std::io::Write;
use std::path::Path;

use serde_json::Value as Json;

use crate::error::{Error, ErrorKind, Result};
use crate::metrics::Direction;
use crate::verbosity::{Display, Verbose};

/// The model of a run, as callbacks access it.
pub trait ModelHandle {
    /// Copies all weights from the device, in the order of [`set_weights`](Self::set_weights).
    ///
    /// # Errors
    /// [`ErrorKind::Device`] if the device fails.
    fn weights(&mut self) -> Result<Vec<Vec<f32>>>;

    /// Paths and shapes of the weights, in the order of [`weights`](Self::weights). Default: none.
    fn weight_shapes(&self) -> Vec<(String, Vec<usize>)> {
        Vec::new()
    }

    /// The model's configuration, as its `to_json`. Default: none.
    fn to_json(&self) -> Option<Json> {
        None
    }

    /// The number of training steps so far. Default: 0.
    fn iterations(&self) -> u64 {
        0
    }

    /// Exchanges the weights and the optimizer's moving averages of them (`use_ema`).
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if the optimizer has no moving averages, and for a run without an optimizer,
    /// which is the default; [`ErrorKind::Device`] if the device has failed.
    fn swap_averages(&mut self) -> Result<()> {
        Err(Error::argument(
            "weights and their moving averages are exchanged within a training: an evaluation or a prediction after \
             `fit` has the averages as weights already",
        ))
    }

    /// Sets all weights.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`] if the number of weights or of their values differs from the model's,
    /// [`ErrorKind::Argument`] during evaluation and prediction.
    fn set_weights(&mut self, weights: &[Vec<f32>]) -> Result<()>;

    /// Saves the weights to a file, in the format of its extension.
    ///
    /// # Errors
    /// [`ErrorKind::Device`] if the device fails, [`ErrorKind::File`] if the file cannot be written.
    fn save_weights(&mut self, path: &Path) -> Result<()>;

    /// Saves the whole model to a file, `.keras` or legacy `.h5`: its network, its weights, its training
    /// configuration and the state of its optimizer.
    ///
    /// # Errors
    /// Those of [`save_weights`](Self::save_weights); [`ErrorKind::Argument`] for a run that has no whole
    /// model, which is the default.
    fn save(&mut self, _path: &Path) -> Result<()> {
        Err(Error::argument("this run has no whole model to save"))
    }

    /// Saves weights, optimizer and the number of steps to a file, from which [`restore`](Self::restore)
    /// restores them.
    ///
    /// # Errors
    /// Those of [`save_weights`](Self::save_weights); [`ErrorKind::Argument`] for a run that has no such
    /// state, which is the default.
    fn back_up(&mut self, _path: &Path) -> Result<()> {
        Err(Error::argument("this run has no state of a training"))
    }

    /// Restores weights, optimizer and the number of steps from a file.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] after the training has begun, which is the default; [`ErrorKind::File`] or
    /// [`ErrorKind::Weights`] for a file that cannot be read or is another model's.
    fn restore(&mut self, _path: &Path) -> Result<()> {
        Err(Error::argument("the state of a training is restored before it begins"))
    }

    /// How far the training is within its epoch, besides what [`back_up`](Self::back_up) saves.
    ///
    /// # Errors
    /// [`ErrorKind::Device`] if the device fails; [`ErrorKind::Argument`] for a training of several
    /// processes, and for a run that has no such state, which is the default.
    fn progress(&mut self) -> Result<Json> {
        Err(Error::argument("this run has no state of a training"))
    }

    /// Goes on within an epoch with what [`progress`](Self::progress) has returned.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] after the training has begun, which is the default; [`ErrorKind::File`] if it
    /// is damaged.
    fn set_progress(&mut self, _progress: &Json) -> Result<()> {
        Err(Error::argument("the state of a training is restored before it begins"))
    }

    /// The direction in which the metric with this name (without `val_`) improves; `None` if there is no such
    /// metric.
    fn metric_direction(&self, name: &str) -> Option<Direction>;
}

/// The constant properties of a run: its length, and how much of it is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The number of epochs; 1 for an evaluation or a prediction.
    pub epochs: usize,
    /// The number of batches of an epoch, if it is known.
    pub steps: Option<usize>,
    /// How much is shown.
    pub verbose: Verbose,
    /// The capabilities of the output.
    pub display: Display,
}

/// The context of a hook, through which a callback can stop the training, change the learning rate, read and
/// write weights, and print.
pub struct TrainContext<'a> {
    /// The model.
    pub model: &'a mut dyn ModelHandle,
    /// The properties of the run.
    pub run: Run,
    /// Set to true to stop the training after the current epoch, or, from a batch hook, after the current
    /// batch.
    pub stop_training: bool,
    /// True if the training was stopped from outside, so that the epoch may lack steps and its validation.
    pub interrupted: bool,
    /// The output that the user reads.
    pub out: &'a mut dyn Write,
    learning_rate: f32,
    scheduled: bool,
}

impl<'a> TrainContext<'a> {
    /// The context of a run with this learning rate; `scheduled` is true if a schedule sets it at each step.
    pub fn new(
        model: &'a mut dyn ModelHandle,
        run: Run,
        out: &'a mut dyn Write,
        learning_rate: f32,
        scheduled: bool,
    ) -> Self {
        Self { model, run, stop_training: false, interrupted: false, out, learning_rate, scheduled }
    }

    /// The learning rate of the next step.
    pub fn learning_rate(&self) -> f32 {
        self.learning_rate
    }

    /// Sets the learning rate of the following steps.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if a schedule sets it.
    pub fn set_learning_rate(&mut self, learning_rate: f32) -> Result<()> {
        if self.scheduled {
            return Err(Error::argument(
                "the learning rate cannot be set: the optimizer has a schedule; give it a number instead",
            ));
        }
        self.learning_rate = learning_rate;
        Ok(())
    }

    /// Sets the schedule's learning rate of the next step; for custom training loops.
    pub fn follow_schedule(&mut self, learning_rate: f32) {
        self.learning_rate = learning_rate;
    }

    /// Prints a line.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if the output cannot be written to.
    pub fn print(&mut self, line: &str) -> Result<()> {
        writeln!(self.out, "{line}").map_err(output_failed)
    }
}

/// The error of output that cannot be written.
pub(super) fn output_failed(cause: std::io::Error) -> Error {
    Error::new(ErrorKind::File, format!("cannot write the progress of training: {cause}")).with_source(cause)
}
