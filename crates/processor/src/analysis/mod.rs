//! Facts about a program, computed on demand. An analysis changes nothing.

pub(crate) mod liveness;
pub(crate) mod replication;
mod step_numbers;
pub(crate) mod weights;
