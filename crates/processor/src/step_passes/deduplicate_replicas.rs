//! What is equal on all replicas is computed and stored once.
//!
//! After an all-reduce the replicas of a training step hold the same gradients, and with the same weights and moments they
//! would all compute the same update. [`uniform`] finds such values; [`gather`] draws the large steps that make them
//! together into [`StepKind::OncePerRun`], with what small steps go along. For such a step all replicas meet, one thread does it
//! with the memory of the first, and what it makes lies in memory that they share. What an all-reduce of all replicas
//! gives is written there, too.
//!
//! Why one place can do for all: only a step for which all replicas have met writes there. So whoever overwrites a value
//! has every replica past its last use, as the memory plan has it past by the numbers of steps; and whoever reads one
//! comes from the meeting at which it was written.

//!
//! Draws steps that can be done once together, so that replicas meet seldom.
//!
//! In each block whatever can be done once at a time is done there as early as it can be: first what it needs that every
//! replica does for itself, then the meeting, with all steps in it that are equal on all replicas and have what they need.

use std::collections::{HashMap, HashSet};

use crate::analysis::replication::{MIN_DEDUPLICATED_BYTES, Replication};
use crate::ir::graph::{ValueId, ValueTypes};
use crate::lower::{PARALLEL_LOOP_ELEMENTS, PARTITIONS, Program};
use crate::plan::step::values_touched;
use crate::plan::step::{Step, StepKind};

#[cfg(test)]
#[path = "deduplicate_replicas_tests.rs"]
mod tests;

/// Lets what is equal on all replicas be made once.
pub(crate) fn deduplicate_replicas(lowered: &mut Program, replicas: usize) {
    if replicas == 1 {
        return;
    }
    let uniform = Replication::of_steps(lowered, replicas);
    let mut shared = Vec::new();
    gather(&mut lowered.steps, &lowered.types, &uniform);
    lowered.steps.iter_mut().for_each(|step| share(step, &uniform, replicas, &mut shared));
    lowered.shared_values = shared;
}

/// Notes which values all replicas have one place for, and divides large loops that run for all of them among the threads,
/// which have nothing else to do meanwhile.
fn share(step: &mut Step, uniform: &Replication, replicas: usize, shared: &mut Vec<ValueId>) {
    match &mut step.kind {
        StepKind::AllReduce(reduction)
            if reduction.spans_all_replicas(replicas) && uniform.are_replicated(&step.writes) =>
        {
            shared.extend(&step.writes);
        }
        StepKind::OncePerRun(body) => {
            for step in body {
                shared.extend(&step.writes);
                if let StepKind::Loop(fused) = &mut step.kind
                    && fused.total >= PARALLEL_LOOP_ELEMENTS
                {
                    fused.shares = PARTITIONS;
                }
            }
        }
        _ => step.blocks_of_steps_mut().into_iter().flatten().for_each(|step| share(step, uniform, replicas, shared)),
    }
}

/// Bytes that a step writes.
fn written(step: &Step, types: &ValueTypes) -> usize {
    step.writes.iter().map(|id| types.of(*id).size_in_bytes()).sum()
}

/// How a step may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EmitKind {
    /// On each replica.
    Each,
    /// Equal on all replicas, and small: may go along with others.
    Along,
    /// Once for all.
    Once,
}

/// Rebuilds blocks of steps around what is done once.
pub(crate) fn gather(steps: &mut Vec<Step>, types: &ValueTypes, uniform: &Replication) {
    let mut plan = Plan { types, uniform, writers: HashMap::new(), lasting: HashSet::new() };
    plan.count_writers(steps, false);
    plan.find_lasting();
    plan.block(steps);
}

struct Plan<'p> {
    types: &'p ValueTypes,
    uniform: &'p Replication,
    /// Of each value: whether steps that write it may run once, and stand in a block that has a large one.
    writers: HashMap<ValueId, Vec<bool>>,
    /// Values that several steps write, such as what loops carry, all of them once.
    lasting: HashSet<ValueId>,
}

impl Plan<'_> {
    /// Whether a step is equal on all replicas and could run once.
    fn may_run_once(&self, step: &Step) -> bool {
        matches!(step.kind, StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy)
            && !step.writes.is_empty()
            && self.uniform.are_replicated(&step.writes)
    }

    fn is_large(&self, step: &Step) -> bool {
        written(step, self.types) >= MIN_DEDUPLICATED_BYTES
    }

    fn count_writers(&mut self, steps: &[Step], in_region: bool) {
        let has_large = !in_region && steps.iter().any(|step| self.may_run_once(step) && self.is_large(step));
        for step in steps {
            let once = has_large && self.may_run_once(step);
            step.writes.iter().for_each(|id| self.writers.entry(*id).or_default().push(once));
            let in_region = in_region || matches!(step.kind, StepKind::BatchLoop(_));
            step.blocks_of_steps().into_iter().for_each(|inner| self.count_writers(inner, in_region));
        }
    }

    /// All writers of a value have to run alike: it has one place.
    fn find_lasting(&mut self) {
        let several = self.writers.iter().filter(|(_, writers)| writers.len() > 1);
        self.lasting = several.filter(|(_, writers)| writers.iter().all(|once| *once)).map(|(id, _)| *id).collect();
    }

    fn way(&self, step: &Step) -> EmitKind {
        let several = |id: &ValueId| self.writers.get(id).is_some_and(|writers| writers.len() > 1);
        let lasts = |id: &ValueId| self.lasting.contains(id);
        if !self.may_run_once(step) || step.writes.iter().any(|id| several(id) && !lasts(id)) {
            EmitKind::Each
        } else if self.is_large(step) || step.writes.iter().any(lasts) {
            EmitKind::Once
        } else {
            EmitKind::Along
        }
    }

    fn block(&self, steps: &mut Vec<Step>) {
        // Inside a region there are no rendezvous: its blocks are taken by whichever thread is free.
        let around = steps.iter_mut().filter(|step| !matches!(step.kind, StepKind::BatchLoop(_)));
        around.flat_map(Step::blocks_of_steps_mut).for_each(|inner| self.block(inner));
        let ways: Vec<EmitKind> = steps.iter().map(|step| self.way(step)).collect();
        if !ways.contains(&EmitKind::Once) {
            return;
        }
        let before = dependences(steps);
        let meets: Vec<bool> = steps.iter().map(Step::synchronizes).collect();
        let mut order = Order { ways, before, meets, done: vec![false; steps.len()] };
        let mut taken: Vec<Option<Step>> = std::mem::take(steps).into_iter().map(Some).collect();
        let mut take =
            |numbers: Vec<usize>| -> Vec<Step> { numbers.into_iter().filter_map(|i| taken[i].take()).collect() };
        loop {
            while let Some((each, once)) = order.meeting() {
                steps.extend(take(each));
                steps.push(step_of(take(once)));
            }
            let rest = order.up_to_next_meeting();
            if rest.is_empty() {
                return;
            }
            steps.extend(take(rest));
        }
    }
}

/// The step that does others once.
fn step_of(body: Vec<Step>) -> Step {
    let name = body.first().map_or("", |step| step.name.as_str());
    let name = match body.len() {
        1 => format!("{name}, once for all replicas"),
        n => format!("{name} and {} steps more, once for all replicas", n - 1),
    };
    Step::new(name, Vec::new(), Vec::new(), StepKind::OncePerRun(body))
}

/// For each step of a block the steps that have to come before it.
fn dependences(steps: &[Step]) -> Vec<Vec<usize>> {
    let mut writer: HashMap<ValueId, usize> = HashMap::new();
    let mut readers: HashMap<ValueId, Vec<usize>> = HashMap::new();
    let mut all = Vec::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        let (reads, writes) = values_touched(step);
        let mut before: Vec<usize> = reads.iter().chain(&writes).filter_map(|id| writer.get(id)).copied().collect();
        for id in &writes {
            before.extend(readers.remove(id).into_iter().flatten());
            writer.insert(*id, i);
        }
        reads.iter().filter(|id| !writes.contains(id)).for_each(|id| readers.entry(*id).or_default().push(i));
        before.sort_unstable();
        before.dedup();
        all.push(before);
    }
    all
}

/// A block's steps on their way into a new order, by number.
struct Order {
    ways: Vec<EmitKind>,
    before: Vec<Vec<usize>>,
    /// Steps at which replicas meet as it is.
    meets: Vec<bool>,
    done: Vec<bool>,
}

impl Order {
    fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.done.len()).filter(|i| !self.done[*i])
    }

    /// The steps before one that are not done.
    fn waits_for(&self, step: usize) -> impl Iterator<Item = usize> {
        self.before[step].iter().copied().filter(|i| !self.done[*i])
    }

    /// Steps that can be done once now, and those that each replica does first; none where something else is to come
    /// before.
    fn meeting(&mut self) -> Option<(Vec<usize>, Vec<usize>)> {
        let n = self.done.len();
        // What comes after another meeting, and after one that does something once; and what each replica has to do first.
        let (mut late, mut after, mut first) = (vec![false; n], vec![false; n], vec![false; n]);
        let mut seeds = Vec::new();
        for i in self.left() {
            let of = |flags: &[bool]| self.waits_for(i).any(|p| flags[p]);
            after[i] = of(&after) || self.waits_for(i).any(|p| self.ways[p] == EmitKind::Once);
            late[i] =
                of(&late) || self.waits_for(i).any(|p| self.meets[p]) || (self.ways[i] == EmitKind::Each && after[i]);
            if self.ways[i] == EmitKind::Once && !late[i] {
                seeds.push(i);
            }
        }
        if seeds.is_empty() {
            return None;
        }
        // Ancestors of the seeds, from the last on: what each replica does, with all that this needs.
        let mut wanted = vec![false; n];
        seeds.iter().for_each(|i| wanted[*i] = true);
        for i in (0..n).rev() {
            if !wanted[i] || self.done[i] {
                continue;
            }
            let each = first[i] || self.ways[i] == EmitKind::Each;
            for p in self.before[i].iter().filter(|p| !self.done[**p]) {
                wanted[*p] = true;
                first[*p] |= each;
            }
            first[i] = each;
        }
        let each: Vec<usize> = self.left().filter(|i| first[*i]).collect();
        each.iter().for_each(|i| self.done[*i] = true);
        let mut once = Vec::new();
        for i in 0..n {
            if !self.done[i] && self.ways[i] != EmitKind::Each && self.waits_for(i).next().is_none() {
                self.done[i] = true;
                once.push(i);
            }
        }
        Some((each, once))
    }

    /// What is left, up to the next meeting.
    fn up_to_next_meeting(&mut self) -> Vec<usize> {
        let mut steps = Vec::new();
        for i in 0..self.done.len() {
            if !self.done[i] {
                self.done[i] = true;
                steps.push(i);
                if self.meets[i] {
                    break;
                }
            }
        }
        steps
    }
}
