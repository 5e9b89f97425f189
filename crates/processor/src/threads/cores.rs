//! Cores: how many replicas compute at a time, and the memory that comes with the permit to compute.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, PoisonError};

use super::affinity::CpuAffinity;
use super::helper::{Helper, with_helpers};
use crate::error::{Error, Result};
use crate::memory::AlignedBytes;
use crate::sync::{lock, wait};

/// The threads that programs run on. Any number of replicas may run on them: each has an operating-system
/// thread of its own, but only as many as there are cores compute at a time. Results do not depend on the
/// number of threads.
///
/// The scratch memory of each thread is kept from run to run, so a program should be run on the same `Cores`
/// every time.
pub struct Cores {
    threads: usize,
    state: Mutex<State>,
    released: Condvar,
    affinity: CpuAffinity,
}

struct State {
    free: usize,
    /// Threads that wait for a permit. To notify a condition variable is a system call even if nobody waits.
    waiting: usize,
    /// Permits that were released.
    permits: Vec<Permit>,
    /// Permits created so far: the largest number ever held at once.
    created: usize,
    /// Idle threads that help whoever has a permit to spare; fewer if the system refuses to start them.
    helpers: Vec<Helper>,
    /// Whether the helpers have been started.
    has_helpers: bool,
}

/// The permit to compute, with the memory of the thread that holds it.
#[derive(Default)]
pub(crate) struct Permit {
    /// No two permits held at once have the same number; the first is 0.
    pub(crate) number: usize,
    /// The scratch arena.
    pub(crate) arena: Option<AlignedBytes>,
    /// The arenas of a batch loop's partitions.
    pub(crate) partitions: Vec<AlignedBytes>,
    /// Whatever else the last holder left for the next one.
    pub(crate) local: Slot,
}

/// A place for one value of any type.
#[derive(Default)]
pub(crate) struct Slot(Option<Box<dyn Any + Send>>);

impl Slot {
    /// Takes the value out if it is a `T`.
    pub(crate) fn take<T: Any>(&mut self) -> Option<Box<T>> {
        self.0.take()?.downcast().ok()
    }

    pub(crate) fn put<T: Any + Send>(&mut self, value: Option<Box<T>>) {
        self.0 = value.map(|value| value as Box<dyn Any + Send>);
    }
}

impl Cores {
    /// Lets `threads` replicas compute at a time, and at least one.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let state = State {
            free: threads,
            waiting: 0,
            permits: Vec::new(),
            created: 0,
            helpers: Vec::new(),
            has_helpers: false,
        };
        Self { threads, state: Mutex::new(state), released: Condvar::new(), affinity: CpuAffinity::new(threads) }
    }

    /// The number of replicas that compute at a time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Waits for a permit. Its arena has at least `arena_bytes` bytes.
    ///
    /// # Errors
    /// The system has no memory for the arena.
    pub(crate) fn acquire(&self, arena_bytes: usize) -> Result<Permit> {
        let mut state = lock(&self.state);
        state.waiting += 1;
        while state.free == 0 {
            state = wait(&self.released, state);
        }
        state.waiting -= 1;
        let mut permit = state.take();
        drop(state);
        if permit.arena.as_ref().is_none_or(|a| a.len() < arena_bytes) {
            // The old arena is freed before the new one is allocated.
            permit.arena = None;
            match AlignedBytes::try_zeroed(arena_bytes) {
                Ok(arena) => permit.arena = Some(arena),
                Err(error) => {
                    self.release(permit);
                    return Err(error);
                }
            }
        }
        Ok(permit)
    }

    /// Moves this thread, which got the permit of that number from another thread, to a CPU on which no other
    /// holder of a permit computes.
    pub(crate) fn migrate_thread(&self, permit: usize) {
        self.affinity.migrate_to(permit);
    }

    /// Returns a permit.
    pub(crate) fn release(&self, permit: Permit) {
        let mut state = lock(&self.state);
        state.free += 1;
        state.permits.push(permit);
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            self.released.notify_one();
        }
    }
}

impl Cores {
    /// Runs `work` on this thread, and `help` on idle threads, of which it takes fewer than `max_threads`.
    ///
    /// # Errors
    /// The first error or panic of one of them, after all have ended and returned their permits.
    pub(crate) fn fork_join(
        &self,
        max_threads: usize,
        work: impl FnOnce() -> Result<()>,
        help: impl Fn(&mut Permit) -> Result<()> + Sync,
    ) -> Result<()> {
        let caught = |work: &mut dyn FnMut() -> Result<()>| {
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Error::from_panic(panic)))
        };
        let mut work = Some(work);
        let mut work = || caught(&mut || work.take().map_or(Ok(()), |work| work()));
        let (permits, mut helpers) = self.try_acquire_helpers(max_threads.saturating_sub(1));
        if helpers.is_empty() {
            return work();
        }
        let places: Vec<_> = permits.into_iter().map(|permit| Mutex::new((permit, Ok(())))).collect();
        let help = |i: usize| {
            let (permit, outcome) = &mut *lock(&places[i]);
            *outcome = caught(&mut || help(permit));
        };
        let outcome = with_helpers(&mut helpers, &help, work);
        let places = places.into_iter().map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner));
        let (permits, outcomes): (Vec<_>, Vec<_>) = places.unzip();
        self.release_helpers(permits, helpers);
        outcomes.into_iter().fold(outcome, Result::and)
    }

    /// As many idle threads with permits as there are, at most `max`.
    fn try_acquire_helpers(&self, max: usize) -> (Vec<Permit>, Vec<Helper>) {
        if max == 0 || self.threads == 1 {
            return (Vec::new(), Vec::new());
        }
        let mut state = lock(&self.state);
        if !state.has_helpers {
            state.has_helpers = true;
            // As many as there can be permits besides the caller's. They are kept, since to start a thread
            // takes as long as many a step.
            state.helpers = (1..self.threads).map_while(|i| Helper::start(format!("core-{i}"))).collect();
        }
        let count = max.min(state.free).min(state.helpers.len());
        let permits = (0..count).map(|_| state.take()).collect();
        let rest = state.helpers.len() - count;
        (permits, state.helpers.split_off(rest))
    }

    fn release_helpers(&self, permits: Vec<Permit>, helpers: Vec<Helper>) {
        let mut state = lock(&self.state);
        state.free += permits.len();
        state.permits.extend(permits);
        state.helpers.extend(helpers);
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            self.released.notify_all();
        }
    }
}

impl State {
    /// Takes a free permit, of which there has to be one.
    fn take(&mut self) -> Permit {
        self.free -= 1;
        self.permits.pop().unwrap_or_else(|| {
            self.created += 1;
            Permit { number: self.created - 1, ..Permit::default() }
        })
    }
}

impl Default for Cores {
    /// As many threads as the machine offers.
    fn default() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, |n| n.get()))
    }
}

impl fmt::Debug for Cores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cores({})", self.threads)
    }
}
