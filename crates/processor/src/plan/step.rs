//! Steps: the instructions of an executable. A step names values; the memory plan gives their addresses.
//!
//! # Invariants
//! * `reads` and `writes` list every value that a step's own kind accesses. Control flow does not list those
//!   of its inner steps ([`values_touched`]).
//! * Bodies of batch loops and of [`StepKind::OncePerRun`] contain leaf steps only: loops, kernels and
//!   copies.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use stablehlo::ElementType;

use super::all_reduce::AllReduceSpec;
use super::exchange::ExchangeSpec;
use super::host_call::HostCall;
use super::manual_call::ManualCall;
use crate::elementwise::{FusedLoop, ReduceKind, RegType};
use crate::error::Result;
use crate::ir::{BlockPosition, StepId, ValueId};
use crate::memory::OperandVec;
use crate::threads::team::Team;
use kernels::Isa;

/// One instruction of the program that each replica executes (XLA calls it a thunk).
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) id: StepId,
    /// Operations and shapes, for messages and profiles.
    pub(crate) name: String,
    /// Source locations of its operations without repetitions, for profiles.
    pub(crate) locations: Vec<Arc<str>>,
    /// The passes that made it, and decisions inside them, in order: those that created or rewrote its
    /// operations, then `lower` and later ones.
    pub(crate) passes: Vec<&'static str>,
    pub(crate) reads: Vec<ValueId>,
    /// Results; the workspace of a kernel comes last.
    pub(crate) writes: Vec<ValueId>,
    /// Pairs of an index into `reads` and an index into `writes` that may share an address.
    pub(crate) in_place: Vec<(usize, usize)>,
    pub(crate) kind: StepKind,
    /// For [`explain`](crate::explain): the algorithm, and why it was chosen.
    pub(crate) notes: Vec<String>,
    /// Arithmetic operations of one execution, without those of the steps inside it.
    pub(crate) flops: u64,
}

/// The work of a step.
#[derive(Debug)]
pub(crate) enum StepKind {
    Loop(Box<FusedLoop>),
    Kernel(Box<dyn Kernel>),
    /// Copies the one read to the one write, unless both have the same address.
    Copy,
    /// Runs `condition`, then `body`, as long as `predicate` is true after `condition`.
    While {
        condition: Vec<Step>,
        predicate: ValueId,
        body: Vec<Step>,
    },
    /// Runs the branch that the one read selects: an `i1` (true selects the first branch) or an `i32` index.
    Branch {
        branches: Vec<Vec<Step>>,
    },
    BatchLoop(Box<BatchLoop>),
    AllReduce(AllReduceSpec),
    /// Copies operands among replicas.
    Exchange(ExchangeSpec),
    ReplicaId,
    /// Calls the host, without a permit to compute: it may run programs itself.
    HostCall(Box<HostCall>),
    /// Runs the program of a manual computation, without a permit to compute, as its replicas need permits.
    ManualCall(ManualCall),
    /// Leaf steps that one thread runs for all replicas of a run, with the addresses of the first replica.
    OncePerRun(Vec<Step>),
}

/// A loop over the blocks of rows of a batch.
///
/// Its blocks are divided into partitions of consecutive blocks, which may run on different threads. The
/// program fixes their number, so that results do not depend on the number of threads.
#[derive(Debug)]
pub(crate) struct BatchLoop {
    pub(crate) blocks: usize,
    pub(crate) partitions: usize,
    /// Leaf steps: loops, kernels and copies.
    pub(crate) body: Vec<Step>,
    /// Values in a partition's arena that live from its first block to its last: workspaces and partial
    /// reductions.
    pub(crate) persistent: Vec<ValueId>,
    /// Combined after all partitions have finished, in the order of the partitions.
    pub(crate) partial_reductions: Vec<PartialReduction>,
}

/// A step that was hoisted out of the program, because it depends on weights and constants alone.
#[derive(Debug)]
pub(crate) struct PrepackStep {
    pub(crate) step: Step,
    /// Indices of the parameters that the step depends on; none if it depends on constants alone.
    pub(crate) depends_on: BTreeSet<usize>,
}

/// A reduction over the batch, of which each partition computes a partial result.
#[derive(Debug)]
pub(crate) struct PartialReduction {
    /// The result of one partition, in that partition's arena.
    pub(crate) partial: ValueId,
    /// The result of all partitions together.
    pub(crate) total: ValueId,
    pub(crate) kind: ReduceKind,
    pub(crate) reg_type: RegType,
    /// The element type that the total is rounded to.
    pub(crate) element: ElementType,
}

/// A step that works on slices of bytes.
pub(crate) trait Kernel: Debug + Send + Sync {
    /// Runs the kernel. A read that shares the address of its write is passed as an empty slice.
    ///
    /// # Errors
    /// If the kernel finds its operands inconsistent, which is a fault of the compiler.
    fn run(&self, args: KernelArgs<'_>) -> Result<()>;

    /// Returns true if this kernel packs an operand of another kernel, so that its result can be cached
    /// across runs where the operand is a weight.
    fn is_prepack(&self) -> bool {
        false
    }

    /// Returns true if a run may take any time: a loop whose number of iterations is not known.
    fn is_unbounded(&self) -> bool {
        false
    }
}

/// The arguments of a kernel.
pub(crate) struct KernelArgs<'a> {
    pub(crate) reads: OperandVec<&'a [u8]>,
    pub(crate) writes: OperandVec<&'a mut [u8]>,
    pub(crate) isa: Isa,
    pub(crate) position: BlockPosition,
    pub(crate) team: &'a Team<'a>,
}

impl Step {
    /// A step without locations, in-place pairs and arithmetic operations.
    pub(crate) fn new(name: impl Into<String>, reads: Vec<ValueId>, writes: Vec<ValueId>, kind: StepKind) -> Self {
        Self {
            id: StepId::UNASSIGNED,
            name: name.into(),
            locations: Vec::new(),
            passes: Vec::new(),
            reads,
            writes,
            in_place: Vec::new(),
            kind,
            notes: Vec::new(),
            flops: 0,
        }
    }

    /// A copy of one value to another of the same type. Only lowering creates copies.
    pub(crate) fn copy(from: ValueId, to: ValueId) -> Self {
        let (in_place, passes) = (vec![(0, 0)], vec!["lower"]);
        Self { in_place, passes, ..Self::new("copy", vec![from], vec![to], StepKind::Copy) }
    }

    /// The blocks of steps inside this one.
    pub(crate) fn blocks_of_steps(&self) -> Vec<&[Step]> {
        match &self.kind {
            StepKind::While { condition, body, .. } => vec![condition, body],
            StepKind::BatchLoop(batch_loop) => vec![&batch_loop.body],
            StepKind::Branch { branches } => branches.iter().map(Vec::as_slice).collect(),
            StepKind::OncePerRun(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The blocks of steps inside this one, to change them.
    pub(crate) fn blocks_of_steps_mut(&mut self) -> Vec<&mut Vec<Step>> {
        match &mut self.kind {
            StepKind::While { condition, body, .. } => vec![condition, body],
            StepKind::BatchLoop(batch_loop) => vec![&mut batch_loop.body],
            StepKind::Branch { branches } => branches.iter_mut().collect(),
            StepKind::OncePerRun(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// Returns true if this step, or a step inside it, is a rendezvous of replicas, or gives its thread's
    /// permit away for another reason.
    pub(crate) fn synchronizes(&self) -> bool {
        let kinds = |kind: &StepKind| {
            matches!(
                kind,
                StepKind::AllReduce(_)
                    | StepKind::Exchange(_)
                    | StepKind::OncePerRun(_)
                    | StepKind::HostCall(_)
                    | StepKind::ManualCall(_)
            )
        };
        kinds(&self.kind) || self.blocks_of_steps().into_iter().flatten().any(Self::synchronizes)
    }
}

/// Numbers all steps, and the steps inside them, from zero: the numbers in the printed plan. This is the last
/// change to a program before it runs.
pub(crate) fn assign_ids<'s>(steps: impl IntoIterator<Item = &'s mut Step>) {
    fn number(step: &mut Step, next: &mut usize) {
        step.id = StepId::from_index(*next);
        *next += 1;
        step.blocks_of_steps_mut().into_iter().flatten().for_each(|inner| number(inner, next));
    }
    let mut next = 0;
    steps.into_iter().for_each(|step| number(step, &mut next));
}

/// The values that a step and the steps inside it read, and those that they write.
pub(crate) fn values_touched(step: &Step) -> (HashSet<ValueId>, HashSet<ValueId>) {
    fn walk(step: &Step, reads: &mut HashSet<ValueId>, writes: &mut HashSet<ValueId>) {
        reads.extend(&step.reads);
        writes.extend(&step.writes);
        if let StepKind::While { predicate, .. } = &step.kind {
            reads.insert(*predicate);
        }
        step.blocks_of_steps().into_iter().flatten().for_each(|step| walk(step, reads, writes));
    }
    let (mut reads, mut writes) = (HashSet::new(), HashSet::new());
    walk(step, &mut reads, &mut writes);
    (reads, writes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_dense_and_include_inner_steps() {
        let [a, b] = [0, 1].map(ValueId::from_index);
        let body = vec![Step::copy(a, b), Step::copy(b, a)];
        let mut steps = [Step::copy(a, b), Step::new("once", vec![], vec![], StepKind::OncePerRun(body))];
        let mut prepack = [Step::copy(b, a)];
        assert!(steps.iter().all(|step| step.id == StepId::UNASSIGNED));
        assign_ids(steps.iter_mut().chain(&mut prepack));
        let inner = steps[1].blocks_of_steps()[0].iter().map(|step| step.id.index());
        let ids = [steps[0].id.index(), steps[1].id.index()].into_iter().chain(inner).chain([prepack[0].id.index()]);
        assert_eq!(ids.collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }
}
