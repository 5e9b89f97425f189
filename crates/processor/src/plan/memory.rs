//! The memory plan of a program.

use crate::memory::Allocations;

/// An allocation for each value, and the sizes of the arenas.
#[derive(Debug, Default)]
pub(crate) struct MemoryPlan {
    pub(crate) allocations: Allocations,
    pub(crate) replica_bytes: usize,
    pub(crate) scratch_bytes: usize,
    /// Of the arena of a region's lane.
    pub(crate) partition_bytes: usize,
    /// Of the arena that all replicas share.
    pub(crate) shared_bytes: usize,
    /// Of what is prepared before a run.
    pub(crate) prepacked_bytes: usize,
    /// For each result whether all replicas have one.
    pub(crate) shared_outputs: Vec<bool>,
    /// For each result the argument whose memory it takes over.
    pub(crate) donated_from: Vec<Option<usize>>,
}
