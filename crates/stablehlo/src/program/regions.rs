//! Regions that are one element-wise operation: what most reductions are, and what a fast path looks for.

use super::Block;
use crate::ops::{Binary, Direction, OpKind};

impl Block {
    /// The element-wise operation that a region of two parameters applies to them, where it is just that: `add` of a
    /// sum, `maximum` of a greatest value. Parameters may come in either order where the operation does not mind.
    pub fn as_binary(&self) -> Option<Binary> {
        let (OpKind::Binary(op), swapped) = self.only_op()? else { return None };
        let commutes = matches!(
            op,
            Binary::Add | Binary::Multiply | Binary::Maximum | Binary::Minimum | Binary::And | Binary::Or | Binary::Xor
        );
        (!swapped || commutes).then_some(*op)
    }

    /// The comparison that a region of two parameters makes of the first with the second, where it is just that.
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

    /// Whether a region of two parameters gives the second: what a `scatter` that overwrites has.
    pub fn returns_second_param(&self) -> bool {
        matches!((&self.params[..], &self.results[..]), ([_, second], [result]) if second == result)
    }

    /// The kind of the only operation, and whether it takes the two parameters the other way round.
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
