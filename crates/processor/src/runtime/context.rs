//! The state that all replicas of a run share.

use super::hosts::Hosts;
use super::recorder::StepInfos;
use crate::plan::manual_call::ManualPrograms;
use crate::plan::step::Step;
use crate::threads::cores::Cores;
use kernels::Isa;

/// The program of a run and the threads it runs on.
pub(crate) struct RunContext<'r> {
    pub(crate) steps: &'r [Step],
    pub(crate) isa: Isa,
    pub(crate) cores: &'r Cores,
    /// Bytes of a thread's scratch arena.
    pub(crate) scratch_bytes: usize,
    /// Bytes of the arena of a batch loop's partition.
    pub(crate) partition_bytes: usize,
    pub(crate) manual: &'r dyn ManualPrograms,
    /// The other processes that run the program, if there are any.
    pub(crate) hosts: Option<&'r Hosts>,
    /// The number of this process's first replica.
    pub(crate) first_replica: usize,
    /// The descriptions of steps if the run is profiled.
    pub(crate) infos: Option<&'r StepInfos>,
}
