//! Time that a thread has run.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Time this thread has been on a processor, where the system says it (Linux), or else time that has passed: so that a
/// profile means the same on a busy machine.
pub(crate) fn thread_time() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let on_cpu = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = on_cpu.and_then(|times| times.split(' ').next()?.parse().ok());
    nanoseconds.map(Duration::from_nanos).unwrap_or_else(|| BEGIN.elapsed())
}
