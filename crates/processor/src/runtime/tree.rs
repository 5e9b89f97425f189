//! The order of reductions over replicas: pairwise, as a tree over their numbers.
//!
//! Replicas 0 and 1, 2 and 3 and so on are combined, then these pairs, until one value is left; if the number
//! is no power of two, the tree is that of the next one without the replicas that are missing. The replicas
//! of one process are a subtree if their number is a power of two. So a program has the same results, to the
//! bit, on one process and on several.

use stablehlo::ElementType;

use crate::elementwise::{ReduceKind, RegType, combine, load_accumulator, store_accumulator};
use kernels::Isa;

/// Elements that are reduced at a time.
pub(crate) const CHUNK_ELEMENTS: usize = 8 * 1024;

/// Reduces chunks over participants.
pub(crate) struct Tree {
    isa: Isa,
    kind: ReduceKind,
    /// For each level the reduction of a complete subtree that waits for the one beside it.
    levels: Vec<Vec<u64>>,
    next: Vec<u64>,
    sum: Vec<u64>,
}

impl Tree {
    /// A tree of at most that many participants.
    pub(crate) fn new(isa: Isa, kind: ReduceKind, participants: usize) -> Self {
        let levels = (usize::BITS - participants.leading_zeros()) as usize;
        let chunk = || vec![0u64; CHUNK_ELEMENTS];
        Self { isa, kind, levels: (0..levels).map(|_| chunk()).collect(), next: chunk(), sum: chunk() }
    }

    /// Reduces a chunk of at most [`CHUNK_ELEMENTS`] elements into `raw`. `read` copies the chunk of a
    /// participant to memory of the size of `raw`.
    pub(crate) fn reduce(
        &mut self,
        (reg_type, element): (RegType, ElementType),
        participants: usize,
        raw: &mut [u8],
        mut read: impl FnMut(usize, &mut [u8]),
    ) {
        let wide = raw.len() / element.bytes() * reg_type.bytes();
        for participant in 0..participants {
            read(participant, raw);
            load_accumulator(self.isa, element, raw, &mut bytes(&mut self.next)[..wide]);
            let mut level = 0;
            while participant >> level & 1 == 1 {
                self.combine_level(level, reg_type, wide);
                level += 1;
            }
            std::mem::swap(&mut self.levels[level], &mut self.next);
        }
        // The subtrees that are left, from the smallest, which is the last one, on.
        let mut left = (0..self.levels.len()).filter(|level| participants >> level & 1 == 1);
        if let Some(smallest) = left.next() {
            std::mem::swap(&mut self.levels[smallest], &mut self.next);
            left.for_each(|level| self.combine_level(level, reg_type, wide));
        }
        store_accumulator(self.isa, element, &bytes(&mut self.next)[..wide], raw);
    }

    /// Combines the subtree of a level with `next`, which comes after it.
    fn combine_level(&mut self, level: usize, reg_type: RegType, wide: usize) {
        let Self { isa, kind, levels, next, sum } = self;
        let (a, b) = (&bytes(&mut levels[level])[..wide], &bytes(next)[..wide]);
        combine(*isa, *kind, reg_type, a, b, &mut bytes(sum)[..wide]);
        std::mem::swap(next, sum);
    }
}

/// Words as bytes.
pub(crate) fn bytes(words: &mut [u64]) -> &mut [u8] {
    bytemuck::cast_slice_mut(words)
}
