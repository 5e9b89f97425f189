//! Complex values as pairs of real ones.

use crate::ir::ValueId;
use crate::passes::emitter::Emitter;

/// The real and the imaginary part of a complex value: two real values of one type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) re: ValueId,
    pub(super) im: ValueId,
}

impl Emitter<'_> {
    /// Selects among complex values.
    pub(super) fn select_pair(&mut self, predicate: ValueId, on_true: Pair, on_false: Pair) -> Pair {
        Pair {
            re: self.select(predicate, on_true.re, on_false.re),
            im: self.select(predicate, on_true.im, on_false.im),
        }
    }
}
