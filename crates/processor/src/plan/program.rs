//! A compiled program: steps over values, with what a run needs to know of them.

use std::collections::{HashMap, HashSet};

use super::memory::MemoryPlan;
use super::step::{PrepackStep, Step};
use crate::ir::{ValueId, ValueTypes};
use crate::memory::{AlignedBytes, Allocation};

/// What lowering makes of a program.
#[derive(Debug)]
pub(crate) struct Program {
    /// The module's name.
    pub(crate) name: String,
    /// Replicas that run the program together.
    pub(crate) replicas: usize,
    pub(crate) types: ValueTypes,
    pub(crate) steps: Vec<Step>,
    pub(crate) constants: Vec<AlignedBytes>,
    /// Where each constant value lies in `constants`.
    pub(crate) constant_of: HashMap<ValueId, usize>,
    /// Where the values that stand for a block's rows of others lie.
    pub(crate) slice_allocations: HashMap<ValueId, Allocation>,
    pub(crate) params: Vec<ValueId>,
    /// A value for each result's own memory.
    pub(crate) outputs: Vec<ValueId>,
    /// Parameters that are taken for weights (`prepare`).
    pub(crate) weights: HashSet<ValueId>,
    /// What is done before a run where its weights are other ones than the last's.
    pub(crate) prepack_steps: Vec<PrepackStep>,
    /// For each parameter whether all replicas are given the same argument.
    pub(crate) replicated_params: Vec<bool>,
    /// Values that all replicas have one place for: what is made once (`once`).
    pub(crate) shared_values: Vec<ValueId>,
    /// For each parameter the result that may reuse its memory.
    pub(crate) aliases: Vec<Option<usize>>,
    /// Where each value resides; empty before memory planning.
    pub(crate) memory: MemoryPlan,
}
