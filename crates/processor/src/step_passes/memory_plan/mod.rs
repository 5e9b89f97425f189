//! The memory plan: where every value lies, decided before anything runs.
//!
//! Values are gathered into classes that share one place: a result made in place of a dying operand, a loop's next
//! value made where the last one was, a program's result made where its donated argument was. A class whose contents
//! have to outlast a collective lies in the replica's own arena; all others lie in the scratch arena of the thread that
//! runs, so that memory is needed once a thread and not once a replica. What is made once for all replicas lies in memory
//! that they share.

mod coalescing;
mod offsets;

use crate::analysis::liveness::Liveness;
use crate::memory::{ALIGNMENT, Allocation, Allocations};
use crate::plan::memory::MemoryPlan;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};
use coalescing::Coalescer;

/// Plans the memory of a program.
pub(crate) fn plan_memory(program: &mut Program) {
    program.memory = plan(program);
}

fn plan(lowered: &Program) -> MemoryPlan {
    let aliases = &lowered.aliases;
    let live = Liveness::of(lowered);
    let size = |i: usize| lowered.types.of_index(i).size_in_bytes();
    let mut classes = Coalescer::new(lowered.types.len(), &live, &size);
    lowered.shared_values.iter().for_each(|id| classes.share(*id));
    let shared_outputs: Vec<bool> = lowered.outputs.iter().map(|id| classes.is_shared(*id)).collect();
    let mut donated_from = vec![None; lowered.outputs.len()];
    for (j, output) in lowered.outputs.iter().enumerate() {
        classes.pin(*output, if shared_outputs[j] { Allocation::SharedOutput(j) } else { Allocation::Output(j) });
    }
    for (i, param) in lowered.params.iter().enumerate() {
        let output = aliases[i].filter(|j| donated_from.get(*j) == Some(&None));
        if lowered.replicated_params[i] && output.is_some_and(|j| shared_outputs[j]) {
            classes.share(*param);
        }
        match output {
            Some(j) if classes.try_merge(*param, lowered.outputs[j]) => donated_from[j] = Some(i),
            _ => classes.pin(*param, Allocation::Argument(i)),
        }
    }
    for (id, constant) in &lowered.constant_of {
        classes.pin(*id, Allocation::Constant(*constant));
    }
    for (id, home) in &lowered.slice_allocations {
        classes.pin(*id, *home);
    }
    let mut prepared_bytes = 0;
    for id in lowered.prepack_steps.iter().flat_map(|p| &p.step.writes) {
        classes.pin(*id, Allocation::Prepacked(prepared_bytes));
        prepared_bytes += padded(size(id.index()));
    }
    classes.join_copies(&lowered.steps);
    classes.join_in_place(&lowered.steps);
    let (of, [scratch_bytes, replica_bytes, lane_bytes, shared_bytes]) = offsets::place(&mut classes, &live, &size);
    let allocations = Allocations { of };
    MemoryPlan {
        allocations,
        replica_bytes,
        scratch_bytes,
        partition_bytes: lane_bytes,
        shared_bytes,
        prepacked_bytes: prepared_bytes,
        shared_outputs,
        donated_from,
    }
}

/// Drops copies of values to where they lie already, and rendezvous at which nothing else was to be done.
pub(crate) fn remove_noops(program: &mut Program) {
    remove(&mut program.steps, &program.memory.allocations);
}

fn remove(steps: &mut Vec<Step>, allocations: &Allocations) {
    steps.iter_mut().flat_map(Step::blocks_of_steps_mut).for_each(|inner| remove(inner, allocations));
    steps.retain(|step| match &step.kind {
        StepKind::Copy => allocations.get(step.reads[0]) != allocations.get(step.writes[0]),
        StepKind::OncePerRun(body) => !body.is_empty(),
        _ => true,
    });
}

/// The size a place takes in an arena.
fn padded(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT).max(ALIGNMENT)
}
