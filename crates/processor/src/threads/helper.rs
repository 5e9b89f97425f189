//! Helpers: threads that run work which borrows from the thread that posts it.
//!
//! A job is revoked if its helper has not begun it by the time the poster has finished its own part. On a
//! machine that other processes use as well, a helper may get no CPU for milliseconds, and nobody waits for
//! it then.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder, Thread};
use std::time::{Duration, Instant};

use crate::sync::lock;

/// The time that an idle helper spins for more work before it sleeps. To wake a thread takes longer than many
/// a step, and the steps of a program follow one another closely.
const SPIN_TIME: Duration = Duration::from_micros(250);

/// The time that a poster spins for the end of jobs that have begun. Shares are shorter than that, so a
/// helper that takes longer has probably lost its CPU to another process, and may get that of a poster that
/// sleeps.
const WAIT_TIME: Duration = Duration::from_micros(50);

/// The looks at a state between two looks at the clock.
const SPINS: usize = 64;

/// A thread that waits for jobs. It ends when this is dropped.
pub(crate) struct Helper {
    slot: Arc<JobSlot>,
    thread: Thread,
}

/// What a helper shares with the thread that posts a job. It has cache lines of its own, since both spin on
/// it.
#[repr(align(128))]
struct JobSlot {
    /// One of the states below.
    state: AtomicU32,
    /// Written by the poster while the state is `IDLE`, read by the helper while it is `RUNNING`.
    job: UnsafeCell<Option<Job>>,
    /// The poster, while it sleeps until the job is done.
    poster: Mutex<Option<Thread>>,
}

/// There is no job.
const IDLE: u32 = 0;
/// There is a job that nobody has begun.
const POSTED: u32 = 1;
/// The helper runs the job.
const RUNNING: u32 = 2;
/// The helper runs the job, and the poster sleeps.
const AWAITED: u32 = 3;
/// The job is done, and the poster has not seen it yet.
const DONE: u32 = 4;
/// The helper is to end.
const ENDING: u32 = 5;

/// A call of a function that the poster of the job has borrowed.
#[derive(Clone, Copy)]
struct Job {
    help: *const (dyn Fn(usize) + Sync),
    index: usize,
}

// SAFETY: `job` is accessed only as the state allows: by the poster, who owns the idle helper, and after the
// change to `RUNNING` by the helper. The function is `Sync`, so the helper may call it.
unsafe impl Sync for JobSlot {}
// SAFETY: see above.
unsafe impl Send for JobSlot {}

impl Helper {
    /// Starts a thread of that name, or none if the system refuses.
    pub(crate) fn start(name: String) -> Option<Self> {
        let slot = JobSlot { state: AtomicU32::new(IDLE), job: UnsafeCell::new(None), poster: Mutex::new(None) };
        let slot = Arc::new(slot);
        let its = Arc::clone(&slot);
        let thread = Builder::new().name(name).spawn(move || its.serve()).ok()?;
        Some(Self { slot, thread: thread.thread().clone() })
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.slot.state.store(ENDING, Ordering::Release);
        self.thread.unpark();
    }
}

/// Runs `work` on this thread and `help(i)` on each of the helpers that gets to it before `work` ends, and
/// waits for those. A panic of `help` ends that call alone.
pub(crate) fn with_helpers<R>(helpers: &mut [Helper], help: &(dyn Fn(usize) + Sync), work: impl FnOnce() -> R) -> R {
    let posted = Posted { helpers };
    for (index, helper) in posted.helpers.iter().enumerate() {
        // SAFETY: the reference outlives the job: `posted` revokes it, or waits for its end, before this
        // function returns or unwinds.
        let help: *const (dyn Fn(usize) + Sync + 'static) = unsafe { std::mem::transmute(help) };
        helper.slot.post(Job { help, index });
        helper.thread.unpark();
    }
    let result = work();
    drop(posted);
    result
}

/// Jobs of helpers. Nothing of them is left when it is dropped.
struct Posted<'h> {
    helpers: &'h mut [Helper],
}

impl Drop for Posted<'_> {
    fn drop(&mut self) {
        // First all are revoked that have not begun, or one would begin while another is waited for.
        let begun = self.helpers.iter().filter(|helper| !helper.slot.revoke());
        begun.collect::<Vec<_>>().into_iter().for_each(|helper| helper.slot.wait());
    }
}

impl JobSlot {
    fn post(&self, job: Job) {
        debug_assert_eq!(self.state.load(Ordering::Relaxed), IDLE);
        // SAFETY: the state is `IDLE`, so the helper does not read the job, and only its poster writes.
        unsafe { *self.job.get() = Some(job) };
        self.state.store(POSTED, Ordering::Release);
    }

    /// Takes back a job that has not begun, or that was never posted.
    fn revoke(&self) -> bool {
        let state = self.state.compare_exchange(POSTED, IDLE, Ordering::Relaxed, Ordering::Relaxed);
        matches!(state, Ok(_) | Err(IDLE))
    }

    /// Waits for the end of a job that has begun.
    fn wait(&self) {
        let is_done = || self.state.load(Ordering::Acquire) == DONE;
        if !spin_until(WAIT_TIME, is_done) {
            *lock(&self.poster) = Some(thread::current());
            let sleeps = self.state.compare_exchange(RUNNING, AWAITED, Ordering::AcqRel, Ordering::Acquire);
            while sleeps.is_ok() && !is_done() {
                thread::park();
            }
        }
        self.state.store(IDLE, Ordering::Relaxed);
    }

    /// The life of a helper.
    fn serve(&self) {
        while let Some(job) = self.next_job() {
            // SAFETY: the poster keeps the function alive until the state is `DONE`.
            let call = || unsafe { (*job.help)(job.index) };
            // To drop what a panic threw could panic.
            std::mem::forget(catch_unwind(AssertUnwindSafe(call)));
            if self.state.swap(DONE, Ordering::AcqRel) == AWAITED {
                lock(&self.poster).take().inspect(Thread::unpark);
            }
        }
    }

    /// Waits for a job and begins it. None if the helper is to end.
    fn next_job(&self) -> Option<Job> {
        loop {
            let has_news = || matches!(self.state.load(Ordering::Relaxed), POSTED | ENDING);
            while !spin_until(SPIN_TIME, has_news) {
                thread::park();
            }
            match self.state.compare_exchange(POSTED, RUNNING, Ordering::Acquire, Ordering::Relaxed) {
                // SAFETY: the state was `POSTED` and is `RUNNING`, so the poster has written and does not
                // write.
                Ok(_) => return unsafe { *self.job.get() },
                Err(ENDING) => return None,
                // The job was revoked.
                Err(_) => {}
            }
        }
    }
}

/// Spins until something happens, but not for longer than `time`. Whether it happened.
fn spin_until(time: Duration, happened: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    loop {
        for _ in 0..SPINS {
            if happened() {
                return true;
            }
            spin_loop();
        }
        if start.elapsed() >= time {
            return happened();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn helpers(count: usize) -> Vec<Helper> {
        (0..count).map(|i| Helper::start(format!("test-{i}")).expect("a thread starts")).collect()
    }

    #[test]
    fn each_item_is_taken_once_by_whoever_comes() {
        let mut helpers = helpers(3);
        for round in 0..2_000 {
            let (next, taken) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
            let take = || {
                while let i @ ..20 = next.fetch_add(1, Ordering::Relaxed) {
                    lock(&taken).push(i);
                }
            };
            with_helpers(&mut helpers, &|_| take(), take);
            let mut taken = lock(&taken).clone();
            taken.sort_unstable();
            assert!(taken.into_iter().eq(0..20), "round {round}");
        }
    }

    #[test]
    fn a_helper_that_sleeps_and_a_poster_that_sleeps_are_woken() {
        let mut helpers = helpers(1);
        for round in 0..3u32 {
            thread::sleep(10 * SPIN_TIME);
            let (calls, began) = (AtomicU32::new(0), AtomicU32::new(0));
            let help = |index: usize| {
                began.store(1, Ordering::Release);
                thread::sleep(10 * SPIN_TIME);
                calls.fetch_add(index as u32 + 1, Ordering::Relaxed);
            };
            let work = || {
                while began.load(Ordering::Acquire) == 0 {
                    thread::yield_now();
                }
            };
            with_helpers(&mut helpers, &help, work);
            assert_eq!(calls.into_inner(), 1, "round {round}");
        }
    }

    #[test]
    fn a_job_that_has_not_begun_is_revoked() {
        let mut helpers = helpers(1);
        let slot = Arc::clone(&helpers[0].slot);
        let calls = AtomicU32::new(0);
        let work = || {
            // As if the helper had no CPU: nobody else revokes it before the end of the work.
            slot.revoke()
        };
        for _ in 0..1_000 {
            let before = calls.load(Ordering::Relaxed);
            let count = |_: usize| {
                calls.fetch_add(1, Ordering::AcqRel);
            };
            let revoked = with_helpers(&mut helpers, &count, work);
            assert_eq!(calls.load(Ordering::Relaxed) - before, u32::from(!revoked));
        }
    }

    #[test]
    fn a_panic_of_a_helper_leaves_it_at_work() {
        let mut helpers = helpers(1);
        let began = AtomicU32::new(0);
        let wait = |count| {
            while began.load(Ordering::Acquire) < count {
                thread::yield_now()
            }
        };
        let help = |_: usize| {
            if began.fetch_add(1, Ordering::AcqRel) == 0 {
                std::panic::panic_any("a test");
            }
        };
        with_helpers(&mut helpers, &help, || wait(1));
        with_helpers(&mut helpers, &help, || wait(2));
        let unwound = catch_unwind(AssertUnwindSafe(|| with_helpers(&mut helpers, &help, || panic!("a test"))));
        assert!(unwound.is_err());
        with_helpers(&mut helpers, &|_| (), || ());
    }
}
