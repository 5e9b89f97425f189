//! Long reductions by an associative operation, in blocks: the results of blocks of elements are combined,
//! then those of blocks of blocks, and so on. Errors of rounding grow with the number of levels, and not with
//! that of the elements.

/// Elements of a block, and blocks of a larger one.
pub(super) const BLOCK: usize = 32;

/// The results of the blocks so far, in order.
#[derive(Debug)]
pub(super) struct Blocks<V> {
    /// For each level, from the blocks of elements on, the number of blocks that are combined, and their
    /// result.
    levels: Vec<Option<(usize, V)>>,
}

impl<V> Default for Blocks<V> {
    fn default() -> Self {
        Self { levels: Vec::new() }
    }
}

impl<V> Blocks<V> {
    /// Adds the result of the next block.
    pub(super) fn push(&mut self, mut result: V, mut combine: impl FnMut(V, V) -> V) {
        for level in &mut self.levels {
            let (count, own) = match level.take() {
                None => (1, result),
                Some((count, before)) => (count + 1, combine(before, result)),
            };
            if count < BLOCK {
                *level = Some((count, own));
                return;
            }
            result = own;
        }
        self.levels.push(Some((1, result)));
    }

    /// The result of all blocks; none if there are none.
    pub(super) fn result(self, combine: impl FnMut(V, V) -> V) -> Option<V> {
        // The largest blocks come first.
        self.levels.into_iter().rev().flatten().map(|(_, result)| result).reduce(combine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_combined_in_their_order() {
        let join = |a: String, b: String| format!("{a}{b}");
        for n in [0, 1, 31, 32, 33, 1023, 1024, 1025, 2500] {
            let mut blocks = Blocks::default();
            (0..n).for_each(|i| blocks.push(format!("{i} "), join));
            let all: String = (0..n).map(|i| format!("{i} ")).collect();
            assert_eq!(blocks.result(join).unwrap_or_default(), all);
        }
    }

    #[test]
    fn levels_stay_few() {
        let mut blocks = Blocks::default();
        (0..100_000).for_each(|_| blocks.push(1u32, |a, b| a + b));
        assert_eq!(blocks.levels.len(), 4);
    }
}
