//! Rendezvous of replicas: each hands in its memory, waits for the others of its group, and leaves with the
//! task that all of them then work on together.
//!
//! A rendezvous that can no longer complete is an error for all who wait: as soon as every replica either
//! waits or has ended, nobody is left to arrive.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};

use smallvec::SmallVec;

use super::all_reduce::AllReduceTask;
use super::hosts::HostsTask;
use super::once::OnceTask;
use crate::error::{Error, ErrorKind, Result};
use crate::ir::StepId;
use crate::memory::AddressTable;
use crate::sync::{lock, wait};

/// The task of the replicas that have met.
#[derive(Clone)]
pub(crate) enum Action<'m> {
    /// All of them compute chunks of a reduction.
    Reduce(Arc<AllReduceTask<'m>>),
    /// One of them exchanges results with other processes.
    Hosts(Arc<HostsTask<'m>>),
    /// One of them runs a step for all.
    Once(Arc<OnceTask<'m>>),
}

/// Identifies a rendezvous: that of one group of replicas at one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RendezvousKey<'s> {
    pub(crate) step: StepId,
    /// The name of the step, for messages.
    pub(crate) name: &'s str,
    pub(crate) group: usize,
    /// The numbers of the group's replicas.
    pub(crate) members: &'s [usize],
}

/// One item for each replica. Most programs have one: then the list takes no allocation.
type PerReplica<T> = SmallVec<[T; 1]>;

/// The place where the replicas of a run meet.
pub(crate) struct Rendezvous<'m> {
    state: Mutex<State<'m>>,
    changed: Condvar,
    all: PerReplica<usize>,
}

struct State<'m> {
    /// The replicas that have arrived and their memory, by step and group.
    arrived: HashMap<(StepId, usize), Vec<(usize, AddressTable<'m>)>>,
    replicas: PerReplica<Status<'m>>,
    failure: Option<Error>,
}

enum Status<'m> {
    Running,
    /// At the rendezvous of the step of that name.
    Waiting(String),
    /// The rendezvous is complete.
    Released(Action<'m>),
    Ended,
}

impl<'m> Rendezvous<'m> {
    pub(crate) fn new(replicas: usize) -> Self {
        let status = (0..replicas).map(|_| Status::Running).collect();
        let state = State { arrived: HashMap::new(), replicas: status, failure: None };
        Self { state: Mutex::new(state), changed: Condvar::new(), all: (0..replicas).collect() }
    }

    /// The numbers of all replicas.
    pub(crate) fn all(&self) -> &[usize] {
        &self.all
    }

    /// Arrives with the memory of a replica, and waits for the others. The last to arrive creates the action
    /// from the memory of all of them, in the order of their numbers.
    ///
    /// # Errors
    /// The error of `create`, or a collective error if another replica failed or will never arrive.
    pub(crate) fn join(
        &self,
        replica: usize,
        key: RendezvousKey<'_>,
        addresses: AddressTable<'m>,
        create: impl FnOnce(Vec<AddressTable<'m>>) -> Result<Action<'m>>,
    ) -> Result<Action<'m>> {
        let RendezvousKey { step, name, group, members } = key;
        let mut state = lock(&self.state);
        state.fail_if_failed()?;
        let arrived = state.arrived.entry((step, group)).or_default();
        arrived.push((replica, addresses));
        if arrived.len() == members.len() {
            let mut arrived = std::mem::take(arrived);
            state.arrived.remove(&(step, group));
            arrived.sort_by_key(|(replica, _)| *replica);
            let action = create(arrived.into_iter().map(|(_, addresses)| addresses).collect())?;
            for member in members.iter().filter(|m| **m != replica) {
                state.replicas[*member] = Status::Released(action.clone());
            }
            drop(state);
            self.changed.notify_all();
            return Ok(action);
        }
        state.replicas[replica] = Status::Waiting(name.to_string());
        state.fail_if_stuck();
        if state.failure.is_some() {
            self.changed.notify_all();
        }
        loop {
            // A rendezvous that is complete counts even if something failed elsewhere meanwhile.
            if let Status::Released(action) = &state.replicas[replica] {
                let action = action.clone();
                state.replicas[replica] = Status::Running;
                return Ok(action);
            }
            state.fail_if_failed()?;
            state = wait(&self.changed, state);
        }
    }

    /// Notes that a replica has ended or failed.
    pub(crate) fn end(&self, replica: usize, failure: Option<&Error>) {
        let mut state = lock(&self.state);
        state.replicas[replica] = Status::Ended;
        if state.failure.is_none() {
            state.failure = failure
                .map(|e| Error::new(ErrorKind::Collective, format!("replica {replica} failed: {}", e.message())));
        }
        state.fail_if_stuck();
        drop(state);
        // To notify is a system call, also if nobody waits.
        if self.all.len() > 1 {
            self.changed.notify_all();
        }
    }
}

impl State<'_> {
    fn fail_if_failed(&self) -> Result<()> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// Fails if no replica runs and some wait, as nobody will release them.
    fn fail_if_stuck(&mut self) {
        let is_idle = |s: &Status<'_>| matches!(s, Status::Waiting(_) | Status::Ended);
        if self.failure.is_some() || !self.replicas.iter().all(is_idle) {
            return;
        }
        let waits_at = |s: &Status<'_>| if let Status::Waiting(name) = s { Some(name.clone()) } else { None };
        let Some(name) = self.replicas.iter().find_map(waits_at) else { return };
        let (mut here, mut elsewhere) = (Vec::new(), Vec::new());
        for (i, status) in self.replicas.iter().enumerate() {
            match status {
                Status::Waiting(other) if *other == name => here.push(i.to_string()),
                Status::Waiting(other) => elsewhere.push(format!("replica {i} waits at {other}")),
                Status::Ended => elsewhere.push(format!("replica {i} never reached it")),
                Status::Running | Status::Released(_) => {}
            }
        }
        let (here, elsewhere) = (here.join(", "), elsewhere.join(", "));
        let rest = if elsewhere.is_empty() { "its group never came together" } else { &elsewhere };
        self.failure =
            Some(Error::new(ErrorKind::Collective, format!("replicas disagree: {here} wait at {name}, but {rest}")));
    }
}
