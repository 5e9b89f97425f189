//! The execution plan.

pub(crate) mod step;
