//! Threads.

mod affinity;
pub(crate) mod cores;
pub(crate) mod cpu_time;
pub(crate) mod team;
