//! Steps that one thread runs for all replicas of a run or a group, while the others wait.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};

use crate::error::{Error, ErrorKind, Result};
use crate::memory::AddressTable;
use crate::sync::{lock, wait};

/// One execution of a step for all replicas. The first replica that asks leads; it has the memory of all of
/// them.
pub(crate) struct OnceTask<'m> {
    leader: LeaderLatch,
    /// By participant; vacant once a replica has reclaimed its table.
    tables: Mutex<Vec<AddressTable<'m>>>,
}

impl<'m> OnceTask<'m> {
    /// The task of the replicas that `tables` belong to, in the order of their numbers.
    pub(crate) fn new(tables: Vec<AddressTable<'m>>) -> Self {
        Self { leader: LeaderLatch::default(), tables: Mutex::new(tables) }
    }

    /// Returns true once: the caller then has to [`lead`](Self::lead).
    pub(crate) fn try_lead(&self) -> bool {
        self.leader.try_lead()
    }

    /// Calls `run` with the tables of all participants, and wakes the others.
    ///
    /// # Errors
    /// The error of `run`, or that it panicked.
    pub(crate) fn lead(&self, run: impl FnOnce(&mut [AddressTable<'m>]) -> Result<()>) -> Result<()> {
        let outcome = catch_unwind(AssertUnwindSafe(|| run(&mut lock(&self.tables))));
        let outcome = outcome.unwrap_or_else(|panic| Err(Error::from_panic(panic)));
        self.leader.complete(outcome.as_ref().err());
        outcome
    }

    /// Waits until the leader has finished.
    ///
    /// # Errors
    /// A collective error if the leader failed.
    pub(crate) fn wait(&self) -> Result<()> {
        self.leader.wait()
    }

    /// Gives a participant the table of its replica back, after the leader has finished.
    pub(crate) fn reclaim(&self, participant: usize) -> AddressTable<'m> {
        std::mem::replace(&mut lock(&self.tables)[participant], AddressTable::vacant())
    }
}

/// Elects one of several threads, and lets the others wait for it.
#[derive(Debug, Default)]
struct LeaderLatch {
    is_led: AtomicBool,
    outcome: Mutex<Option<Result<()>>>,
    completed: Condvar,
}

impl LeaderLatch {
    /// Returns true once: the caller then has to call [`complete`](Self::complete), even if it fails.
    fn try_lead(&self) -> bool {
        !self.is_led.swap(true, Ordering::AcqRel)
    }

    fn complete(&self, failure: Option<&Error>) {
        let outcome = failure.map_or(Ok(()), |e| {
            Err(Error::new(ErrorKind::Collective, format!("a step that one replica runs for all replicas failed: {e}")))
        });
        *lock(&self.outcome) = Some(outcome);
        self.completed.notify_all();
    }

    fn wait(&self) -> Result<()> {
        let mut outcome = lock(&self.outcome);
        loop {
            match &*outcome {
                Some(outcome) => return outcome.clone(),
                None => outcome = wait(&self.completed, outcome),
            }
        }
    }
}
