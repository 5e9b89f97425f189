//! Time that a thread has run.

use std::time::Duration;

/// Time this thread has been on a processor, where the system says it, or else time that has passed: so that a profile
/// means the same on a busy machine. It is exact to a microsecond or better.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// Time that has passed: this system does not tell how long a thread has been on a processor.
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
