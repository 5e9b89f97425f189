//! The graph that passes work on.

pub(crate) mod graph;
