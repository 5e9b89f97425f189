//! Steps: what an executable is made of. A step names values; the memory plan says where they lie.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use stablehlo::ElementType;

use crate::Result;
use crate::elementwise::{FusedLoop, ReduceKind, RegType};
use crate::ir::{BlockPosition, ValueId};
use crate::runtime::all_reduce::AllReduceSpec;
use crate::threads::team::Team;
use kernels::Isa;

/// One step of a replica's way through the program.
#[derive(Debug)]
pub(crate) struct Step {
    /// For messages and profiles.
    pub(crate) name: String,
    /// For profiles: locations of its operations, each once.
    pub(crate) locations: Vec<Arc<str>>,
    pub(crate) reads: Vec<ValueId>,
    /// Results; a kernel's workspace comes last.
    pub(crate) writes: Vec<ValueId>,
    /// Pairs of a read and a write that may lie at one place: the step copes with it.
    pub(crate) in_place: Vec<(usize, usize)>,
    pub(crate) kind: StepKind,
    /// For [`explain`](crate::explain): the algorithm, and why it was chosen.
    pub(crate) notes: Vec<String>,
    pub(crate) flops: u64,
}

/// What a step does.
#[derive(Debug)]
pub(crate) enum StepKind {
    Loop(Box<FusedLoop>),
    Kernel(Box<dyn Kernel>),
    /// The one read to the one write, unless they lie at one place.
    Copy,
    /// Steps that make the condition, then steps of the body, as long as the condition holds.
    While {
        condition: Vec<Step>,
        predicate: ValueId,
        body: Vec<Step>,
    },
    /// The branch that the one read chooses: an `i1` (the first branch is the true one) or an `i32`.
    Branch {
        branches: Vec<Vec<Step>>,
    },
    BatchLoop(Box<BatchLoop>),
    AllReduce(AllReduceSpec),
    ReplicaId,
    /// Steps that one thread does for all replicas, which meet for it: with the addresses of the first.
    OncePerRun(Vec<Step>),
}

/// Steps that run once for each block of rows.
///
/// Lanes each take a stretch of the blocks, in order, and may run at the same time. How many there are is the program's, so
/// that results do not depend on the number of threads.
#[derive(Debug)]
pub(crate) struct BatchLoop {
    pub(crate) blocks: usize,
    pub(crate) partitions: usize,
    pub(crate) body: Vec<Step>,
    /// Values in a lane's arena that are wanted from its first block to its last: workspaces, and what it gathers.
    pub(crate) persistent: Vec<ValueId>,
    /// What lanes have gathered is joined in the end, in their order.
    pub(crate) partial_reductions: Vec<PartialReduction>,
}

/// A step that was taken out of the program.
#[derive(Debug)]
pub(crate) struct PrepackStep {
    pub(crate) step: Step,
    /// Numbers of the parameters that it is made of; none where it is made of constants.
    pub(crate) depends_on: BTreeSet<usize>,
}

/// A value that several lanes gather.
#[derive(Debug)]
pub(crate) struct PartialReduction {
    /// What each lane has, in its own arena.
    pub(crate) partial: ValueId,
    pub(crate) total: ValueId,
    pub(crate) kind: ReduceKind,
    pub(crate) reg_type: RegType,
    /// What the whole is rounded to in the end.
    pub(crate) element: ElementType,
}

/// A step that works on slices.
pub(crate) trait Kernel: Debug + Send + Sync {
    /// Does the work. A read that lies in place of its write comes as an empty slice.
    fn run(&self, args: KernelArgs<'_>) -> Result<()>;

    /// Whether it brings an operand into the form that another kernel wants: that may be kept from run to run.
    fn is_prepack(&self) -> bool {
        false
    }
}

/// What a kernel gets.
pub(crate) struct KernelArgs<'a> {
    pub(crate) reads: Vec<&'a [u8]>,
    pub(crate) writes: Vec<&'a mut [u8]>,
    pub(crate) isa: Isa,
    pub(crate) position: BlockPosition,
    pub(crate) team: &'a Team<'a>,
}

impl Step {
    /// A step that computes nothing in place and counts no arithmetic.
    pub(crate) fn new(name: impl Into<String>, reads: Vec<ValueId>, writes: Vec<ValueId>, kind: StepKind) -> Self {
        let (locations, in_place, notes) = (Vec::new(), Vec::new(), Vec::new());
        Self { name: name.into(), locations, reads, writes, in_place, kind, notes, flops: 0 }
    }

    /// The copy of one value to another.
    pub(crate) fn copy(from: ValueId, to: ValueId) -> Self {
        Self { in_place: vec![(0, 0)], ..Self::new("copy", vec![from], vec![to], StepKind::Copy) }
    }

    /// Blocks of steps inside this one.
    pub(crate) fn blocks_of_steps(&self) -> Vec<&[Step]> {
        match &self.kind {
            StepKind::While { condition, body, .. } => vec![condition, body],
            StepKind::BatchLoop(rows) => vec![&rows.body],
            StepKind::Branch { branches } => branches.iter().map(Vec::as_slice).collect(),
            StepKind::OncePerRun(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The same, to change them.
    pub(crate) fn blocks_of_steps_mut(&mut self) -> Vec<&mut Vec<Step>> {
        match &mut self.kind {
            StepKind::While { condition, body, .. } => vec![condition, body],
            StepKind::BatchLoop(rows) => vec![&mut rows.body],
            StepKind::Branch { branches } => branches.iter_mut().collect(),
            StepKind::OncePerRun(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// Whether replicas meet at it, or at anything inside it.
    pub(crate) fn synchronizes(&self) -> bool {
        matches!(self.kind, StepKind::AllReduce(_) | StepKind::OncePerRun(_))
            || self.blocks_of_steps().into_iter().flatten().any(Self::synchronizes)
    }
}

/// Everything that a step and the steps inside it read, and everything that they write.
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
