//! The plugin through the C API, both linked in and loaded as a shared library.

mod allocations;
mod asynchronous;
mod client;
mod common;
#[cfg(not(miri))]
mod differential;
mod execute;
#[cfg(not(miri))]
mod jax;
mod layouts;
mod memory;
mod mutations;
#[cfg(not(miri))]
mod package;
mod profile;
mod raw;
mod same;
mod serialized;
mod sharding;
mod structs;
mod threads;
mod topology;
#[cfg(not(miri))]
mod trace;
mod training;
mod versions;
