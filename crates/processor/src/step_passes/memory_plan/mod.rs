//! The memory plan: the allocation of every value, decided before anything runs.
//!
//! This is buffer assignment in three stages:
//! 1. Pinning. Constants, arguments, results and prepacked weights have allocations of their own. A result
//!    has the memory of the argument donated to it, if the argument is dead by then.
//! 2. Coalescing ([`coalescing`]). Copies vanish if source and destination can have the same memory; a result
//!    is written over an operand that dies, and the value that a loop carries next over the one before.
//! 3. Offsets ([`offsets`]). All other values share four arenas. Values that are live across a collective are
//!    in the replica's own arena; values of a batch loop in the arena of the partition that runs; values
//!    computed once for all replicas in the arena that they share; the rest in the scratch arena of the
//!    running thread, so that this memory is needed once a thread and not once a replica.

mod arena;
mod coalescing;
mod offsets;
#[cfg(test)]
mod tests;
mod verify;

use crate::analysis::liveness::Liveness;
use crate::ir::ValueId;
use crate::memory::{Allocation, Allocations};
use crate::plan::memory::MemoryPlan;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};
use arena::padded;
use coalescing::Coalescer;
pub(crate) use verify::verify;

/// Plans the memory of a program.
pub(crate) fn plan_memory(program: &mut Program) {
    program.memory = plan(program);
}

fn plan(program: &Program) -> MemoryPlan {
    let aliases = &program.aliases;
    let live = Liveness::of(program);
    let size_in_bytes = |id: ValueId| program.types.of(id).size_in_bytes();
    let mut coalescer = Coalescer::new(program.types.len(), &live, &size_in_bytes);
    program.shared_values.iter().for_each(|id| coalescer.share(*id));
    let shared_outputs: Vec<bool> = program.outputs.iter().map(|id| coalescer.is_shared(*id)).collect();
    let donated_from = pin_results_and_arguments(program, aliases, &shared_outputs, &mut coalescer);
    for (id, constant) in &program.constant_of {
        coalescer.pin(*id, Allocation::Constant(*constant));
    }
    for (id, slice) in &program.slice_allocations {
        coalescer.pin(*id, *slice);
    }
    let mut prepacked_bytes = 0;
    for id in program.prepack_steps.iter().flat_map(|prepack| &prepack.step.writes) {
        coalescer.pin(*id, Allocation::Prepacked(prepacked_bytes));
        prepacked_bytes += padded(size_in_bytes(*id));
    }
    coalescer.coalesce_copies(&program.steps);
    coalescer.coalesce_in_place(&program.steps);
    let (of, [scratch_bytes, replica_bytes, partition_bytes, shared_bytes]) =
        offsets::assign_offsets(coalescer.into_classes(), &live, &size_in_bytes);
    MemoryPlan {
        allocations: Allocations { of },
        replica_bytes,
        scratch_bytes,
        partition_bytes,
        shared_bytes,
        prepacked_bytes,
        shared_outputs,
        donated_from,
    }
}

/// Pins every result to its own memory, and every parameter to its argument or to the result that it is
/// donated to. Returns for each result the parameter donated to it.
fn pin_results_and_arguments(
    program: &Program,
    aliases: &[Option<usize>],
    shared_outputs: &[bool],
    coalescer: &mut Coalescer<'_>,
) -> Vec<Option<usize>> {
    let mut donated_from = vec![None; program.outputs.len()];
    for (j, output) in program.outputs.iter().enumerate() {
        let allocation = if shared_outputs[j] { Allocation::SharedOutput(j) } else { Allocation::Output(j) };
        coalescer.pin(*output, allocation);
    }
    for (i, param) in program.params.iter().enumerate() {
        let output = aliases[i].filter(|j| donated_from.get(*j) == Some(&None));
        if program.replicated_params[i] && output.is_some_and(|j| shared_outputs[j]) {
            coalescer.share(*param);
        }
        match output {
            Some(j) if coalescer.try_merge(*param, program.outputs[j]) => donated_from[j] = Some(i),
            _ => coalescer.pin(*param, Allocation::Argument(i)),
        }
    }
    donated_from
}

/// Removes copies of a value to the memory where it is already, and rendezvous at which nothing is left to
/// do.
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
