//! The position of a block of rows in a batch loop.

/// The position of a step's current execution among those over the blocks of a partition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockPosition {
    pub(crate) first: bool,
    pub(crate) last: bool,
}

impl BlockPosition {
    /// A step that runs once.
    pub(crate) const ONLY: Self = Self { first: true, last: true };
}
