//! Running: replicas on threads, permits to compute, rendezvous at collectives.

pub(crate) mod all_reduce;
pub(crate) mod executor;
mod leader;
mod profile;
mod rendezvous;
mod replica;
pub(crate) mod weight_cache;

pub(crate) use profile::StepInfos;
pub use profile::{Profile, RunProfile, StepEvent, StepInfo, StepTotal};
pub(crate) use replica::{RunContext, run_prepack_steps, run_replicas};
