//! The graph that passes work on, and what the later stages say about values and blocks.

pub(crate) mod block_position;
pub(crate) mod graph;
pub(crate) mod row_major;
