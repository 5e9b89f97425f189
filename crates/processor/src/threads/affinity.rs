//! CPU affinity: on which CPU a thread starts to compute.
//!
//! Replicas take turns: one passes its permit to another and goes to sleep. Linux wakes the other one near
//! the CPU of its waker. If all CPUs are busy at that moment, two threads end up sharing one, and the CPU
//! that becomes idle soon after does not always take one of them over. Such threads preempt each other every
//! few milliseconds, which took up to a tenth of the time of a training step.

/// The CPUs that the process may use, one for each thread that computes. Empty if their numbers differ: with
/// more CPUs than threads one is always idle.
#[derive(Debug)]
pub(crate) struct CpuAffinity(Vec<usize>);

impl CpuAffinity {
    /// The affinity of `threads` threads.
    pub(crate) fn new(threads: usize) -> Self {
        let cpus = allowed_cpus();
        Self(if cpus.len() == threads && threads > 1 { cpus } else { Vec::new() })
    }

    /// Moves this thread to the CPU of the permit of that number. The system may move it on, as any other
    /// thread, in case another process needs that CPU.
    pub(crate) fn migrate_to(&self, permit: usize) {
        if let Some(cpu) = self.0.get(permit) {
            migrate(*cpu);
        }
    }
}

#[cfg(target_os = "linux")]
fn allowed_cpus() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let all = sched_getaffinity(None);
    all.map_or(Vec::new(), |all| (0..CpuSet::MAX_CPU).filter(|cpu| all.is_set(*cpu)).collect())
}

#[cfg(target_os = "linux")]
fn migrate(cpu: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(all) = sched_getaffinity(None) else { return };
    if all.is_set(cpu) {
        let mut one = CpuSet::new();
        one.set(cpu);
        // If the system refuses, the thread stays on its CPU: slower, but right.
        if sched_setaffinity(None, &one).is_ok() {
            let _ = sched_setaffinity(None, &all);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn allowed_cpus() -> Vec<usize> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn migrate(_: usize) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_migrated_may_still_use_all_cpus() {
        let before = allowed_cpus();
        let affinity = CpuAffinity(before.clone());
        for permit in 0..before.len() + 1 {
            affinity.migrate_to(permit);
            assert_eq!(allowed_cpus(), before);
        }
    }
}
