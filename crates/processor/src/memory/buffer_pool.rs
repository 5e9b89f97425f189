//! A pool of the memory of dropped buffers, such as the results of a run, for those of later runs.
//!
//! The system maps fresh memory page by page and clears it, which takes longer than to write the results.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::aligned::AlignedBytes;
use crate::error::Result;
use crate::sync::lock;

/// The memory of dropped buffers, for new ones of the same sizes: the results of an executable, or its
/// arguments. Of each size it keeps as much as one run needs.
#[derive(Debug, Default)]
pub struct BufferPool(Mutex<BTreeMap<usize, FreeList>>);

#[derive(Debug, Default)]
struct FreeList {
    blocks: Vec<AlignedBytes>,
    /// The number of buffers of that size in a run.
    max_blocks: usize,
}

impl BufferPool {
    /// A pool for runs with buffers of these sizes in bytes.
    pub fn new(sizes: impl Iterator<Item = usize>) -> Arc<Self> {
        let mut lists: BTreeMap<usize, FreeList> = BTreeMap::new();
        sizes.filter(|len| *len > 0).for_each(|len| lists.entry(len).or_default().max_blocks += 1);
        Arc::new(Self(Mutex::new(lists)))
    }

    /// A block of `len` bytes with unspecified contents.
    ///
    /// # Errors
    /// The system has no memory for it.
    pub(crate) fn take(&self, len: usize) -> Result<AlignedBytes> {
        let kept = lock(&self.0).get_mut(&len).and_then(|free| free.blocks.pop());
        kept.map_or_else(|| AlignedBytes::try_zeroed(len), Ok)
    }

    /// Takes a block back, unless the pool has enough of its size.
    pub(crate) fn give(&self, block: AlignedBytes) {
        let mut lists = lock(&self.0);
        if let Some(free) = lists.get_mut(&block.len())
            && free.blocks.len() < free.max_blocks
        {
            free.blocks.push(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::buffer::Buffer;
    use stablehlo::{ElementType, TensorType};

    #[test]
    fn a_block_returns_when_its_last_holder_is_dropped() {
        let pool = BufferPool::new([8, 8, 16].into_iter());
        let ty = TensorType::new(ElementType::Ui8, [8]);
        let mut block = pool.take(8).unwrap();
        block.as_mut_slice().fill(7);
        let address = block.as_mut_ptr();
        let buffer = Buffer::result(ty, block, &pool);
        let clone = buffer.clone();
        drop(buffer);
        assert_ne!(pool.take(8).unwrap().as_mut_ptr(), address, "a clone still holds it");
        drop(clone);
        assert_eq!(pool.take(8).unwrap().as_mut_ptr(), address);
    }

    #[test]
    fn the_pool_keeps_no_more_than_a_run_needs() {
        let pool = BufferPool::new([8, 8, 16].into_iter());
        (0..3).for_each(|_| pool.give(AlignedBytes::zeroed(8)));
        pool.give(AlignedBytes::zeroed(32));
        let kept = |len: usize| lock(&pool.0).get(&len).map_or(0, |free| free.blocks.len());
        assert_eq!([kept(8), kept(16), kept(32)], [2, 0, 0]);
    }

    #[test]
    fn memory_donated_to_another_run_is_not_returned() {
        let pool = BufferPool::new([8].into_iter());
        let buffer = Buffer::result(TensorType::new(ElementType::Ui8, [8]), pool.take(8).unwrap(), &pool);
        let taken = buffer.into_unique().expect("the only holder");
        assert_eq!(lock(&pool.0)[&8].blocks.len(), 0);
        assert_eq!(taken.len(), 8);
    }
}
