//! Cores: how many replicas compute at a time, and the memory that comes with the permit to compute.

use std::any::Any;
use std::fmt;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder, Yield};

use super::affinity::CpuAffinity;
use crate::error::{Error, Result};
use crate::memory::AlignedBytes;
use crate::sync::{lock, wait};

/// The time that an idle thread spins for more work, or for the end of what it waits for, before it sleeps.
/// To wake a thread takes longer than many a step, and the steps of a program follow one another closely.
const SPIN_TIME: Duration = Duration::from_micros(250);

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
    /// Threads that help whoever has a permit to spare; none if the system refuses to create them.
    ///
    /// Their work catches its own panics, so a panic cannot leave the pool inconsistent.
    helpers: OnceLock<Option<AssertUnwindSafe<ThreadPool>>>,
    /// The number of helpers that spin for work.
    spinning: Arc<AtomicUsize>,
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
    /// Takes the value out if it is a `T`, else a new one.
    pub(crate) fn take<T: Any + Default>(&mut self) -> T {
        let value = self.0.take().and_then(|value| value.downcast().ok());
        value.map_or_else(T::default, |value: Box<T>| *value)
    }

    pub(crate) fn put<T: Any + Send>(&mut self, value: T) {
        self.0 = Some(Box::new(value));
    }
}

impl Cores {
    /// Lets `threads` replicas compute at a time, and at least one.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let state = State { free: threads, waiting: 0, permits: Vec::new(), created: 0 };
        Self {
            threads,
            state: Mutex::new(state),
            released: Condvar::new(),
            helpers: OnceLock::new(),
            spinning: Arc::default(),
            affinity: CpuAffinity::new(threads),
        }
    }

    /// The number of replicas that compute at a time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Waits for a permit. Its arena has at least `arena_bytes` bytes.
    pub(crate) fn acquire(&self, arena_bytes: usize) -> Permit {
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
            permit.arena = Some(AlignedBytes::zeroed(arena_bytes));
        }
        permit
    }

    /// Moves this thread, which got the permit of that number from another thread, to a CPU on which no other
    /// holder of a permit computes.
    pub(crate) fn migrate_thread(&self, permit: usize) {
        self.affinity.migrate_to(permit);
    }

    /// A permit if one is free. Its arena may have any size.
    pub(crate) fn try_acquire(&self) -> Option<Permit> {
        let mut state = lock(&self.state);
        (state.free > 0).then(|| state.take())
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
        let Some(pool) = self.helpers().filter(|_| max_threads > 1) else { return work() };
        let mut permits: Vec<Permit> = (1..max_threads).map_while(|_| self.try_acquire()).collect();
        if permits.is_empty() {
            return work();
        }
        let mut outcomes: Vec<Result<()>> = permits.iter().map(|_| Ok(())).collect();
        let running = AtomicUsize::new(permits.len());
        let outcome = pool.in_place_scope(|scope| {
            for (permit, outcome) in permits.iter_mut().zip(&mut outcomes) {
                let (help, caught, running) = (&help, &caught, &running);
                scope.spawn(move |_| {
                    *outcome = caught(&mut || help(permit));
                    running.fetch_sub(1, Ordering::Release);
                });
            }
            self.spin_for_work(pool);
            let outcome = work();
            // The end of the scope would put this thread to sleep.
            let start = Instant::now();
            while running.load(Ordering::Acquire) > 0 && start.elapsed() < SPIN_TIME {
                spin_loop();
            }
            outcome
        });
        permits.into_iter().for_each(|permit| self.release(permit));
        outcomes.into_iter().fold(outcome, Result::and)
    }

    /// Lets helpers spin for more work for a while after they have finished theirs.
    fn spin_for_work(&self, pool: &ThreadPool) {
        while self.spinning.fetch_add(1, Ordering::Relaxed) < pool.current_num_threads() {
            let spinning = Arc::clone(&self.spinning);
            pool.spawn(move || {
                let mut last = Instant::now();
                while last.elapsed() < SPIN_TIME {
                    match rayon_core::yield_now() {
                        Some(Yield::Executed) => last = Instant::now(),
                        _ => spin_loop(),
                    }
                }
                spinning.fetch_sub(1, Ordering::Relaxed);
            });
        }
        self.spinning.fetch_sub(1, Ordering::Relaxed);
    }

    /// The other threads: as many as there can be permits besides the caller's. They are kept, since to
    /// create a thread takes as long as many a step.
    fn helpers(&self) -> Option<&ThreadPool> {
        let create = || {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads - 1);
            pool.thread_name(|i| format!("core-{}", i + 1)).build().ok().map(AssertUnwindSafe)
        };
        (self.threads > 1).then(|| self.helpers.get_or_init(create).as_ref()).flatten().map(|pool| &pool.0)
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
