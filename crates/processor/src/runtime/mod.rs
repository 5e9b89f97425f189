//! The runtime: replicas on threads, permits to compute, and rendezvous at collectives.

mod all_reduce;
mod batch_loop;
mod bound_steps;
mod context;
mod exchange;
mod executor;
pub(crate) mod hosts;
mod once;
mod profile;
mod recorder;
mod rendezvous;
mod replica;
mod tree;
pub(crate) mod weight_cache;

pub(crate) use context::RunContext;
pub use profile::{Profile, RunProfile, StepEvent, StepInfo, StepTotal};
pub(crate) use recorder::StepInfos;
pub(crate) use replica::{run_prepack_steps, run_replicas};
