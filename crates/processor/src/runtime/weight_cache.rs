//! What was prepared, and of which buffers.

use std::collections::BTreeSet;

use crate::Buffer;
use crate::memory::{AlignedBytes, BufferId};
use crate::plan::step::PrepackStep;

/// Memory of what was prepared. Runs that use it share it, and none of them writes there.
#[derive(Debug)]
pub(crate) struct WeightCache {
    pub(crate) arena: AlignedBytes,
    /// For each parameter the buffer that the last preparation was made of, if it was made of any.
    of: Vec<Option<BufferId>>,
    /// Whether there was any preparation: before that, what is made of constants is missing, too.
    initialized: bool,
}

impl WeightCache {
    /// Nothing yet, for so many parameters.
    pub(crate) fn new(bytes: usize, params: usize) -> Self {
        Self { arena: AlignedBytes::zeroed(bytes), of: vec![None; params], initialized: false }
    }

    /// The prepack_steps that are still to be made for these arguments: all at first, then those of arguments that are other
    /// ones than at the last.
    pub(crate) fn stale<'p, 'b>(
        &self,
        prepack_steps: &'p [PrepackStep],
        argument: impl Fn(usize) -> Option<&'b Buffer>,
    ) -> Vec<&'p PrepackStep> {
        let is_known = |i: &usize| self.of[*i].as_ref().zip(argument(*i)).is_some_and(|(known, now)| known.is(now));
        prepack_steps.iter().filter(|p| !self.initialized || !p.depends_on.iter().all(is_known)).collect()
    }

    /// Notes that prepack_steps were made, and of what.
    pub(crate) fn note_prepacked<'b>(&mut self, made: &[&PrepackStep], argument: impl Fn(usize) -> Option<&'b Buffer>) {
        self.initialized = true;
        let params: BTreeSet<usize> = made.iter().flat_map(|p| &p.depends_on).copied().collect();
        params.into_iter().for_each(|i| self.of[i] = argument(i).map(Buffer::identity));
    }
}
