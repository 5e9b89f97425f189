//! The threads that a step may use besides its own.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::cores::Cores;
use super::cpu_time::thread_time;
use crate::Result;

/// A thread at work, and others that may share in its steps.
pub(crate) struct Team<'r> {
    cores: &'r Cores,
    /// What others have done since it was asked last, where that is to be recorded.
    helped: Option<Mutex<Vec<HelperSample>>>,
}

/// What a thread has done of another's step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HelperSample {
    pub(crate) start: Instant,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
    pub(crate) thread: usize,
}

impl<'r> Team<'r> {
    pub(crate) fn new(cores: &'r Cores, records: bool) -> Self {
        Self { cores, helped: records.then(Mutex::default) }
    }

    /// The team of another thread.
    pub(crate) fn another(&self) -> Self {
        Self::new(self.cores, self.helped.is_some())
    }

    /// What others have done since this was asked last.
    pub(crate) fn helped(&self) -> Vec<HelperSample> {
        let helped = |helped: &Mutex<Vec<HelperSample>>| std::mem::take(&mut *lock(helped));
        self.helped.as_ref().map(helped).unwrap_or_default()
    }

    /// Gives each item to `f`, on this thread and on as many others as have nothing to do.
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
        self.cores.fork_join(count, work, |scratch| {
            let Some(helped) = &self.helped else { return work() };
            let (start, before) = (Instant::now(), thread_time());
            work()?;
            let cpu = thread_time().saturating_sub(before);
            let wall = start.elapsed();
            lock(helped).push(HelperSample { start, wall, cpu: cpu.min(wall), thread: scratch.number });
            Ok(())
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
