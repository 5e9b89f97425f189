//! The memory of one run of an executable.

use std::sync::Arc;

use super::address_table::{AddressTable, OperandVec, ReplicaRanges, RunRanges, WriteAccess};
use super::aligned::AlignedBytes;
use super::allocation::Allocations;
use super::buffer::Buffer;
use super::raw_slice::RawSlice;

/// All memory that a run of an executable uses, except for the arenas of threads.
pub(crate) struct RunMemory<'r> {
    pub(crate) allocations: &'r Allocations,
    pub(crate) constants: &'r [AlignedBytes],
    /// The cache of packed weights.
    pub(crate) prepacked: &'r AlignedBytes,
    pub(crate) shared: SharedMemory,
    pub(crate) replicas: Vec<ReplicaMemory>,
}

/// Memory that all replicas of a run share.
pub(crate) struct SharedMemory {
    /// For each result its memory; empty for results that each replica has its own memory for.
    pub(crate) outputs: Vec<AlignedBytes>,
    pub(crate) arena: AlignedBytes,
}

/// The memory of one replica.
pub(crate) struct ReplicaMemory {
    /// None where a result took over the memory of the argument.
    pub(crate) arguments: Vec<Option<Buffer>>,
    /// For each result its memory; empty for results that all replicas share.
    pub(crate) outputs: Vec<AlignedBytes>,
    /// The arena for values that are live across collectives.
    pub(crate) arena: AlignedBytes,
}

/// The memory in which the cache of packed weights is filled, before any run reads it.
pub(crate) struct PrepackMemory<'r> {
    pub(crate) allocations: &'r Allocations,
    pub(crate) constants: &'r [AlignedBytes],
    pub(crate) arguments: Vec<Buffer>,
    pub(crate) prepacked: &'r mut AlignedBytes,
}

impl RunMemory<'_> {
    /// A table for each replica, in the order of the replicas. Their scratch arenas are yet to be attached.
    pub(crate) fn address_tables(&mut self) -> Vec<AddressTable<'_>> {
        let run = Arc::new(RunRanges {
            allocations: self.allocations,
            constants: self.constants,
            prepacked: RawSlice::read_only(self.prepacked.as_slice()),
            shared_outputs: self.shared.outputs.iter_mut().map(RawSlice::of_block).collect(),
            shared: RawSlice::of_block(&mut self.shared.arena),
            replicas: self.replicas.len(),
        });
        let argument = |b: &Option<Buffer>| b.as_ref().map_or(RawSlice::EMPTY, |b| RawSlice::read_only(b.as_bytes()));
        let table = |replica: &mut ReplicaMemory| {
            let ranges = ReplicaRanges {
                arguments: replica.arguments.iter().map(argument).collect(),
                outputs: replica.outputs.iter_mut().map(RawSlice::of_block).collect(),
                arena: RawSlice::of_block(&mut replica.arena),
            };
            // SAFETY: the table's lifetime is that of the exclusive borrow of `self`, which includes this
            // replica's memory. This is its only table, and the tables of a run have the same `run`.
            unsafe { AddressTable::new(run.clone(), Arc::new(ranges), WriteAccess::Replica) }
        };
        self.replicas.iter_mut().map(table).collect()
    }
}

impl PrepackMemory<'_> {
    /// A table that writes to the cache of packed weights, and to nothing else.
    pub(crate) fn address_table(&mut self) -> AddressTable<'_> {
        let run = RunRanges {
            allocations: self.allocations,
            constants: self.constants,
            prepacked: RawSlice::of_block(self.prepacked),
            shared_outputs: Vec::new(),
            shared: RawSlice::EMPTY,
            replicas: 1,
        };
        let arguments = self.arguments.iter().map(|buffer| RawSlice::read_only(buffer.as_bytes())).collect();
        let replica = ReplicaRanges { arguments, outputs: OperandVec::new(), arena: RawSlice::EMPTY };
        // SAFETY: the table's lifetime is that of the exclusive borrow of `self`, and this is its only table.
        unsafe { AddressTable::new(Arc::new(run), Arc::new(replica), WriteAccess::Prepack) }
    }
}
