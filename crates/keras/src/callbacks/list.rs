//! A list of callbacks.

use super::callback::{Callback, for_each_hook};
use super::context::{ModelHandle, TrainContext};
use super::logs::Logs;
use crate::error::Result;

/// Callbacks that are called in order.
///
/// A callback that is needed afterwards is pushed as `&mut`.
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
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a callback.
    pub fn push(&mut self, callback: impl Callback + 'a) {
        self.callbacks.push(Box::new(callback));
    }
}

macro_rules! forward_to_all {
    ($($(#[doc = $doc:literal])* $hook:ident($($argument:ident: $type:ty),*);)*) => {
        impl Callback for CallbackList<'_> {
            fn shows_progress(&self) -> bool {
                self.callbacks.iter().any(|callback| callback.shows_progress())
            }

            fn restore(&mut self, model: &mut dyn ModelHandle) -> Result<Option<usize>> {
                let mut first = None;
                for callback in &mut self.callbacks {
                    first = callback.restore(model)?.or(first);
                }
                Ok(first)
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

for_each_hook!(forward_to_all);
