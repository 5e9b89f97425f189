//! The threads that a step may use besides its own.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::cores::Cores;
use super::cpu_time::thread_time;
use crate::error::Result;
use crate::sync::lock;

/// A running thread, with the idle threads that may help it.
pub(crate) struct Team<'r> {
    cores: &'r Cores,
    /// The work of helpers since it was taken last; none if it is not recorded.
    samples: Option<Mutex<Vec<HelperSample>>>,
}

/// The time that a helper spent in another thread's step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HelperSample {
    pub(crate) start: Instant,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
    /// The number of the helper's permit.
    pub(crate) thread: usize,
}

impl<'r> Team<'r> {
    /// The team of a thread on `cores`; `records` says if the time of helpers is recorded.
    pub(crate) fn new(cores: &'r Cores, records: bool) -> Self {
        Self { cores, samples: records.then(Mutex::default) }
    }

    /// The team of another thread of the same run.
    pub(crate) fn fork(&self) -> Self {
        Self::new(self.cores, self.samples.is_some())
    }

    /// Takes the samples of helpers recorded since the last call.
    pub(crate) fn take_samples(&self) -> Vec<HelperSample> {
        self.samples.as_ref().map(|samples| std::mem::take(&mut *lock(samples))).unwrap_or_default()
    }

    /// Calls `f` with each item, on this thread and on as many others as are idle.
    ///
    /// # Errors
    /// The first error of `f`, or that it panicked.
    pub(crate) fn parallel_for<T: Send>(&self, items: Vec<T>, f: impl Fn(T) -> Result<()> + Sync) -> Result<()> {
        let count = items.len();
        let items = Mutex::new(items.into_iter());
        let work = || -> Result<()> {
            loop {
                let item = lock(&items).next();
                match item {
                    Some(item) => f(item)?,
                    None => return Ok(()),
                }
            }
        };
        self.cores.fork_join(count, work, |permit| {
            let Some(samples) = &self.samples else { return work() };
            let (start, before) = (Instant::now(), thread_time());
            work()?;
            let cpu = thread_time().saturating_sub(before);
            let wall = start.elapsed();
            lock(samples).push(HelperSample { start, wall, cpu: cpu.min(wall), thread: permit.number });
            Ok(())
        })
    }
}
