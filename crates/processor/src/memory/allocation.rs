//! The memory plan's result: in which block of memory each value is stored, and at which offset.

use crate::ir::ValueId;

/// The location of a value. Offsets and sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Allocation {
    /// The constant of that number; read only.
    Constant(usize),
    /// The argument of that number; read only.
    Argument(usize),
    /// The memory of the result of that number. If the result is aliased to an argument, it starts with its
    /// contents.
    Output(usize),
    /// The memory of a result that all replicas share; written only while all replicas have met.
    SharedOutput(usize),
    /// An offset in the cache of packed weights; read only, except while it is filled.
    Prepacked(usize),
    /// An offset in the arena that all replicas share; written only while all replicas have met.
    Shared(usize),
    /// An offset in the replica's own arena, whose contents survive collectives.
    Replica(usize),
    /// The current block's rows of a value that a batch loop reads, and the size of these rows; read only.
    SliceOf(ValueId, usize),
    /// The current block's rows of a value that a batch loop writes, and the size of these rows.
    SliceInto(ValueId, usize),
    /// An offset in the arena of a batch loop's partition, whose contents survive until the loop ends.
    Partition(usize),
    /// An offset in the scratch arena of the running thread, whose contents survive until the next
    /// collective.
    Scratch(usize),
}

impl Allocation {
    /// Returns true if no step of a run writes there.
    pub(crate) fn is_read_only(self) -> bool {
        matches!(self, Self::Constant(_) | Self::Argument(_) | Self::Prepacked(_) | Self::SliceOf(..))
    }

    /// Returns true if all replicas share this memory, and write to it only while all of them have met.
    pub(crate) fn is_shared(self) -> bool {
        matches!(self, Self::Shared(_) | Self::SharedOutput(_))
    }
}

/// The allocation of each value, and its size in bytes.
#[derive(Debug, Default)]
pub(crate) struct Allocations {
    /// Indexed by value; none for values that never need memory.
    pub(crate) of: Vec<Option<(Allocation, usize)>>,
}

impl Allocations {
    /// The allocation of a value that a step names, and its size in bytes.
    pub(crate) fn get(&self, id: ValueId) -> (Allocation, usize) {
        self.of[id.index()].expect("the memory plan allocates every value that a step names")
    }
}
