//! Meetings of replicas: an all-reduce gathers the contributions of a group, and those who waited do the sums together.
//!
//! Sums go over the replicas in order of their numbers, in chunks of fixed size, so results do not depend on the number
//! of threads. A meeting that can no longer take place is an error for all who wait: when every replica either waits or
//! is done, nobody is left to come.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use stablehlo::ElementType;

use crate::kernels::Isa;
use crate::memory::SharedSlice;
use crate::tile::{Class, ReduceKind, combine, load_linear, store};
use crate::{Error, ErrorKind, Result};

/// What an all-reduce does.
#[derive(Debug)]
pub(crate) struct Reduction {
    kind: ReduceKind,
    /// Of each operand.
    elements: Vec<(Class, ElementType)>,
    groups: Vec<Vec<usize>>,
}

impl Reduction {
    pub(crate) fn new(kind: ReduceKind, elements: Vec<(Class, ElementType)>, groups: Vec<Vec<usize>>) -> Self {
        Self { kind, elements, groups }
    }
}

/// Elements that one thread reduces at a time.
const CHUNK: usize = 8 * 1024;

/// Operands and results that a replica brings to a meeting.
pub(crate) struct Contribution {
    pub(crate) operands: Vec<SharedSlice>,
    pub(crate) results: Vec<SharedSlice>,
}

/// Where all replicas of a run meet.
pub(crate) struct Meetings {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    meetings: HashMap<(usize, usize), Meeting>,
    replicas: Vec<Status>,
    failure: Option<Error>,
}

#[derive(Clone, Debug)]
enum Status {
    Running,
    /// At the meeting of that name.
    Waiting(String),
    Called(Arc<Job>),
    Done,
}

struct Meeting {
    arrived: Vec<(usize, Contribution)>,
}

/// The reduction that a full meeting does.
pub(crate) struct Job {
    kind: ReduceKind,
    elements: Vec<(Class, ElementType)>,
    /// In order of replica numbers.
    parts: Vec<Contribution>,
    /// Operand, first and past-the-last element.
    chunks: Vec<(usize, usize, usize)>,
    next: AtomicUsize,
    left: Mutex<usize>,
    finished: Condvar,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Job({} chunks)", self.chunks.len())
    }
}

impl Meetings {
    pub(crate) fn new(replicas: usize) -> Self {
        let state = State { meetings: HashMap::new(), replicas: vec![Status::Running; replicas], failure: None };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Comes to the meeting of a step and waits for the others of the group; `step` tells steps apart.
    pub(crate) fn meet(
        &self,
        replica: usize,
        step: usize,
        name: &str,
        reduction: &Reduction,
        brought: Contribution,
    ) -> Result<Arc<Job>> {
        let group = reduction.groups.iter().position(|g| g.contains(&replica)).unwrap_or_default();
        let members = &reduction.groups[group];
        let mut state = self.lock();
        state.fail_if_failed()?;
        let meeting = state.meetings.entry((step, group)).or_insert_with(|| Meeting { arrived: Vec::new() });
        meeting.arrived.push((replica, brought));
        if meeting.arrived.len() == members.len() {
            let mut arrived = std::mem::take(&mut meeting.arrived);
            state.meetings.remove(&(step, group));
            arrived.sort_by_key(|(replica, _)| *replica);
            let job = Arc::new(Job::new(reduction, arrived.into_iter().map(|(_, c)| c).collect()));
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

impl Job {
    fn new(reduction: &Reduction, parts: Vec<Contribution>) -> Self {
        let mut chunks = Vec::new();
        for (i, (_, element)) in reduction.elements.iter().enumerate() {
            let n = parts[0].operands[i].len() / element.bytes();
            chunks.extend((0..n).step_by(CHUNK).map(|from| (i, from, (from + CHUNK).min(n))));
        }
        Self {
            kind: reduction.kind,
            elements: reduction.elements.clone(),
            parts,
            next: AtomicUsize::new(0),
            left: Mutex::new(chunks.len()),
            chunks,
            finished: Condvar::new(),
        }
    }

    /// Takes chunks as long as there are any, then waits until all are done.
    pub(crate) fn work(&self, isa: Isa) {
        let [mut raw, mut next, mut acc, mut sum] = [(); 4].map(|()| vec![0u64; CHUNK]);
        let mut done = 0;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((operand, from, to)) = self.chunks.get(number).copied() else { break };
            let (class, element) = self.elements[operand];
            let (n, b) = (to - from, element.bytes());
            let wide = n * class.bytes();
            for (i, part) in self.parts.iter().enumerate() {
                let raw = &mut bytes(&mut raw)[..n * b];
                part.operands[operand].read(from * b, raw);
                if i == 0 {
                    load_linear(isa, element, raw, &mut bytes(&mut acc)[..wide]);
                    continue;
                }
                load_linear(isa, element, raw, &mut bytes(&mut next)[..wide]);
                combine(
                    isa,
                    self.kind,
                    class,
                    &bytes(&mut acc)[..wide],
                    &bytes(&mut next)[..wide],
                    &mut bytes(&mut sum)[..wide],
                );
                std::mem::swap(&mut acc, &mut sum);
            }
            let raw = &mut bytes(&mut raw)[..n * b];
            store(isa, element, &bytes(&mut acc)[..wide], raw);
            self.parts.iter().for_each(|part| part.results[operand].write(from * b, raw));
            done += 1;
        }
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left -= done;
        if *left == 0 {
            self.finished.notify_all();
        }
        while *left > 0 {
            left = self.finished.wait(left).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn bytes(words: &mut [u64]) -> &mut [u8] {
    bytemuck::cast_slice_mut(words)
}
