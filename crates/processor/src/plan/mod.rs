//! The execution plan: the result of lowering, which the passes on steps transform and the runtime executes.

pub(crate) mod all_reduce;
pub(crate) mod exchange;
pub(crate) mod host_call;
pub(crate) mod manual_call;
pub(crate) mod memory;
pub(crate) mod partitioning;
pub(crate) mod print;
pub(crate) mod program;
pub(crate) mod step;
