//! The graph that passes work on.

pub(crate) mod graph;
pub(crate) mod step_id;
