//! The frame: all the memory that one replica has while it runs, and where in it each value lies.

use super::address_table::{AddressTable, RawSlice};
use super::{AlignedBytes, Buffer};
use crate::ir::ValueId;

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Allocation {
    /// One of the executable's constants; read only.
    Constant(usize),
    /// An argument; read only.
    Argument(usize),
    /// A result's own memory (for an aliased result: the argument's contents at first).
    Output(usize),
    /// The memory of a result that all replicas share; written while they meet.
    SharedOutput(usize),
    /// At a byte offset in what was prepared before the run; read only, but for the preparation.
    Prepacked(usize),
    /// At a byte offset in the arena that all replicas share; written while they meet.
    Shared(usize),
    /// At a byte offset in the replica's own arena: lives across collectives.
    Replica(usize),
    /// The running block's rows of a value that is read row by row, so many bytes each; read only.
    SliceOf(ValueId, usize),
    /// The running block's rows of a value that is made row by row.
    SliceInto(ValueId, usize),
    /// At a byte offset in the arena of the running lane of a region: lives inside a region only.
    Partition(usize),
    /// At a byte offset in the arena of the running thread: lives between two collectives.
    Scratch(usize),
}

impl Allocation {
    pub(crate) fn is_read_only(self) -> bool {
        matches!(self, Self::Constant(_) | Self::Argument(_) | Self::Prepacked(_) | Self::SliceOf(..))
    }

    /// Whether it is one place for all replicas, written while they meet.
    pub(crate) fn is_shared(self) -> bool {
        matches!(self, Self::Shared(_) | Self::SharedOutput(_))
    }
}

/// A home and a size for each value that lies in memory.
#[derive(Debug, Default)]
pub(crate) struct Allocations {
    pub(crate) of: Vec<Option<(Allocation, usize)>>,
}

impl Allocations {
    pub(crate) fn get(&self, id: ValueId) -> (Allocation, usize) {
        self.of[id.index()].expect("the plan gives a home to every value that a step names")
    }
}

/// Memory that all replicas of a run share.
pub(crate) struct SharedMemory {
    /// Of each result; empty where replicas have their own.
    pub(crate) outputs: Vec<AlignedBytes>,
    pub(crate) arena: AlignedBytes,
}

/// One replica's memory.
pub(crate) struct Frame<'r> {
    prepared: &'r AlignedBytes,
    constants: &'r [AlignedBytes],
    allocations: &'r Allocations,
    arguments: Vec<Option<Buffer>>,
    outputs: Vec<AlignedBytes>,
    replica: AlignedBytes,
    shared: &'r SharedMemory,
}

impl<'r> Frame<'r> {
    /// Arguments that a result has taken over are none.
    pub(crate) fn new(
        prepared: &'r AlignedBytes,
        constants: &'r [AlignedBytes],
        allocations: &'r Allocations,
        arguments: Vec<Option<Buffer>>,
        outputs: Vec<AlignedBytes>,
        replica: AlignedBytes,
        shared: &'r SharedMemory,
    ) -> Self {
        Self { prepared, constants, allocations, arguments, outputs, replica, shared }
    }

    /// Where everything lies but what is in the arenas of threads. The frame has to outlive it.
    pub(crate) fn addresses(&mut self) -> AddressTable<'r> {
        let argument = |b: &Option<Buffer>| b.as_ref().map_or(RawSlice::EMPTY, |b| RawSlice::of(b.as_bytes()));
        AddressTable {
            allocations: self.allocations,
            constants: self.constants.iter().map(RawSlice::of_block).collect(),
            arguments: self.arguments.iter().map(argument).collect(),
            outputs: self.outputs.iter().map(RawSlice::of_block).collect(),
            replica: RawSlice::of_block(&self.replica),
            shared_outputs: self.shared.outputs.iter().map(RawSlice::of_block).collect(),
            shared: RawSlice::of_block(&self.shared.arena),
            prepared: RawSlice::of_block(self.prepared),
            preparing: false,
            alone: false,
            partition: RawSlice::EMPTY,
            scratch: RawSlice::EMPTY,
            block: 0,
        }
    }

    /// The memory of the results, and the replica's arena.
    pub(crate) fn into_parts(self) -> (Vec<AlignedBytes>, AlignedBytes) {
        (self.outputs, self.replica)
    }
}
