//! The batch that is tiled, and the bounds of a tile.

use super::dependence::Anchor;

/// The batch that the nodes of a block are tiled along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) rows: usize,
    /// The work that justifies a loop along it.
    pub(crate) anchor: Anchor,
    pub(crate) tiling: TilingOptions,
}

/// The limits of a tile's size, and the options of the pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TilingOptions {
    /// Bytes of a core's own cache that the operands and results of one node may occupy for one tile.
    pub(crate) cache_bytes: usize,
    /// Partitions of a loop's blocks, which different threads may run; at least one.
    pub(crate) partitions: usize,
    /// Recompute cheap values in later stages instead of storing them.
    pub(crate) rematerialize: bool,
}
