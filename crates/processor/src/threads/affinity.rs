//! Which processor of the machine a thread begins to compute on.
//!
//! Replicas take turns: one gives its permit to the next and goes to sleep. Linux wakes the next near the one that wakes it,
//! and where all processors are busy at that moment two threads come to share one. The other, idle soon after, does not always
//! take one over: the two take turns of milliseconds, which was up to a tenth of a training step's time (`held up` in profiles).

/// The processors that the process may use, where there are as many as threads that compute; else there is always one free.
#[derive(Debug)]
pub(crate) struct CpuAffinity(Vec<usize>);

impl CpuAffinity {
    pub(crate) fn new(threads: usize) -> Self {
        let seats = allowed();
        Self(if seats.len() == threads && threads > 1 { seats } else { Vec::new() })
    }

    /// Moves this thread to the processor of a permit's number. It may be moved on from there as any other: somebody else
    /// may need that one.
    pub(crate) fn take(&self, number: usize) {
        if let Some(seat) = self.0.get(number) {
            migrate(*seat);
        }
    }
}

#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let all = sched_getaffinity(None);
    all.map_or(Vec::new(), |all| (0..CpuSet::MAX_CPU).filter(|cpu| all.is_set(*cpu)).collect())
}

#[cfg(target_os = "linux")]
fn migrate(seat: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(all) = sched_getaffinity(None) else { return };
    if all.is_set(seat) {
        let mut one = CpuSet::new();
        one.set(seat);
        // Where it cannot be done, all is as it was.
        if sched_setaffinity(None, &one).is_ok() {
            let _ = sched_setaffinity(None, &all);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn migrate(_: usize) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_takes_a_seat_may_still_use_all() {
        let before = allowed();
        let seats = CpuAffinity(before.clone());
        for number in 0..before.len() + 1 {
            seats.take(number);
            assert_eq!(allowed(), before);
        }
    }
}
