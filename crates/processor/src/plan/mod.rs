//! The execution plan.

pub(crate) mod partitioning;
pub(crate) mod step;
