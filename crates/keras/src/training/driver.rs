//! Tells callbacks, progress bar and history what happens.

use std::io::Write;

use crate::Result;
use crate::callbacks::{Callback, CallbackList, History, ProgbarLogger, Run, TrainContext, Trainee};

/// The callbacks of a run, in Keras's order: the user's, the progress bar, the history.
pub(super) struct Driver<'a> {
    callbacks: CallbackList<'a>,
    progress: ProgbarLogger,
    pub history: History,
    pub run: Run,
    out: Box<dyn Write + 'a>,
    /// Whether a schedule sets the learning rate.
    scheduled: bool,
    /// Whether a callback has asked for the end.
    pub stopped: bool,
}

impl<'a> Driver<'a> {
    pub fn new(callbacks: CallbackList<'a>, run: Run, out: Option<Box<dyn Write + 'a>>, scheduled: bool) -> Self {
        let out = out.unwrap_or_else(|| Box::new(std::io::stdout()));
        let (progress, history) = (ProgbarLogger::new(), History::new());
        Self { callbacks, progress, history, run, out, scheduled, stopped: false }
    }

    /// Calls one hook of all of them. The learning rate is what the callbacks see, and may be changed by them.
    pub fn tell(
        &mut self,
        trainee: &mut dyn Trainee,
        learning_rate: &mut f32,
        mut hook: impl FnMut(&mut dyn Callback, &mut TrainContext<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut context = TrainContext::new(trainee, self.run, &mut *self.out, *learning_rate, self.scheduled);
        let all: [&mut dyn Callback; 3] = [&mut self.callbacks, &mut self.progress, &mut self.history];
        for callback in all {
            hook(callback, &mut context)?;
        }
        *learning_rate = context.learning_rate();
        self.stopped |= context.stop_training;
        // What was written has to be seen now; a stream that cannot be flushed says so at its next line.
        self.out.flush().ok();
        Ok(())
    }
}
