//! The state of lowering, and the units that it groups and emits.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernels::Isa;
use stablehlo::manual::ManualProgram;

use super::views::View;
use crate::analysis::replication::Replication;
use crate::elementwise::ReduceKind;
use crate::ir::{ConstantFacts, Node, ValueId, ValueTypes};
use crate::memory::{AlignedBytes, Allocation};
use crate::ops::contraction::FusedEpilogue;
use crate::options::CompileOptions;
use crate::plan::step::Step;

/// The state of lowering.
pub(super) struct Lowering<'o> {
    pub(super) types: ValueTypes,
    pub(super) facts: ConstantFacts,
    pub(super) isa: Isa,
    pub(super) options: &'o CompileOptions,
    pub(super) replicas: usize,
    /// The values that are equal on all replicas.
    pub(super) replication: Replication,
    /// Weights, and results of fused loops that read nothing else.
    pub(super) weight_derived: HashSet<ValueId>,
    /// Values that are stored in another value's memory. All others are dense in memory of their own.
    pub(super) views: HashMap<ValueId, View>,
    pub(super) constants: Vec<AlignedBytes>,
    /// For each constant its index in `constants`.
    pub(super) constant_of: HashMap<ValueId, usize>,
    /// For each view its dense copy, if the block being emitted has one.
    pub(super) materialized: HashMap<ValueId, ValueId>,
    pub(super) slice_allocations: HashMap<ValueId, Allocation>,
    /// Values that accumulate over all blocks of a batch loop.
    pub(super) batch_reductions: HashSet<ValueId>,
    /// For results of contractions with a fused epilogue: the bias, and the epilogue.
    pub(super) epilogues: HashMap<ValueId, (ValueId, FusedEpilogue)>,
    /// The batch loop whose body is being emitted.
    pub(super) batch_loop: Option<BatchLoopContext>,
    /// For sorts of the block being emitted of which only the first elements are read, how many.
    pub(super) sort_limits: HashMap<ValueId, usize>,
    /// The programs of manual computations.
    pub(super) manual: Vec<Arc<ManualProgram>>,
}

/// A lowering unit: a node that is emitted as a step, or as a part of one.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) node: Node,
    pub(super) emit: EmitKind,
}

/// The emitter of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EmitKind {
    /// An element-wise operation of a fused loop.
    Elementwise,
    /// A reduction, which may end a fused loop.
    Reduce(ReduceKind),
    /// A batch loop over that many blocks of rows.
    BatchLoop(usize),
    /// A step of its own.
    LibraryCall,
}

/// The values of a block that must be in memory, and the readers of the others.
pub(super) struct Uses {
    /// Values that a step reads from memory: results of the block, operands of library calls and batch loops,
    /// initial values.
    pub(super) in_memory: HashSet<ValueId>,
    /// For each value the units that can read it from a register of their fused loop.
    pub(super) readers: HashMap<ValueId, Vec<usize>>,
}

impl Uses {
    /// Returns true if a value need not be in memory, and one unit alone reads it.
    pub(super) fn is_only_read_by(&self, id: ValueId, reader: usize) -> bool {
        !self.in_memory.contains(&id) && self.readers.get(&id).is_some_and(|readers| readers[..] == [reader])
    }
}

/// The state of lowering that belongs to the batch loop whose body is being emitted.
#[derive(Debug, Default)]
pub(super) struct BatchLoopContext {
    /// Values that differ from block to block.
    pub(super) variant_values: HashSet<ValueId>,
    /// Scratch memory that keeps its content from block to block.
    pub(super) persistent_scratch: Vec<ValueId>,
    /// Steps that run once before the loop.
    pub(super) preheader: Vec<Step>,
}

impl BatchLoopContext {
    /// Returns true if a base value is the same for all blocks.
    pub(super) fn is_invariant(&self, base: ValueId) -> bool {
        !self.variant_values.contains(&base)
    }
}
