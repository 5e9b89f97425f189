//! Forks: the child of a process has its memory, but none of its threads.
//!
//! What a thread of the parent would have done is never done in the child. Waiting for it there is an error
//! instead.

use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use super::error::{Error, Result};
use crate::error::ErrorKind;

/// The number of forks between the first client's process and this one.
static GENERATION: AtomicU32 = AtomicU32::new(0);

/// A process: forks of it are others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process(u32);

impl Process {
    /// This process.
    pub fn current() -> Self {
        Self(GENERATION.load(Ordering::Relaxed))
    }

    /// Returns true in this process, and false in its forks.
    pub fn is_current(self) -> bool {
        self == Self::current()
    }

    /// Checks that this is the process.
    ///
    /// # Errors
    /// It is a fork of the process.
    pub fn check(self) -> Result<()> {
        if self.is_current() { Ok(()) } else { Err(forked()) }
    }
}

fn forked() -> Error {
    Error::new(
        ErrorKind::FailedPrecondition,
        "this process was forked from the one that created the labora client, whose threads do not exist here: \
         start processes by the method \"spawn\" or \"forkserver\" of Python's multiprocessing, or fork before the \
         first use of a device",
    )
}

/// Begins to count forks. Has an effect once.
pub fn watch_forks() {
    static WATCH: Once = Once::new();
    WATCH.call_once(register);
}

#[cfg(all(unix, not(miri)))]
fn register() {
    use std::ffi::c_int;
    type Handler = Option<unsafe extern "C" fn()>;
    unsafe extern "C" {
        fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
    }
    unsafe extern "C" fn count() {
        GENERATION.fetch_add(1, Ordering::Relaxed);
    }
    // SAFETY: the handler only counts, which is allowed in the child of a process with several threads. If
    // the system lacks memory to register it, forks are not detected.
    let _ = unsafe { pthread_atfork(None, None, Some(count)) };
}

#[cfg(not(all(unix, not(miri))))]
fn register() {}
