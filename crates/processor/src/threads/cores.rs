//! Cores: how many replicas compute at a time, and the memory that comes with the permit to.

use std::fmt;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder, Yield};

use super::affinity::CpuAffinity;
use crate::Result;
use crate::elementwise::LoopScratch;
use crate::memory::AlignedBytes;
use crate::runtime::executor::panicked;

/// How long a thread looks out for the next work, or for the end of what it waits for, before it sleeps: to wake one takes
/// longer than many a step, and the steps of a program follow one another closely.
const SPIN_TIME: Duration = Duration::from_micros(250);

/// The threads that programs run on. Any number of replicas may run on them: each has an operating-system thread of its
/// own, but only as many as there are cores compute at a time. Results do not depend on the number of threads.
///
/// The scratch memory of each is kept from run to run, so a program should be run on the same `Cores` every time.
pub struct Cores {
    threads: usize,
    state: Mutex<State>,
    freed: Condvar,
    /// Threads that help whoever has a permit to spare; none where the system gives none.
    ///
    /// StepKind that they do catches its own panics, so that none leaves the pool in disorder.
    helpers: OnceLock<Option<AssertUnwindSafe<ThreadPool>>>,
    /// Helpers that look out for work.
    attending: Arc<AtomicUsize>,
    seats: CpuAffinity,
}

struct State {
    free: usize,
    /// Threads that wait for a permit: to wake nobody is a call of the system all the same.
    waiting: usize,
    scratch: Vec<Permit>,
    /// How many were made so far: as many as were ever held at once.
    made: usize,
}

/// What a replica gets with its permit.
#[derive(Default)]
pub(crate) struct Permit {
    /// From 0: no two permits held at once have the same.
    pub(crate) number: usize,
    pub(crate) arena: Option<AlignedBytes>,
    /// Arenas of a region's lanes.
    pub(crate) partitions: Vec<AlignedBytes>,
    pub(crate) loop_scratch: LoopScratch,
}

impl Cores {
    /// So many replicas at a time; at least one.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let state = State { free: threads, waiting: 0, scratch: Vec::new(), made: 0 };
        Self {
            threads,
            state: Mutex::new(state),
            freed: Condvar::new(),
            helpers: OnceLock::new(),
            attending: Arc::default(),
            seats: CpuAffinity::new(threads),
        }
    }

    /// How many replicas compute at a time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole at every moment a holder could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a permit; its arena has at least `bytes` bytes.
    pub(crate) fn acquire(&self, bytes: usize) -> Permit {
        let mut state = self.lock();
        state.waiting += 1;
        while state.free == 0 {
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        let mut scratch = state.take();
        drop(state);
        if scratch.arena.as_ref().is_none_or(|a| a.len() < bytes) {
            // The old arena goes before the new one comes.
            scratch.arena = None;
            scratch.arena = Some(AlignedBytes::zeroed(bytes));
        }
        scratch
    }

    /// Brings this thread, which has taken a permit from another, to where nobody else with one computes.
    pub(crate) fn pin_thread(&self, number: usize) {
        self.seats.take(number);
    }

    /// Another permit, if one is free, without an arena.
    pub(crate) fn try_acquire(&self) -> Option<Permit> {
        let mut state = self.lock();
        (state.free > 0).then(|| state.take())
    }

    /// Gives a permit back.
    pub(crate) fn release(&self, scratch: Permit) {
        let mut state = self.lock();
        state.free += 1;
        state.scratch.push(scratch);
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            self.freed.notify_one();
        }
    }
}

impl Cores {
    /// Does `own` on this thread, and `help` on as many others as have a permit to spare, fewer than `most`. What a helper
    /// leaves in its scratch memory stays there. A panic is an error, after all have ended and given their permits back.
    pub(crate) fn fork_join(
        &self,
        most: usize,
        own: impl FnOnce() -> Result<()>,
        help: impl Fn(&mut Permit) -> Result<()> + Sync,
    ) -> Result<()> {
        let caught = |work: &mut dyn FnMut() -> Result<()>| {
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(panic)))
        };
        let mut own = Some(own);
        let mut own = || caught(&mut || own.take().map_or(Ok(()), |own| own()));
        let Some(pool) = self.helpers().filter(|_| most > 1) else { return own() };
        let mut permits: Vec<Permit> = (1..most).map_while(|_| self.try_acquire()).collect();
        if permits.is_empty() {
            return own();
        }
        let mut outcomes: Vec<Result<()>> = permits.iter().map(|_| Ok(())).collect();
        let at_work = AtomicUsize::new(permits.len());
        let outcome = pool.in_place_scope(|scope| {
            for (permit, outcome) in permits.iter_mut().zip(&mut outcomes) {
                let (help, caught, at_work) = (&help, &caught, &at_work);
                scope.spawn(move |_| {
                    *outcome = caught(&mut || help(permit));
                    at_work.fetch_sub(1, Ordering::Release);
                });
            }
            self.spin_for_work(pool);
            let outcome = own();
            // The end of the scope would put this thread to sleep.
            let start = Instant::now();
            while at_work.load(Ordering::Acquire) > 0 && start.elapsed() < SPIN_TIME {
                spin_loop();
            }
            outcome
        });
        permits.into_iter().for_each(|permit| self.release(permit));
        outcomes.into_iter().fold(outcome, Result::and)
    }

    /// Lets helpers look out for work for a while after what they do now.
    fn spin_for_work(&self, pool: &ThreadPool) {
        while self.attending.fetch_add(1, Ordering::Relaxed) < pool.current_num_threads() {
            let attending = Arc::clone(&self.attending);
            pool.spawn(move || {
                let mut last = Instant::now();
                while last.elapsed() < SPIN_TIME {
                    match rayon_core::yield_now() {
                        Some(Yield::Executed) => last = Instant::now(),
                        _ => spin_loop(),
                    }
                }
                attending.fetch_sub(1, Ordering::Relaxed);
            });
        }
        self.attending.fetch_sub(1, Ordering::Relaxed);
    }

    /// The other threads: as many as there can be permits besides one's own. They wait for work, since to make a thread takes
    /// as long as many a step.
    fn helpers(&self) -> Option<&ThreadPool> {
        let make = || {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads - 1);
            pool.thread_name(|i| format!("core-{}", i + 1)).build().ok().map(AssertUnwindSafe)
        };
        (self.threads > 1).then(|| self.helpers.get_or_init(make).as_ref()).flatten().map(|pool| &pool.0)
    }
}

impl State {
    /// One of the free permits.
    fn take(&mut self) -> Permit {
        self.free -= 1;
        self.scratch.pop().unwrap_or_else(|| {
            self.made += 1;
            Permit { number: self.made - 1, ..Permit::default() }
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
