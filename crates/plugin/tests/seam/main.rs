//! The plugin as its callers see it, linked in and loaded as a shared library alike.

mod client;
mod common;
mod execute;
mod mutations;
mod profile;
mod raw;
mod same;
mod structs;
mod threads;
mod training;
