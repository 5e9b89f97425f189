//! Notifies callbacks, progress bar and history.

use std::io::{self, Write};

use crate::callbacks::{Callback, CallbackList, History, ModelHandle, ProgbarLogger, Run, TrainContext};
use crate::error::Result;

/// The callbacks of a run, in Keras's order: the user's, the history, the progress bar.
pub(super) struct Driver<'a> {
    callbacks: CallbackList<'a>,
    pub history: History,
    /// `None` if one of the user's callbacks shows progress.
    progress: Option<ProgbarLogger>,
    pub run: Run,
    out: TerminatedOutput<'a>,
    /// True if a schedule sets the learning rate.
    scheduled: bool,
    /// True if a callback has stopped the training.
    pub stopped: bool,
    /// True if the training was stopped from outside.
    pub interrupted: bool,
}

impl<'a> Driver<'a> {
    pub fn new(callbacks: CallbackList<'a>, run: Run, out: Option<Box<dyn Write + 'a>>, scheduled: bool) -> Self {
        let out = TerminatedOutput {
            out: out.unwrap_or_else(|| Box::new(UnreliableOutput(Some(io::stdout())))),
            is_open: false,
        };
        let progress = (!callbacks.shows_progress()).then(ProgbarLogger::new);
        Self { callbacks, history: History::new(), progress, run, out, scheduled, stopped: false, interrupted: false }
    }

    /// Calls one hook of all callbacks, which may change the learning rate.
    pub fn notify(
        &mut self,
        model: &mut dyn ModelHandle,
        learning_rate: &mut f32,
        mut hook: impl FnMut(&mut dyn Callback, &mut TrainContext<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut context = TrainContext::new(model, self.run, &mut self.out, *learning_rate, self.scheduled);
        context.stop_training = self.stopped;
        context.interrupted = self.interrupted;
        // The history records a completed epoch even if a callback fails.
        let result = hook(&mut self.callbacks, &mut context);
        hook(&mut self.history, &mut context)?;
        result?;
        if let Some(progress) = &mut self.progress {
            hook(progress, &mut context)?;
        }
        *learning_rate = context.learning_rate();
        self.stopped |= context.stop_training;
        // Output must be visible at once. A stream that cannot be flushed fails at its next line.
        self.out.flush().ok();
        Ok(())
    }
}

/// The standard output, until it cannot be written: its reader may close it, and a disk may be full. A
/// training that has taken days does not end because of that, but goes on silently.
struct UnreliableOutput(Option<io::Stdout>);

impl UnreliableOutput {
    fn attempt<T>(&mut self, without: T, write: impl FnOnce(&mut io::Stdout) -> io::Result<T>) -> io::Result<T> {
        match self.0.as_mut().map(write) {
            Some(Ok(written)) => return Ok(written),
            Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            _ => self.0 = None,
        }
        Ok(without)
    }
}

impl Write for UnreliableOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt((), io::Stdout::flush)
    }
}

/// Output that terminates an incomplete line when it is dropped, so that messages after an interrupted
/// progress bar start on a new line.
struct TerminatedOutput<'a> {
    out: Box<dyn Write + 'a>,
    /// True if the last line is incomplete.
    is_open: bool,
}

impl Write for TerminatedOutput<'_> {
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

impl Drop for TerminatedOutput<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // An error cannot be reported from `drop`.
            let _ = self.out.write_all(b"\n").and_then(|()| self.out.flush());
        }
    }
}
