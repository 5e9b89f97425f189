//! The end of a process whose host is not written in Rust, such as Python: it waits for the runs that it
//! started, and an interrupt ends the wait. The C API of PJRT has no function for it, so that the library
//! exports its own.

use crate::objects::queue;

/// The number of runs of this process that are waiting or running.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub extern "C" fn Labora_UnfinishedRuns() -> usize {
    queue::unfinished()
}

/// From now on, the end of a client does not wait for its runs: they end with the process, which is to end.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub extern "C" fn Labora_AbandonRuns() {
    queue::abandon();
}
