//! Properties of regions: captured values, and regions that consist of one operation (as those of most
//! reductions).

use std::collections::HashSet;

use super::module::{Block, Value};
use crate::ops::{Binary, Direction, OpKind};

/// The values that regions use but do not define, each once, in order of first use.
pub(crate) fn captured_values(regions: &[Block]) -> Vec<Value> {
    fn visit(block: &Block, defined: &mut HashSet<Value>, captured: &mut Vec<Value>) {
        defined.extend(&block.params);
        for op in &block.ops {
            captured.extend(op.operands.iter().filter(|v| !defined.contains(v)));
            op.regions.iter().for_each(|region| visit(region, defined, captured));
            defined.extend(&op.results);
        }
        captured.extend(block.results.iter().filter(|v| !defined.contains(v)));
    }
    let (mut defined, mut captured) = (HashSet::new(), Vec::new());
    regions.iter().for_each(|region| visit(region, &mut defined, &mut captured));
    let mut seen = HashSet::new();
    captured.retain(|v| seen.insert(*v));
    captured
}

impl Block {
    /// The element-wise operation that a region of two parameters consists of, such as `add` in the reducer
    /// of a sum. The operation may take the parameters in either order if it is commutative.
    ///
    /// Returns `None` for any other region.
    pub fn as_binary(&self) -> Option<Binary> {
        let (OpKind::Binary(op), swapped) = self.only_op()? else { return None };
        let commutes = matches!(
            op,
            Binary::Add | Binary::Multiply | Binary::Maximum | Binary::Minimum | Binary::And | Binary::Or | Binary::Xor
        );
        (!swapped || commutes).then_some(*op)
    }

    /// The comparison of the first with the second parameter that a region consists of; `None` for any other
    /// region.
    pub fn as_comparison(&self) -> Option<Direction> {
        let (OpKind::Compare { direction, .. }, swapped) = self.only_op()? else { return None };
        Some(match (direction, swapped) {
            (Direction::Ge, true) => Direction::Le,
            (Direction::Gt, true) => Direction::Lt,
            (Direction::Le, true) => Direction::Ge,
            (Direction::Lt, true) => Direction::Gt,
            (same, _) => *same,
        })
    }

    /// Returns true if a region of two parameters returns the second one, as that of a `scatter` that
    /// overwrites.
    pub fn returns_second_param(&self) -> bool {
        matches!((&self.params[..], &self.results[..]), ([_, second], [result]) if second == result)
    }

    /// The kind of the only operation, and true if it takes the two parameters in reverse order.
    fn only_op(&self) -> Option<(&OpKind, bool)> {
        let ([op], [a, b], [result]) = (&self.ops[..], &self.params[..], &self.results[..]) else { return None };
        if op.results[..] != [*result] {
            return None;
        }
        match op.operands[..] {
            [x, y] if (x, y) == (*a, *b) => Some((&op.kind, false)),
            [x, y] if (x, y) == (*b, *a) => Some((&op.kind, true)),
            _ => None,
        }
    }
}
