//! Manual computations: parts of a program in which each device of a mesh works on its own shards, as
//! `shard_map` of JAX writes them (openxla/shardy, `sdy.manual_computation`).
//!
//! The region of the operation runs once in each of `n` instances, where `n` is the product of the sizes of
//! the manual axes of the mesh, its own and those of manual computations inside of it. An instance gets the
//! shards at its position of the mesh. Axes that are not manual stay in the global view: an instance stands
//! for all devices that differ in them alone, and computes on the whole of what they share.
//!
//! [`ManualProgram`] is that region as a program of `n` replicas, which any implementation of replicas can
//! run, with the cuts of the operands and results.

mod check;
mod collectives;
mod constraint;
mod instances;
mod nested;
mod program;
mod unreduced;

pub(crate) use check::check;
pub(crate) use constraint::constraint;
pub use constraint::remove_constraints;
pub use program::ManualProgram;
