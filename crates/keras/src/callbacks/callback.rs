//! The trait of callbacks.

use super::context::{ModelHandle, TrainContext};
use super::logs::Logs;
use crate::error::Result;

/// Passes the table of all hooks to a macro, so that the trait and the types that forward hooks stay in step.
macro_rules! for_each_hook {
    ($declare:ident) => {
        $declare! {
            /// Training begins.
            on_train_begin();
            /// Training has ended; the logs are those of the last epoch.
            on_train_end(logs: &Logs);
            /// An epoch begins.
            on_epoch_begin(epoch: usize);
            /// An epoch has ended, including its validation. The following callbacks and the history see what
            /// is added to the logs.
            on_epoch_end(epoch: usize, logs: &mut Logs);
            /// A training batch begins.
            on_train_batch_begin(batch: usize);
            /// A training batch has ended; the logs are the epoch's means so far. If the batch was not
            /// applied because one of its values is not finite, the loss is NaN: training ends with an error
            /// unless a callback stops it here.
            on_train_batch_end(batch: usize, logs: &Logs);
            /// An evaluation begins, on its own or within training.
            on_test_begin();
            /// An evaluation has ended. Not called if it was interrupted.
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
    };
}
pub(super) use for_each_hook;

macro_rules! declare_trait {
    ($($(#[doc = $doc:literal])* $hook:ident($($argument:ident: $type:ty),*);)*) => {
        /// Hooks into `fit`, `evaluate` and `predict`. Epochs and batches count from 0.
        ///
        /// If several batches run as one program, the batch hooks are called once for all of them: the begin
        /// hook with the index of the first batch, the end hook with that of the last. An error ends the
        /// training; the weights stay as they are.
        ///
        /// ```
        /// use keras::callbacks::{Callback, Logs, TrainContext};
        /// /// Stops as soon as the accuracy is good enough.
        /// struct GoodEnough(f64);
        /// impl Callback for GoodEnough {
        ///     fn on_epoch_end(&mut self, ctx: &mut TrainContext, _: usize, logs: &mut Logs) -> keras::Result<()> {
        ///         if logs.get("accuracy").is_some_and(|accuracy| accuracy > self.0) {
        ///             ctx.stop_training = true;
        ///         }
        ///         Ok(())
        ///     }
        /// }
        /// ```
        // The default implementations ignore their arguments, whose names are part of the documentation.
        #[allow(unused_variables)]
        pub trait Callback {
            $(
                $(#[doc = $doc])*
                ///
                /// # Errors
                /// The callback's own error.
                fn $hook(&mut self, ctx: &mut TrainContext<'_>, $($argument: $type),*) -> Result<()> {
                    Ok(())
                }
            )*

            /// Returns true if the callback shows progress, so that no progress bar is added. Default: false.
            fn shows_progress(&self) -> bool {
                false
            }

            /// Called before a training begins: restores the state of the model from which the training goes
            /// on, and returns the index of its first epoch; `None`, which is the default, to begin as the
            /// model is.
            ///
            /// # Errors
            /// The callback's own error.
            fn restore(&mut self, model: &mut dyn ModelHandle) -> Result<Option<usize>> {
                Ok(None)
            }
        }

        impl<C: Callback + ?Sized> Callback for &mut C {
            fn shows_progress(&self) -> bool {
                (**self).shows_progress()
            }

            fn restore(&mut self, model: &mut dyn ModelHandle) -> Result<Option<usize>> {
                (**self).restore(model)
            }

            $(fn $hook(&mut self, ctx: &mut TrainContext<'_>, $($argument: $type),*) -> Result<()> {
                (**self).$hook(ctx, $($argument),*)
            })*
        }

        impl<C: Callback + ?Sized> Callback for Box<C> {
            fn shows_progress(&self) -> bool {
                (**self).shows_progress()
            }

            fn restore(&mut self, model: &mut dyn ModelHandle) -> Result<Option<usize>> {
                (**self).restore(model)
            }

            $(fn $hook(&mut self, ctx: &mut TrainContext<'_>, $($argument: $type),*) -> Result<()> {
                (**self).$hook(ctx, $($argument),*)
            })*
        }
    };
}

for_each_hook!(declare_trait);
