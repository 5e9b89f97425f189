//! The threads of passwords.

use std::num::NonZero;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};

/// Passwords that are checked or made at a time, at most: each takes 19 MiB and a processor.
const MAX_CHECKS: usize = 4;

/// What a thread of passwords does.
type Job = Box<dyn FnOnce() + Send>;

/// The threads that check and make passwords, one for each processor. A thread keeps the memory of a hash:
/// with those that the runtime starts for work that blocks it would be 19 MiB for each login of a class.
#[derive(Debug)]
pub(super) struct Workers(Sender<Job>);

impl Workers {
    /// Starts the threads; they end with what is returned.
    pub fn start() -> Workers {
        let (sender, receiver) = mpsc::channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..processors.min(MAX_CHECKS) {
            let receiver = receiver.clone();
            let next = move || receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            std::thread::spawn(move || {
                while let Ok(job) = next() {
                    job();
                }
            });
        }
        Workers(sender)
    }

    /// Lets a thread do this; false if there is none any more.
    pub fn send(&self, job: impl FnOnce() + Send + 'static) -> bool {
        self.0.send(Box::new(job)).is_ok()
    }
}
