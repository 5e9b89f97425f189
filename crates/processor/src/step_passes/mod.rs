//! Passes on the steps of a lowered program.

pub(crate) mod deduplicate_replicas;
pub(crate) mod hoist_weights;
pub(crate) mod memory_plan;
mod rendezvous_schedule;
