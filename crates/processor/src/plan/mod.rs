//! The execution plan: what lowering makes of a graph, and what the runtime executes.

pub(crate) mod all_reduce;
pub(crate) mod memory;
pub(crate) mod partitioning;
pub(crate) mod print;
pub(crate) mod program;
pub(crate) mod step;
