//! The memory that a run takes.

use stablehlo::TensorType;

use crate::memory::AlignedBytes;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};

/// The memory that a program needs, in bytes; for one replica, except for `peak_bytes`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryStats {
    /// All arguments.
    pub argument_bytes: usize,
    /// All results.
    pub output_bytes: usize,
    /// Results that take over the memory of donated arguments.
    pub alias_bytes: usize,
    /// Arenas: values that are live across collectives, values that replicas share, packed weights, and the
    /// scratch memory of one thread; and the memory of the largest manual computation.
    pub temp_bytes: usize,
    /// All replicas together, on the number of threads asked about. It assumes that every argument that can
    /// be donated is donated, and that replicas share the buffers of replicated arguments and of no others: a
    /// data set that all of them borrow counts once per replica. What replicas share counts once.
    pub peak_bytes: usize,
    /// The constants of the compiled program.
    pub generated_code_bytes: usize,
}

impl MemoryStats {
    /// The memory of a program with these parameters and results, on `replicas` replicas and `threads`
    /// threads of this process.
    pub(crate) fn of(
        program: &Program,
        (params, results): (&[TensorType], &[TensorType]),
        replicas: usize,
        threads: usize,
    ) -> Self {
        let plan = &program.memory;
        let bytes = |types: &[TensorType], counts: &dyn Fn(usize) -> bool| -> usize {
            let counted = types.iter().enumerate().filter(|(i, _)| counts(*i));
            counted.map(|(_, ty)| ty.size_in_bytes()).sum()
        };
        let constants: usize = program.constants.iter().map(AlignedBytes::len).sum();
        let per_thread = plan.scratch_bytes + plan.partition_bytes * max_partitions(&program.steps);
        // A donated argument counts as the result that takes over its memory.
        let is_donated = |i: usize| plan.donated_from.contains(&Some(i));
        let is_shared = |i: usize| replicas > 1 && program.replicated_params[i];
        let per_replica = bytes(params, &|i| !is_donated(i) && !is_shared(i))
            + bytes(results, &|j| !plan.shared_outputs[j])
            + plan.replica_bytes;
        let shared = bytes(params, &|i| !is_donated(i) && is_shared(i))
            + bytes(results, &|j| plan.shared_outputs[j])
            + plan.shared_bytes
            + plan.prepacked_bytes;
        Self {
            argument_bytes: bytes(params, &|_| true),
            output_bytes: bytes(results, &|_| true),
            alias_bytes: bytes(results, &|j| plan.donated_from[j].is_some()),
            temp_bytes: plan.replica_bytes + plan.shared_bytes + plan.prepacked_bytes + per_thread,
            peak_bytes: shared + per_replica * replicas + per_thread * threads.min(replicas) + constants,
            generated_code_bytes: constants,
        }
    }
}

/// The largest number of partitions of a batch loop.
fn max_partitions(steps: &[Step]) -> usize {
    let of_step = |s: &Step| match &s.kind {
        StepKind::BatchLoop(batch_loop) => batch_loop.partitions,
        _ => s.blocks_of_steps().into_iter().map(max_partitions).max().unwrap_or(0),
    };
    steps.iter().map(of_step).max().unwrap_or(0)
}
