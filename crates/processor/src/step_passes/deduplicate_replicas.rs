//! Deduplicates replicated computation: a value that is equal on all replicas is computed and stored once.
//!
//! After an all-reduce the replicas of a training step hold the same gradients, and with the same weights and
//! moments they would all compute the same update. [`Replication`] finds such values; this pass moves the
//! large steps that compute them into [`StepKind::OncePerRun`]. Such a step is a rendezvous: all replicas
//! wait there while one thread computes it with the memory of the first, and its results are in memory that
//! all replicas share. The results of an all-reduce over all replicas are stored there, too.
//!
//! Sharing this memory is sound since only a step at which all replicas have met writes there. Whoever
//! overwrites a value has every replica past its last use, just as the memory plan has it past by step
//! numbers; and whoever reads a value comes from the rendezvous at which it was written.
//!
//! A rendezvous costs time, so the steps of each block are scheduled anew, by list scheduling: each
//! rendezvous comes as soon as it can, after those per-replica steps only that it needs, and takes along all
//! replicated steps that are ready by then, small ones included.

use std::collections::{HashMap, HashSet};

use super::rendezvous_schedule::{self, Batch, Frequency, Task};
use crate::analysis::replication::Replication;
use crate::ir::{ValueId, ValueTypes};
use crate::plan::partitioning::{MIN_DEDUPLICATED_BYTES, PARALLEL_LOOP_ELEMENTS, PARTITIONS};
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind, values_touched};

#[cfg(test)]
#[path = "deduplicate_replicas_tests.rs"]
mod tests;

/// Computes large replicated values once for all replicas.
pub(crate) fn deduplicate_replicas(program: &mut Program) {
    let replicas = program.replicas;
    if replicas == 1 {
        return;
    }
    let replication = Replication::of_steps(program, replicas);
    let mut pass = Deduplicator {
        types: &program.types,
        replication: &replication,
        definitions: HashMap::new(),
        carried_once: HashSet::new(),
    };
    pass.collect_definitions(&program.steps, false);
    pass.find_carried_once();
    pass.block(&mut program.steps);
    let mut shared = Vec::new();
    program.steps.iter_mut().for_each(|step| share_results(step, &replication, replicas, &mut shared));
    program.shared_values = shared;
}

/// Collects the values that all replicas have the same memory for. Divides large loops that run for all
/// replicas among the threads, which have nothing else to do meanwhile.
fn share_results(step: &mut Step, replication: &Replication, replicas: usize, shared: &mut Vec<ValueId>) {
    match &mut step.kind {
        StepKind::AllReduce(spec) if spec.spans_all_replicas(replicas) && replication.are_replicated(&step.writes) => {
            shared.extend(&step.writes);
        }
        StepKind::OncePerRun(body) => {
            for step in body {
                shared.extend(&step.writes);
                if let StepKind::Loop(fused) = &mut step.kind
                    && fused.total >= PARALLEL_LOOP_ELEMENTS
                {
                    fused.partitions = PARTITIONS;
                }
            }
        }
        _ => {
            let inner = step.blocks_of_steps_mut().into_iter().flatten();
            inner.for_each(|step| share_results(step, replication, replicas, shared));
        }
    }
}

/// Finds the steps that run once for all replicas, and moves those of one rendezvous into one step.
struct Deduplicator<'p> {
    types: &'p ValueTypes,
    replication: &'p Replication,
    /// For each value, for each step that writes it: whether that step may run once, in a block that has a
    /// large such step.
    definitions: HashMap<ValueId, Vec<bool>>,
    /// Values that several steps write, such as those that loops carry, if all of these may run once. They
    /// have one memory, so either all steps that write it run once or none does.
    carried_once: HashSet<ValueId>,
}

impl Deduplicator<'_> {
    /// Returns true if a step computes the same on all replicas, and is of a kind that can run once for all.
    fn may_run_once(&self, step: &Step) -> bool {
        matches!(step.kind, StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy)
            && !step.writes.is_empty()
            && self.replication.are_replicated(&step.writes)
    }

    /// Returns true if a step is worth a rendezvous.
    fn is_large(&self, step: &Step) -> bool {
        let bytes: usize = step.writes.iter().map(|id| self.types.of(*id).size_in_bytes()).sum();
        bytes >= MIN_DEDUPLICATED_BYTES
    }

    fn collect_definitions(&mut self, steps: &[Step], in_batch_loop: bool) {
        let is_worth_it = !in_batch_loop && steps.iter().any(|step| self.may_run_once(step) && self.is_large(step));
        for step in steps {
            let may_run_once = is_worth_it && self.may_run_once(step);
            step.writes.iter().for_each(|id| self.definitions.entry(*id).or_default().push(may_run_once));
            let in_batch_loop = in_batch_loop || matches!(step.kind, StepKind::BatchLoop(_));
            step.blocks_of_steps().into_iter().for_each(|inner| self.collect_definitions(inner, in_batch_loop));
        }
    }

    fn find_carried_once(&mut self) {
        let several = self.definitions.iter().filter(|(_, definitions)| definitions.len() > 1);
        let all_once = several.filter(|(_, definitions)| definitions.iter().all(|may_run_once| *may_run_once));
        self.carried_once = all_once.map(|(id, _)| *id).collect();
    }

    fn frequency(&self, step: &Step) -> Frequency {
        let has_several = |id: &ValueId| self.definitions.get(id).is_some_and(|definitions| definitions.len() > 1);
        let is_carried_once = |id: &ValueId| self.carried_once.contains(id);
        if !self.may_run_once(step) || step.writes.iter().any(|id| has_several(id) && !is_carried_once(id)) {
            Frequency::PerReplica
        } else if self.is_large(step) || step.writes.iter().any(is_carried_once) {
            Frequency::Once
        } else {
            Frequency::OnceIfReady
        }
    }

    /// Schedules a block, inner blocks first, and moves the steps of each rendezvous into one step.
    fn block(&self, steps: &mut Vec<Step>) {
        // There is no rendezvous inside a batch loop: any idle thread takes the next block of its batch.
        let outside = steps.iter_mut().filter(|step| !matches!(step.kind, StepKind::BatchLoop(_)));
        outside.flat_map(Step::blocks_of_steps_mut).for_each(|inner| self.block(inner));
        let frequencies: Vec<Frequency> = steps.iter().map(|step| self.frequency(step)).collect();
        if !frequencies.contains(&Frequency::Once) {
            return;
        }
        let tasks = steps.iter().zip(predecessors(steps)).zip(frequencies);
        let task = |((step, predecessors), frequency): ((&Step, Vec<usize>), Frequency)| Task {
            frequency,
            predecessors,
            synchronizes: step.synchronizes(),
        };
        let batches = rendezvous_schedule::schedule(tasks.map(task).collect());
        let mut unscheduled: Vec<Option<Step>> = std::mem::take(steps).into_iter().map(Some).collect();
        let mut take = |numbers: Vec<usize>| -> Vec<Step> {
            numbers.into_iter().filter_map(|number| unscheduled[number].take()).collect()
        };
        for batch in batches {
            match batch {
                Batch::PerReplica(numbers) => steps.extend(take(numbers)),
                Batch::Once(numbers) => steps.push(once_per_run(take(numbers))),
            }
        }
    }
}

/// The step at which all replicas meet and one thread runs `body`.
fn once_per_run(body: Vec<Step>) -> Step {
    let name = body.first().map_or("", |step| step.name.as_str());
    let name = match body.len() {
        1 => format!("{name}, once for all replicas"),
        n => format!("{name} and {} steps more, once for all replicas", n - 1),
    };
    let passes = vec!["deduplicate_replicas"];
    Step { passes, ..Step::new(name, Vec::new(), Vec::new(), StepKind::OncePerRun(body)) }
}

/// For each step of a block the earlier steps that have to come before it in any order: those whose results
/// it reads or overwrites, and those that read what it overwrites.
fn predecessors(steps: &[Step]) -> Vec<Vec<usize>> {
    let mut last_writer: HashMap<ValueId, usize> = HashMap::new();
    let mut readers: HashMap<ValueId, Vec<usize>> = HashMap::new();
    let mut all = Vec::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        let (reads, writes) = values_touched(step);
        let writers = reads.iter().chain(&writes).filter_map(|id| last_writer.get(id));
        let mut predecessors: Vec<usize> = writers.copied().collect();
        for id in &writes {
            predecessors.extend(readers.remove(id).into_iter().flatten());
            last_writer.insert(*id, i);
        }
        reads.iter().filter(|id| !writes.contains(id)).for_each(|id| readers.entry(*id).or_default().push(i));
        predecessors.sort_unstable();
        predecessors.dedup();
        all.push(predecessors);
    }
    all
}
