//! The plugin as its callers see it, linked in and loaded as a shared library alike.

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
