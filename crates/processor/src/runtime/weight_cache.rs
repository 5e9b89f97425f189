//! The cache of packed weights, which an executable keeps from run to run.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::memory::{AlignedBytes, Buffer, BufferId};
use crate::plan::step::PrepackStep;

/// The results of prepack steps. Runs that use it share it, and none of them writes to it.
#[derive(Debug)]
pub(crate) struct WeightCache {
    pub(crate) arena: AlignedBytes,
    /// For each parameter the buffer that the cached results were computed from; none if none depends on it.
    sources: Vec<Option<BufferId>>,
    /// False until the cache was filled once. Before that, results that depend on constants only are missing
    /// as well.
    initialized: bool,
}

impl WeightCache {
    /// An empty cache of `bytes` bytes, for a program with `params` parameters.
    ///
    /// # Errors
    /// The system has no memory for it.
    pub(crate) fn new(bytes: usize, params: usize) -> Result<Self> {
        Ok(Self { arena: AlignedBytes::try_zeroed(bytes)?, sources: vec![None; params], initialized: false })
    }

    /// The steps that have to run for these arguments: all of them at first, and later those that depend on
    /// an argument that is not the buffer of the last time.
    pub(crate) fn stale<'p, 'b>(
        &self,
        prepack_steps: &'p [PrepackStep],
        argument: impl Fn(usize) -> Option<&'b Buffer>,
    ) -> Vec<&'p PrepackStep> {
        let is_current =
            |i: &usize| self.sources[*i].as_ref().zip(argument(*i)).is_some_and(|(source, now)| source.is(now));
        prepack_steps.iter().filter(|p| !self.initialized || !p.depends_on.iter().all(is_current)).collect()
    }

    /// Notes that these steps ran with these arguments.
    pub(crate) fn note_prepacked<'b>(
        &mut self,
        steps: &[&PrepackStep],
        argument: impl Fn(usize) -> Option<&'b Buffer>,
    ) {
        self.initialized = true;
        let params: BTreeSet<usize> = steps.iter().flat_map(|p| &p.depends_on).copied().collect();
        params.into_iter().for_each(|i| self.sources[i] = argument(i).map(Buffer::identity));
    }
}
