//! Settings of `fit`, `evaluate` and `predict`.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::arrays::{Arrays, Samples};
use crate::callbacks::{Callback, CallbackList};
use crate::data::Dataset;
use crate::verbosity::{Display, Verbose};

/// Stops a running `fit` from another thread or a signal handler. Clones share the flag.
///
/// The current call of the program is completed, so its steps count, and the model has their weights. A
/// running validation is abandoned, and its epoch has no validation values.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the stop was requested.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The data with which a training is validated: arrays, or a data set.
#[derive(Clone, Debug)]
pub enum Validation {
    /// Rows and targets, with weights or without.
    Arrays(Samples),
    /// Batches; the settings' batch size has no effect.
    Dataset(Dataset),
}

impl<S: Into<Samples>> From<S> for Validation {
    fn from(samples: S) -> Self {
        Self::Arrays(samples.into())
    }
}

impl From<Dataset> for Validation {
    fn from(dataset: Dataset) -> Self {
        Self::Dataset(dataset)
    }
}

impl From<&Dataset> for Validation {
    fn from(dataset: &Dataset) -> Self {
        Self::Dataset(dataset.clone())
    }
}

/// The epochs after which a training is validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidationFreq {
    /// Each of so many epochs: the second, the fourth and so on of 2.
    Every(usize),
    /// These epochs, counted from 1.
    Epochs(Vec<usize>),
}

impl From<usize> for ValidationFreq {
    fn from(every: usize) -> Self {
        Self::Every(every)
    }
}

impl From<Vec<usize>> for ValidationFreq {
    fn from(epochs: Vec<usize>) -> Self {
        Self::Epochs(epochs)
    }
}

impl<const N: usize> From<[usize; N]> for ValidationFreq {
    fn from(epochs: [usize; N]) -> Self {
        Self::Epochs(epochs.to_vec())
    }
}

impl ValidationFreq {
    /// True if the epoch with this number, counted from 1, is validated.
    pub(super) fn includes(&self, epoch: usize) -> bool {
        match self {
            Self::Every(epochs) => epoch.is_multiple_of(*epochs),
            Self::Epochs(epochs) => epochs.contains(&epoch),
        }
    }
}

/// Settings of [`DeviceModel::fit`](super::DeviceModel::fit), with Keras's defaults.
///
/// ```
/// use keras::{Fit, callbacks::EarlyStopping};
/// let fit = Fit::new().batch_size(1024).epochs(50).callback(EarlyStopping::new("val_loss"));
/// ```
pub struct Fit<'a> {
    /// The number of rows of a batch, over all cores; a data set has batches of its own. Default: 32.
    pub batch_size: usize,
    /// The number of epochs, including those before `initial_epoch`. Default: 1.
    pub epochs: usize,
    /// The epoch to start with, for resuming a training; counted from 0. Default: 0.
    pub initial_epoch: usize,
    /// How much progress is shown. Default: a progress bar.
    pub verbose: Verbose,
    /// Rows and targets, or a data set, to evaluate after each epoch. Default: none.
    pub validation_data: Option<Validation>,
    /// The number of batches of a validation's data set. Default: all.
    pub validation_steps: Option<usize>,
    /// The weights of the samples in the loss and the weighted metrics: one array for all targets, or one for
    /// each. An array has a value for each row, or for each value of the loss. Default: none.
    pub sample_weight: Arrays,
    /// The weights of the classes, for a model with one output; a class without one has weight 1. Default:
    /// none.
    pub class_weight: BTreeMap<usize, f64>,
    /// The epochs that are validated. Default: each.
    pub validation_freq: ValidationFreq,
    /// The number of rows of a batch of the validation, over all cores, rounded up to a multiple of the
    /// cores; a data set has batches of its own. Default: the batch size of the training.
    pub validation_batch_size: Option<usize>,
    /// The number of steps of an epoch. The next epoch goes on where the last one ended; when all rows were
    /// taken, the epoch ends early, and the next one begins with all rows again. Default: all rows.
    pub steps_per_epoch: Option<usize>,
    /// The fraction of the rows, taken from the end before shuffling, that is used for validation. Default:
    /// 0.
    pub validation_split: f64,
    /// If true, the rows are shuffled before each epoch; a data set shuffles by itself. Default: true.
    pub shuffle: bool,
    /// The seed of shuffling and dropout, combined with the number of steps done before. Default: 0.
    pub seed: u64,
    /// Callbacks, besides history and progress bar. Default: none.
    pub callbacks: CallbackList<'a>,
    /// Stops the training when it is set. Default: a flag that is never set.
    pub stop: StopFlag,
    /// The number of steps per program execution. Default: as many as take about 0.3 s.
    pub steps_per_execution: Option<usize>,
    /// The number of steps of data to keep on the device; the next chunk uploads while this one trains.
    /// Results do not depend on it, to the bit. Default: all rows if they fit into half of the device's free
    /// memory, otherwise as many steps as fit.
    pub resident_steps: Option<usize>,
    /// The capabilities of the output. Default: those of standard output.
    pub display: Display,
    /// The destination of progress output. Default: standard output.
    pub out: Option<Box<dyn Write + 'a>>,
}

impl Default for Fit<'_> {
    fn default() -> Self {
        Self {
            batch_size: 32,
            epochs: 1,
            initial_epoch: 0,
            verbose: Verbose::default(),
            validation_data: None,
            validation_steps: None,
            sample_weight: Arrays::default(),
            class_weight: BTreeMap::new(),
            validation_freq: ValidationFreq::Every(1),
            validation_batch_size: None,
            steps_per_epoch: None,
            validation_split: 0.0,
            shuffle: true,
            seed: 0,
            callbacks: CallbackList::new(),
            stop: StopFlag::new(),
            steps_per_execution: None,
            resident_steps: None,
            display: Display::of_stdout(),
            out: None,
        }
    }
}

/// A setter for each setting: its documentation, its name, the type of the argument, and the conversion.
macro_rules! setters {
    ($($(#[$doc:meta])* $setting:ident: $ty:ty => $value:expr;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $setting(mut self, $setting: $ty) -> Self {
            self.$setting = $value;
            self
        }
    )*};
}

impl<'a> Fit<'a> {
    /// Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of rows of a batch of the validation.
    pub(super) fn rows_of_validation(&self) -> usize {
        self.validation_batch_size.unwrap_or(self.batch_size)
    }

    setters! {
        /// The number of rows of a batch, over all cores. Default: 32.
        batch_size: usize => batch_size;
        /// The number of epochs, including those before `initial_epoch`. Default: 1.
        epochs: usize => epochs;
        /// The epoch to start with, for resuming a training; counted from 0. Default: 0.
        initial_epoch: usize => initial_epoch;
        /// How much progress is shown. Default: a progress bar.
        verbose: Verbose => verbose;
        /// The fraction of the rows, taken from the end before shuffling, that is used for validation.
        /// Default: 0.
        validation_split: f64 => validation_split;
        /// The number of rows of a batch of the validation, over all cores. Default: that of the training.
        validation_batch_size: usize => Some(validation_batch_size);
        /// The number of batches of a validation's data set. Default: all.
        validation_steps: usize => Some(validation_steps);
        /// The number of steps of an epoch; the next one goes on where the last one ended. Default: all rows.
        steps_per_epoch: usize => Some(steps_per_epoch);
        /// If true, the rows are shuffled before each epoch. Default: true.
        shuffle: bool => shuffle;
        /// The seed of shuffling and dropout, combined with the number of steps done before. Default: 0.
        seed: u64 => seed;
        /// Stops the training when it is set. Default: a flag that is never set.
        stop: StopFlag => stop;
        /// The number of steps per program execution. Default: as many as take about 0.3 s.
        steps_per_execution: usize => Some(steps_per_execution);
        /// The number of steps of data to keep on the device. Default: as many as fit.
        resident_steps: usize => Some(resident_steps);
        /// The capabilities of the output. Default: those of standard output.
        display: Display => display;
    }

    /// The weights of the samples in the loss and the weighted metrics. Default: none.
    #[must_use]
    pub fn sample_weight(mut self, weights: impl Into<Arrays>) -> Self {
        self.sample_weight = weights.into();
        self
    }

    /// The weights of classes, for a model with one output. Default: none.
    #[must_use]
    pub fn class_weight(mut self, weights: impl IntoIterator<Item = (usize, f64)>) -> Self {
        self.class_weight = weights.into_iter().collect();
        self
    }

    /// The epochs that are validated: a number, such as 2 for each second one, or a list of epochs, which are
    /// counted from 1. Default: each.
    ///
    /// ```
    /// let fit = keras::Fit::new().epochs(10).validation_freq([1, 5, 10]);
    /// ```
    #[must_use]
    pub fn validation_freq(mut self, epochs: impl Into<ValidationFreq>) -> Self {
        self.validation_freq = epochs.into();
        self
    }

    /// Evaluates rows and targets after each epoch: a pair of inputs and targets, a triple with weights, or
    /// images with labels, or a data set. Default: none.
    #[must_use]
    pub fn validation(mut self, data: impl Into<Validation>) -> Self {
        self.validation_data = Some(data.into());
        self
    }

    /// The destination of progress output. Default: standard output.
    #[must_use]
    pub fn out(mut self, out: impl Write + 'a) -> Self {
        self.out = Some(Box::new(out));
        self
    }

    /// Adds a callback.
    #[must_use]
    pub fn callback(mut self, callback: impl Callback + 'a) -> Self {
        self.callbacks.push(callback);
        self
    }
}

/// Settings of [`DeviceModel::evaluate`](super::DeviceModel::evaluate) and
/// [`DeviceModel::predict`](super::DeviceModel::predict), with Keras's defaults.
pub struct Infer<'a> {
    /// The number of rows of a batch, over all cores, rounded up to a multiple of the cores. Default: 32.
    pub batch_size: usize,
    /// The number of batches, of a data set or of arrays: the first ones. Default: all.
    pub steps: Option<usize>,
    /// The weights of the samples of an evaluation, as in [`Fit`]. Default: none.
    pub sample_weight: Arrays,
    /// The number of steps of data that an evaluation keeps on the device, as in [`Fit`]. Default: all rows
    /// if they fit. A prediction always uploads some thousand rows at a time.
    pub resident_steps: Option<usize>,
    /// How much progress is shown. Default: a progress bar.
    pub verbose: Verbose,
    /// Callbacks, besides the progress bar. Default: none.
    pub callbacks: CallbackList<'a>,
    /// The capabilities of the output. Default: those of standard output.
    pub display: Display,
    /// The destination of progress output. Default: standard output.
    pub out: Option<Box<dyn Write + 'a>>,
}

impl Default for Infer<'_> {
    fn default() -> Self {
        Self {
            batch_size: 32,
            steps: None,
            sample_weight: Arrays::default(),
            resident_steps: None,
            verbose: Verbose::default(),
            callbacks: CallbackList::new(),
            display: Display::of_stdout(),
            out: None,
        }
    }
}

impl<'a> Infer<'a> {
    /// Keras's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// The number of rows of a batch, over all cores. Default: 32.
        batch_size: usize => batch_size;
        /// The number of batches: the first ones. Default: all.
        steps: usize => Some(steps);
        /// How much progress is shown. Default: a progress bar.
        verbose: Verbose => verbose;
        /// The number of steps of data that an evaluation keeps on the device. Default: all rows if they fit.
        resident_steps: usize => Some(resident_steps);
        /// The capabilities of the output. Default: those of standard output.
        display: Display => display;
    }

    /// The weights of the samples of an evaluation. Default: none.
    #[must_use]
    pub fn sample_weight(mut self, weights: impl Into<Arrays>) -> Self {
        self.sample_weight = weights.into();
        self
    }

    /// The destination of progress output. Default: standard output.
    #[must_use]
    pub fn out(mut self, out: impl Write + 'a) -> Self {
        self.out = Some(Box::new(out));
        self
    }

    /// Adds a callback.
    #[must_use]
    pub fn callback(mut self, callback: impl Callback + 'a) -> Self {
        self.callbacks.push(callback);
        self
    }

    /// Settings with this batch size and without output.
    pub fn silent(batch_size: usize) -> Self {
        Self { batch_size, verbose: Verbose::Silent, ..Self::default() }
    }
}
