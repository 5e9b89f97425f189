//! The plugin through the C API, both linked in and loaded as a shared library.

mod client;
mod common;
mod execute;
#[cfg(not(miri))]
mod jax;
mod mutations;
mod profile;
mod raw;
mod same;
mod structs;
mod threads;
mod training;
mod versions;
