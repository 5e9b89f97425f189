//! Threads: permits to compute, and what comes with them.

mod affinity;
pub(crate) mod cores;
pub(crate) mod cpu_time;
mod helper;
pub(crate) mod team;
