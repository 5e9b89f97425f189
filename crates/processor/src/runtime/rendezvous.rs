//! Rendezvous of replicas: each comes with what it has, waits for the others of its group, and leaves with the work that all
//! of them then do together.
//!
//! A meeting that can no longer take place is an error for all who wait: when every replica either waits or is done,
//! nobody is left to come.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::all_reduce::{AllReduceTask, Participant};
use super::leader::LeaderLatch;
use crate::ir::step_id::StepId;
use crate::{Error, ErrorKind, Result};

/// What the replicas that have met do.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// All take parts of a reduction.
    Reduce(Arc<AllReduceTask>),
    /// One does something for all.
    Once(Arc<LeaderLatch>),
}

/// Which meeting: that of a step, for one of its groups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RendezvousKey<'s> {
    /// Tells steps apart.
    pub(crate) step: StepId,
    pub(crate) name: &'s str,
    pub(crate) group: usize,
    /// Who comes, by number.
    pub(crate) members: &'s [usize],
}

/// Where all replicas of a run meet.
pub(crate) struct Rendezvous {
    state: Mutex<State>,
    changed: Condvar,
    /// The numbers of all replicas.
    pub(crate) all: Vec<usize>,
}

struct State {
    /// Who has come so far, by step and group.
    rendezvous: HashMap<(StepId, usize), Vec<(usize, Participant)>>,
    replicas: Vec<Status>,
    failure: Option<Error>,
}

#[derive(Clone, Debug)]
enum Status {
    Running,
    /// At the meeting of that name.
    Waiting(String),
    Called(Action),
    Done,
}

impl Rendezvous {
    pub(crate) fn new(replicas: usize) -> Self {
        let state = State { rendezvous: HashMap::new(), replicas: vec![Status::Running; replicas], failure: None };
        Self { state: Mutex::new(state), changed: Condvar::new(), all: (0..replicas).collect() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Comes to a meeting and waits for the others. The last to come makes the job of what was brought, in the order of the
    /// replicas.
    pub(crate) fn join(
        &self,
        replica: usize,
        place: RendezvousKey<'_>,
        brought: Participant,
        job: impl FnOnce(Vec<Participant>) -> Action,
    ) -> Result<Action> {
        let RendezvousKey { step, name, group, members } = place;
        let mut state = self.lock();
        state.fail_if_failed()?;
        let arrived = state.rendezvous.entry((step, group)).or_default();
        arrived.push((replica, brought));
        if arrived.len() == members.len() {
            let mut arrived = std::mem::take(arrived);
            state.rendezvous.remove(&(step, group));
            arrived.sort_by_key(|(replica, _)| *replica);
            let job = job(arrived.into_iter().map(|(_, brought)| brought).collect());
            for member in members.iter().filter(|m| **m != replica) {
                state.replicas[*member] = Status::Called(job.clone());
            }
            drop(state);
            self.changed.notify_all();
            return Ok(job);
        }
        state.replicas[replica] = Status::Waiting(name.to_string());
        state.fail_if_stuck();
        if state.failure.is_some() {
            self.changed.notify_all();
        }
        loop {
            // A meeting that took place counts even where something failed elsewhere meanwhile.
            if let Status::Called(job) = &state.replicas[replica] {
                let job = job.clone();
                state.replicas[replica] = Status::Running;
                return Ok(job);
            }
            state.fail_if_failed()?;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A replica is through, or failed.
    pub(crate) fn done(&self, replica: usize, failure: Option<&Error>) {
        let mut state = self.lock();
        state.replicas[replica] = Status::Done;
        if state.failure.is_none() {
            state.failure = failure
                .map(|e| Error::new(ErrorKind::Collective, format!("replica {replica} failed: {}", e.message())));
        }
        state.fail_if_stuck();
        drop(state);
        self.changed.notify_all();
    }
}

impl State {
    fn fail_if_failed(&self) -> Result<()> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// When nobody runs and somebody waits, nobody will come.
    fn fail_if_stuck(&mut self) {
        let waits = |s: &Status| matches!(s, Status::Waiting(_));
        let over = |s: &Status| matches!(s, Status::Done);
        if self.failure.is_some() || !self.replicas.iter().all(|s| waits(s) || over(s)) {
            return;
        }
        let Some((first, Status::Waiting(name))) = self.replicas.iter().enumerate().find(|(_, s)| waits(s)) else {
            return;
        };
        let list = |which: &dyn Fn(&Status) -> bool| {
            let numbers = self.replicas.iter().enumerate().filter(|(_, s)| which(s)).map(|(i, _)| i.to_string());
            numbers.collect::<Vec<_>>().join(", ")
        };
        let elsewhere: Vec<String> = self
            .replicas
            .iter()
            .enumerate()
            .filter_map(|(i, s)| match s {
                Status::Waiting(other) if other != name => Some(format!("replica {i} waits at {other}")),
                Status::Done => Some(format!("replica {i} never reached it")),
                _ => None,
            })
            .collect();
        let here = list(&|s| matches!(s, Status::Waiting(n) if n == name));
        let rest = if elsewhere.is_empty() { "its group never came together".into() } else { elsewhere.join(", ") };
        let _ = first;
        self.failure =
            Some(Error::new(ErrorKind::Collective, format!("replicas disagree: {here} wait at {name}, but {rest}")));
    }
}
