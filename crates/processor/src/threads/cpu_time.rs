//! The CPU time of threads.

use std::time::Duration;

/// The CPU time of this thread, so that a profile means the same on a busy machine. Its resolution is a
/// microsecond or better.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// The time since the first call: this system does not report the CPU time of a thread.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(crate) fn thread_time() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_work_takes_time() {
        let start = thread_time();
        let mut sum = 0u64;
        for i in 0..10_000u64 {
            sum = std::hint::black_box(sum.wrapping_add(i * i));
        }
        let took = thread_time().checked_sub(start).expect("the clock never goes back");
        assert!(took > Duration::ZERO, "{took:?} for {sum}");
    }
}
