//! The memory plan of a program.

use crate::memory::Allocations;

/// An allocation for each value, and the sizes of the arenas in bytes.
#[derive(Debug, Default)]
pub(crate) struct MemoryPlan {
    pub(crate) allocations: Allocations,
    /// Of the arena of each replica.
    pub(crate) replica_bytes: usize,
    /// Of the arena of each running thread.
    pub(crate) scratch_bytes: usize,
    /// Of the arena of each partition of a batch loop.
    pub(crate) partition_bytes: usize,
    /// Of the arena that all replicas share.
    pub(crate) shared_bytes: usize,
    /// Of the prepacked weights, which outlive a run.
    pub(crate) prepacked_bytes: usize,
    /// For each result, true if all replicas have the same memory for it.
    pub(crate) shared_outputs: Vec<bool>,
    /// For each result the parameter whose argument is donated to it.
    pub(crate) donated_from: Vec<Option<usize>>,
}
