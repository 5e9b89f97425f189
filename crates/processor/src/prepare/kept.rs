//! What was prepared, and of which buffers.

use std::collections::BTreeSet;

use super::Preparation;
use crate::Buffer;
use crate::memory::{AlignedBytes, Identity};

/// Memory of what was prepared. Runs that use it share it, and none of them writes there.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) arena: AlignedBytes,
    /// For each parameter the buffer that the last preparation was made of, if it was made of any.
    of: Vec<Option<Identity>>,
}

impl Kept {
    /// Nothing yet, for so many parameters.
    pub(crate) fn new(bytes: usize, params: usize) -> Self {
        Self { arena: AlignedBytes::zeroed(bytes), of: vec![None; params] }
    }

    /// The parameters that preparations are made of and whose arguments are other ones than at the last.
    pub(crate) fn changed<'b>(
        &self,
        preparations: &[Preparation],
        argument: impl Fn(usize) -> Option<&'b Buffer>,
    ) -> BTreeSet<usize> {
        let params: BTreeSet<usize> = preparations.iter().flat_map(|p| &p.made_of).copied().collect();
        let is_known = |i: usize| self.of[i].as_ref().zip(argument(i)).is_some_and(|(known, now)| known.is(now));
        params.into_iter().filter(|i| !is_known(*i)).collect()
    }

    /// Notes what preparations were made of.
    pub(crate) fn made_of<'b>(&mut self, changed: &BTreeSet<usize>, argument: impl Fn(usize) -> Option<&'b Buffer>) {
        changed.iter().for_each(|i| self.of[*i] = argument(*i).map(Buffer::identity));
    }
}
