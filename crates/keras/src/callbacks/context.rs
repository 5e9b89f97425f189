//! What callbacks see of the training they are told about.

use std::io::Write;
use std::path::Path;

use crate::metrics::Direction;
use crate::utils::progbar::{Display, Verbose};
use crate::{Error, Result};

/// What is trained, as callbacks see it.
pub trait Trainee {
    /// All weights, in the order of [`set_weights`](Self::set_weights), read back from the device.
    ///
    /// # Errors
    /// Where the device cannot be read.
    fn weights(&mut self) -> Result<Vec<Vec<f32>>>;

    /// Puts weights back.
    ///
    /// # Errors
    /// Where they are not as many or not as long as the model's.
    fn set_weights(&mut self, weights: &[Vec<f32>]) -> Result<()>;

    /// Writes the weights to a file, in the format that its name asks for.
    ///
    /// # Errors
    /// Where the device cannot be read or the file not be written.
    fn save_weights(&mut self, path: &Path) -> Result<()>;

    /// Whether the metric of that name (without `val_`) is good when high; none where there is no such metric.
    fn metric_direction(&self, name: &str) -> Option<Direction>;
}

/// How long a run is and how much of it is shown: what does not change while it goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Epochs; 1 for an evaluation or a prediction.
    pub epochs: usize,
    /// Batches an epoch, where that is known.
    pub steps: Option<usize>,
    /// How much is shown.
    pub verbose: Verbose,
    /// What the place that output goes to can do.
    pub display: Display,
}

/// What a callback is given with each hook: it may stop the training, change the learning rate, read and write weights,
/// and say something.
pub struct TrainContext<'a> {
    /// What is trained.
    pub trainee: &'a mut dyn Trainee,
    /// What the run is.
    pub run: Run,
    /// Set to end the training after the current epoch, or after the current batch where a batch's hook set it.
    pub stop_training: bool,
    /// Where lines go that the user reads.
    pub out: &'a mut dyn Write,
    learning_rate: f32,
    scheduled: bool,
}

impl<'a> TrainContext<'a> {
    /// The context of a run that starts with that learning rate; `scheduled` where a schedule sets it anew each step.
    pub fn new(
        trainee: &'a mut dyn Trainee,
        run: Run,
        out: &'a mut dyn Write,
        learning_rate: f32,
        scheduled: bool,
    ) -> Self {
        Self { trainee, run, stop_training: false, out, learning_rate, scheduled }
    }

    /// The learning rate of the next step.
    pub fn learning_rate(&self) -> f32 {
        self.learning_rate
    }

    /// Sets the learning rate of the steps that follow.
    ///
    /// # Errors
    /// Where a schedule sets it.
    pub fn set_learning_rate(&mut self, learning_rate: f32) -> Result<()> {
        if self.scheduled {
            return Err(Error::argument(
                "the learning rate cannot be set: the optimizer was made with a schedule; give it a number instead",
            ));
        }
        self.learning_rate = learning_rate;
        Ok(())
    }

    /// The schedule's learning rate for the next step; for who runs the training.
    pub fn follow_schedule(&mut self, learning_rate: f32) {
        self.learning_rate = learning_rate;
    }

    /// Writes a line.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn print(&mut self, line: &str) -> Result<()> {
        writeln!(self.out, "{line}").map_err(output_failed)
    }
}

/// The error of output that cannot be written.
pub(super) fn output_failed(cause: std::io::Error) -> Error {
    Error::new(crate::ErrorKind::File, format!("cannot write the progress of training: {cause}"))
}
