//! Tells callbacks, progress bar and history what happens.

use std::io::{self, Write};

use crate::Result;
use crate::callbacks::{Callback, CallbackList, History, ProgbarLogger, Run, TrainContext, Trainee};

/// The callbacks of a run, in Keras's order: the user's, the history, the progress bar.
pub(super) struct Driver<'a> {
    callbacks: CallbackList<'a>,
    pub history: History,
    /// None where one of the user's callbacks shows progress.
    progress: Option<ProgbarLogger>,
    pub run: Run,
    out: Lines<'a>,
    /// Whether a schedule sets the learning rate.
    scheduled: bool,
    /// Whether a callback has asked for the end.
    pub stopped: bool,
}

impl<'a> Driver<'a> {
    pub fn new(callbacks: CallbackList<'a>, run: Run, out: Option<Box<dyn Write + 'a>>, scheduled: bool) -> Self {
        let out = Lines { out: out.unwrap_or_else(|| Box::new(io::stdout())), is_open: false };
        let progress = (!callbacks.shows_progress()).then(ProgbarLogger::new);
        Self { callbacks, history: History::new(), progress, run, out, scheduled, stopped: false }
    }

    /// Calls one hook of all of them. The learning rate is what the callbacks see, and may be changed by them.
    pub fn tell(
        &mut self,
        trainee: &mut dyn Trainee,
        learning_rate: &mut f32,
        mut hook: impl FnMut(&mut dyn Callback, &mut TrainContext<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut context = TrainContext::new(trainee, self.run, &mut self.out, *learning_rate, self.scheduled);
        // An epoch was trained, whatever a callback then had to complain of.
        let told = hook(&mut self.callbacks, &mut context);
        hook(&mut self.history, &mut context)?;
        told?;
        if let Some(progress) = &mut self.progress {
            hook(progress, &mut context)?;
        }
        *learning_rate = context.learning_rate();
        self.stopped |= context.stop_training;
        // What was written has to be seen now; a stream that cannot be flushed says so at its next line.
        self.out.flush().ok();
        Ok(())
    }
}

/// Output that ends the line it is in: whoever writes after a bar that broke off begins on a line of their own.
struct Lines<'a> {
    out: Box<dyn Write + 'a>,
    /// Whether the last line has no end yet.
    is_open: bool,
}

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        if let Some(last) = bytes[..written].last() {
            self.is_open = *last != b'\n';
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Lines<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // Nobody is left to hear of a stream that cannot be written to.
            let _ = self.out.write_all(b"\n").and_then(|()| self.out.flush());
        }
    }
}
