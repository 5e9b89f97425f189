//! The compiled program: the representation from lowering to execution.
//!
//! # Invariants
//! * Steps are in execution order: every value is written before it is read, in the same block of steps or in
//!   an enclosing one.
//! * Steps of all replicas are the same; a replica differs from another only in its arguments and in
//!   `replica_id`.
//! * From memory planning on, every value that a step reads or writes has an allocation, and values that are
//!   live at the same time do not overlap unless a step may run in place (`step_passes::memory_plan::verify`
//!   checks this in debug builds).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use stablehlo::manual::ManualProgram;

use super::memory::MemoryPlan;
use super::step::{PrepackStep, Step};
use crate::ir::{ValueId, ValueTypes};
use crate::memory::{AlignedBytes, Allocation};

/// A compiled program.
#[derive(Debug)]
pub(crate) struct Program {
    /// The module's name.
    pub(crate) name: String,
    /// Replicas that run the program together.
    pub(crate) replicas: usize,
    pub(crate) types: ValueTypes,
    pub(crate) steps: Vec<Step>,
    pub(crate) constants: Vec<AlignedBytes>,
    /// For each constant value its index in `constants`.
    pub(crate) constant_of: HashMap<ValueId, usize>,
    /// The allocations of values that are a block's rows of another value.
    pub(crate) slice_allocations: HashMap<ValueId, Allocation>,
    pub(crate) params: Vec<ValueId>,
    /// For each result the value with the result's own memory.
    pub(crate) outputs: Vec<ValueId>,
    /// Parameters that are taken to be weights (`analysis::weights`).
    pub(crate) weights: HashSet<ValueId>,
    /// Steps that run only if the weights are not those of the last run (`step_passes::hoist_weights`).
    pub(crate) prepack_steps: Vec<PrepackStep>,
    /// For each parameter, true if all replicas receive the same argument.
    pub(crate) replicated_params: Vec<bool>,
    /// Values that all replicas share, because one replica computes them for all
    /// (`step_passes::deduplicate_replicas`).
    pub(crate) shared_values: Vec<ValueId>,
    /// For each parameter the result that may reuse its memory.
    pub(crate) aliases: Vec<Option<usize>>,
    /// The programs of its manual computations, by number.
    pub(crate) manual: Vec<Arc<ManualProgram>>,
    /// The allocation of each value; empty before memory planning.
    pub(crate) memory: MemoryPlan,
}
