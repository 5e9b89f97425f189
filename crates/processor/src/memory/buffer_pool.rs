//! Blocks of results that nobody holds any more, kept for the results of the next run: fresh memory of the system's has to be
//! brought in page by page and cleared, which takes longer than to write it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::AlignedBytes;

/// Blocks of an executable's results: of each size no more than one run has use for.
#[derive(Debug, Default)]
pub(crate) struct BufferPool(Mutex<HashMap<usize, FreeList>>);

#[derive(Debug, Default)]
struct FreeList {
    blocks: Vec<AlignedBytes>,
    most: usize,
}

impl BufferPool {
    /// For runs whose results take blocks of these sizes.
    pub(crate) fn new(sizes: impl Iterator<Item = usize>) -> Arc<Self> {
        let mut stocks: HashMap<usize, FreeList> = HashMap::new();
        sizes.filter(|len| *len > 0).for_each(|len| stocks.entry(len).or_default().most += 1);
        Arc::new(Self(Mutex::new(stocks)))
    }

    /// A block of that size; what is in it does not matter to whoever asks.
    pub(crate) fn take(&self, len: usize) -> AlignedBytes {
        let kept = self.lock().get_mut(&len).and_then(|stock| stock.blocks.pop());
        kept.unwrap_or_else(|| AlignedBytes::zeroed(len))
    }

    /// Takes a block back, if there is use for it.
    pub(crate) fn give(&self, block: AlignedBytes) {
        let mut stocks = self.lock();
        if let Some(stock) = stocks.get_mut(&block.len())
            && stock.blocks.len() < stock.most
        {
            stock.blocks.push(block);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<usize, FreeList>> {
        // A list of blocks is whole at every moment a holder could panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buffer;
    use stablehlo::{ElementType, TensorType};

    #[test]
    fn a_block_comes_back_when_the_last_holder_lets_go() {
        let spare = BufferPool::new([8, 8, 16].into_iter());
        let ty = TensorType::new(ElementType::Ui8, [8]);
        let mut block = spare.take(8);
        block.as_mut_slice().fill(7);
        let place = block.as_ptr();
        let buffer = Buffer::result(ty, block, &spare);
        let clone = buffer.clone();
        drop(buffer);
        assert_ne!(spare.take(8).as_ptr(), place, "a clone still holds it");
        drop(clone);
        assert_eq!(spare.take(8).as_ptr(), place);
    }

    #[test]
    fn no_more_is_kept_than_a_run_needs() {
        let spare = BufferPool::new([8, 8, 16].into_iter());
        (0..3).for_each(|_| spare.give(AlignedBytes::zeroed(8)));
        spare.give(AlignedBytes::zeroed(32));
        let kept = |len: usize| spare.lock().get(&len).map_or(0, |stock| stock.blocks.len());
        assert_eq!([kept(8), kept(16), kept(32)], [2, 0, 0]);
    }

    #[test]
    fn memory_that_moved_into_another_run_is_not_given_back() {
        let spare = BufferPool::new([8].into_iter());
        let buffer = Buffer::result(TensorType::new(ElementType::Ui8, [8]), spare.take(8), &spare);
        let taken = buffer.into_unique().expect("the only holder");
        assert_eq!(spare.lock()[&8].blocks.len(), 0);
        assert_eq!(taken.len(), 8);
    }
}
