//! Passes on steps.

pub(crate) mod deduplicate_replicas;
pub(crate) mod hoist_weights;
pub(crate) mod memory_plan;
