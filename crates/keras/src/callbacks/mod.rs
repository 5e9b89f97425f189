//! Callbacks: what happens beside training, at its beginning and end, and at those of epochs and batches.

mod context;
mod csv_logger;
mod early_stopping;
mod history;
mod lambda;
mod learning_rate;
mod logs;
mod model_checkpoint;
mod monitor;
mod progbar_logger;
mod terminate_on_nan;

pub use context::{Run, TrainContext, Trainee};
pub use csv_logger::CsvLogger;
pub use early_stopping::EarlyStopping;
pub use history::History;
pub use lambda::LambdaCallback;
pub use learning_rate::{LearningRateScheduler, ReduceLrOnPlateau};
pub use logs::Logs;
pub use model_checkpoint::ModelCheckpoint;
pub use monitor::{Mode, Monitor};
pub use progbar_logger::ProgbarLogger;
pub use terminate_on_nan::TerminateOnNan;

use crate::Result;

/// Setters of one field each.
macro_rules! setters {
    ($($(#[doc = $doc:literal])* $setter:ident($type:ty) => $($field:ident).+;)*) => {
        $(
            $(#[doc = $doc])*
            #[must_use]
            pub fn $setter(mut self, $setter: $type) -> Self {
                self.$($field).+ = $setter;
                self
            }
        )*
    };
}
pub(crate) use setters;

/// One table of the hooks: the trait, and what passes a hook on to others.
macro_rules! hooks {
    ($($(#[doc = $doc:literal])* $hook:ident($($argument:ident: $type:ty),*);)*) => {
        /// Something that is told what happens in `fit`, `evaluate` and `predict`. Epochs and batches count from 0.
        ///
        /// Where several batches run as one program, the hooks of a batch are called once for all of them: before with the
        /// number of the first, afterwards with that of the last.
        /// An error ends the training; the weights stay as they are.
        ///
        /// ```
        /// use keras::callbacks::{Callback, Logs, TrainContext};
        /// /// Stops as soon as the accuracy is good enough.
        /// struct GoodEnough(f64);
        /// impl Callback for GoodEnough {
        ///     fn on_epoch_end(&mut self, ctx: &mut TrainContext, _epoch: usize, logs: &mut Logs) -> keras::Result<()> {
        ///         if logs.get("accuracy").is_some_and(|accuracy| accuracy > self.0) {
        ///             ctx.stop_training = true;
        ///         }
        ///         Ok(())
        ///     }
        /// }
        /// ```
        #[allow(unused_variables)]
        pub trait Callback {
            $(
                $(#[doc = $doc])*
                ///
                /// # Errors
                /// What the callback reports.
                fn $hook(&mut self, ctx: &mut TrainContext<'_>, $($argument: $type),*) -> Result<()> {
                    Ok(())
                }
            )*

            /// Whether it shows progress, so that no other bar is needed. By default it does not.
            fn shows_progress(&self) -> bool {
                false
            }
        }

        impl<C: Callback + ?Sized> Callback for &mut C {
            fn shows_progress(&self) -> bool {
                (**self).shows_progress()
            }

            $(fn $hook(&mut self, ctx: &mut TrainContext<'_>, $($argument: $type),*) -> Result<()> {
                (**self).$hook(ctx, $($argument),*)
            })*
        }

        impl<C: Callback + ?Sized> Callback for Box<C> {
            fn shows_progress(&self) -> bool {
                (**self).shows_progress()
            }

            $(fn $hook(&mut self, ctx: &mut TrainContext<'_>, $($argument: $type),*) -> Result<()> {
                (**self).$hook(ctx, $($argument),*)
            })*
        }

        impl Callback for CallbackList<'_> {
            fn shows_progress(&self) -> bool {
                self.callbacks.iter().any(|callback| callback.shows_progress())
            }

            $(fn $hook(&mut self, ctx: &mut TrainContext<'_>, $($argument: $type),*) -> Result<()> {
                for callback in &mut self.callbacks {
                    callback.$hook(ctx, $($argument),*)?;
                }
                Ok(())
            })*
        }
    };
}

hooks! {
    /// Training begins.
    on_train_begin();
    /// Training has ended; the logs are those of the last epoch.
    on_train_end(logs: &Logs);
    /// An epoch begins.
    on_epoch_begin(epoch: usize);
    /// An epoch has ended, its validation too. What is put into the logs is seen by the callbacks that follow, and by
    /// the history.
    on_epoch_end(epoch: usize, logs: &mut Logs);
    /// A training batch begins.
    on_train_batch_begin(batch: usize);
    /// A training batch has ended; the logs are the epoch's means so far. Where the batch was not applied because one of
    /// its numbers is not finite, the loss is NaN: the training ends with an error, unless a callback stops it here.
    on_train_batch_end(batch: usize, logs: &Logs);
    /// An evaluation begins, by itself or within training.
    on_test_begin();
    /// An evaluation has ended. Not called where it was broken off.
    on_test_end(logs: &Logs);
    /// A batch of an evaluation begins.
    on_test_batch_begin(batch: usize);
    /// A batch of an evaluation has ended; the logs are the means so far.
    on_test_batch_end(batch: usize, logs: &Logs);
    /// A prediction begins.
    on_predict_begin();
    /// A prediction has ended.
    on_predict_end();
    /// A batch of a prediction begins.
    on_predict_batch_begin(batch: usize);
    /// A batch of a prediction has ended.
    on_predict_batch_end(batch: usize);
}

/// Callbacks, told one after the other.
///
/// A callback that is wanted back afterwards is given as `&mut`.
///
/// ```
/// use keras::callbacks::{CallbackList, EarlyStopping, TerminateOnNan};
/// let mut early = EarlyStopping::new("val_loss").patience(3);
/// let mut callbacks = CallbackList::new();
/// callbacks.push(&mut early);
/// callbacks.push(TerminateOnNan::new());
/// ```
#[derive(Default)]
pub struct CallbackList<'a> {
    callbacks: Vec<Box<dyn Callback + 'a>>,
}

impl<'a> CallbackList<'a> {
    /// No callbacks yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one, told after those before it.
    pub fn push(&mut self, callback: impl Callback + 'a) {
        self.callbacks.push(Box::new(callback));
    }
}
