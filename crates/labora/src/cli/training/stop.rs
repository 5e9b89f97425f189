//! Signals that stop a training, which then saves what it has trained.

use std::sync::{Arc, OnceLock};

use keras::StopFlag;
use process::Signal;

/// Stops a training at the first signal.
#[derive(Default)]
pub struct Stop {
    flag: StopFlag,
    signal: Arc<OnceLock<Signal>>,
}

impl Stop {
    /// One that Ctrl-C, SIGTERM and SIGHUP set. A second signal ends the process at once.
    pub fn at_signals() -> Self {
        let stop = Self::default();
        let (flag, of_handler) = (stop.flag.clone(), stop.signal.clone());
        let handled = process::on_end_signal(move |signal| {
            // There is one call.
            let _ = of_handler.set(signal);
            flag.set();
            let note = "Stopping after the steps in progress";
            process::say(format_args!("\n{note} ({signal}); a second signal or Ctrl-C stops at once."));
        });
        if let Err(error) = handled {
            process::say(format_args!("warning: Ctrl-C will end the program without saving: {error}"));
        }
        stop
    }

    /// The flag for the training.
    pub fn flag(&self) -> &StopFlag {
        &self.flag
    }

    /// The signal that came, if the training was stopped.
    pub fn signal(&self) -> Option<Signal> {
        self.signal.get().copied()
    }
}
