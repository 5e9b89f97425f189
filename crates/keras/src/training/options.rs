//! Settings of `fit`, `evaluate` and `predict`.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Array;
use crate::callbacks::{Callback, CallbackList};
use crate::utils::progbar::{Display, Verbose};

/// Asks a running `fit` to end, from another thread or a signal handler. Clones are the same flag.
///
/// The call under way is finished, so that its steps count; the model keeps its weights. A validation under way is given
/// up, and its epoch has no values of it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for the end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Settings of [`DeviceModel::fit`](super::DeviceModel::fit), with Keras's defaults.
///
/// ```
/// use keras::{Fit, callbacks::EarlyStopping};
/// let fit = Fit { batch_size: 1024, epochs: 50, ..Fit::default() }.callback(EarlyStopping::new("val_loss"));
/// ```
pub struct Fit<'a> {
    /// Rows of a whole batch, all cores together. Default 32.
    pub batch_size: usize,
    /// Epochs. Default 1.
    pub epochs: usize,
    /// The epoch to begin with, where an earlier training is taken up again. Default 0.
    pub initial_epoch: usize,
    /// What is shown. Default: a progress bar.
    pub verbose: Verbose,
    /// Rows and targets that are evaluated after each epoch. Default: none.
    pub validation_data: Option<(Array, Array)>,
    /// The part of the rows, taken from the end before shuffling, that is kept for validation. Default 0.
    pub validation_split: f64,
    /// Whether the rows are shuffled before each epoch. Default: they are.
    pub shuffle: bool,
    /// What shuffling and dropout follow from, together with the steps that were done before. Default 0.
    pub seed: u64,
    /// What is told of the training. Default: nothing but history and progress bar.
    pub callbacks: CallbackList<'a>,
    /// Ends the training when it is set. Default: a flag that nobody else has.
    pub stop: StopFlag,
    /// Steps that run as one program. Default: as many as take about 0.3 s.
    pub steps_per_execution: Option<usize>,
    /// Steps whose rows lie on the device at a time: those of the next as many are brought there meanwhile, in the order in
    /// which the epoch takes them. The results are the same, to the bit. Default: all rows lie there, if they fit into
    /// half of the memory that the device says is free; else as many steps as fit.
    pub resident_steps: Option<usize>,
    /// What the terminal can do. Default: what standard output says.
    pub display: Display,
    /// Where progress is written. Default: standard output.
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

impl<'a> Fit<'a> {
    /// The same settings with one more callback.
    #[must_use]
    pub fn callback(mut self, callback: impl Callback + 'a) -> Self {
        self.callbacks.push(callback);
        self
    }
}

/// Settings of [`DeviceModel::evaluate`](super::DeviceModel::evaluate) and
/// [`DeviceModel::predict`](super::DeviceModel::predict), with Keras's defaults.
pub struct Infer<'a> {
    /// Rows of a whole batch, all cores together; rounded up to a multiple of the cores. Default 32.
    pub batch_size: usize,
    /// Steps whose rows lie on the device at a time while a model is evaluated, as in [`Fit`]. (A prediction always brings
    /// some thousand rows at a time.) Default: all rows lie there, if they fit.
    pub resident_steps: Option<usize>,
    /// What is shown. Default: a progress bar.
    pub verbose: Verbose,
    /// What is told of it. Default: nothing but the progress bar.
    pub callbacks: CallbackList<'a>,
    /// What the terminal can do. Default: what standard output says.
    pub display: Display,
    /// Where progress is written. Default: standard output.
    pub out: Option<Box<dyn Write + 'a>>,
}

impl Default for Infer<'_> {
    fn default() -> Self {
        Self {
            batch_size: 32,
            resident_steps: None,
            verbose: Verbose::default(),
            callbacks: CallbackList::new(),
            display: Display::of_stdout(),
            out: None,
        }
    }
}

impl Infer<'_> {
    /// Nothing shown, batches of that size.
    pub fn silent(batch_size: usize) -> Self {
        Self { batch_size, verbose: Verbose::Silent, ..Self::default() }
    }
}
