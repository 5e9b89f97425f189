//! What one replica's thread does for all of them while they wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use crate::{Error, ErrorKind, Result};

/// StepKind that whoever comes first takes on, and the others wait for.
#[derive(Debug, Default)]
pub(crate) struct LeaderLatch {
    taken: AtomicBool,
    outcome: Mutex<Option<Result<()>>>,
    ended: Condvar,
}

impl LeaderLatch {
    /// Whether the work is the caller's, who then has to [`end`](Self::end) it, come what may.
    pub(crate) fn try_lead(&self) -> bool {
        !self.taken.swap(true, Ordering::AcqRel)
    }

    /// The work is done, or has failed.
    pub(crate) fn complete(&self, failure: Option<&Error>) {
        let outcome = failure.map_or(Ok(()), |e| {
            Err(Error::new(ErrorKind::Collective, format!("what was to be done once for all replicas failed: {e}")))
        });
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        self.ended.notify_all();
    }

    /// Waits until it has ended.
    pub(crate) fn wait(&self) -> Result<()> {
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &*outcome {
                Some(outcome) => return outcome.clone(),
                None => outcome = self.ended.wait(outcome).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}
