//! Running: replicas on threads, permits to compute, meetings at collectives.

mod clock;
mod cores;
mod meeting;
mod profile;
pub(crate) mod reduction;
mod replica;
mod seats;
mod team;
mod turn;
mod worker;

pub use cores::Cores;
pub(crate) use cores::Scratch;
pub(crate) use profile::StepInfos;
pub use profile::{Profile, RunProfile, StepEvent, StepInfo, StepTotal};
pub(crate) use replica::{Shared, prepare, run_replicas};
pub(crate) use team::Team;
