//! The number of iterations of a `while`, where it is known at compile time.

use stablehlo::ops::{Binary, Direction};
use stablehlo::{Literal, OpKind};

use crate::ir::{Constants, Node, ValueId};

/// The number of iterations of a loop that counts up from a constant, by a constant, to a constant.
pub(super) fn trip_count(node: &Node, splats: &Constants) -> Option<u64> {
    let [condition, body] = &node.regions[..] else { return None };
    let defined = |nodes: &'_ [Node], id: ValueId| nodes.iter().position(|n| n.results.contains(&id));
    let compare = &condition.nodes[defined(&condition.nodes, condition.results[0])?];
    let (Some(OpKind::Compare { direction: Direction::Lt, .. }), [counter, end]) =
        (compare.op(), &compare.operands[..])
    else {
        return None;
    };
    let i = condition.params.iter().position(|param| param == counter)?;
    let add = &body.nodes[defined(&body.nodes, body.results[i])?];
    let (Some(OpKind::Binary(Binary::Add)), [a, b]) = (add.op(), &add.operands[..]) else { return None };
    let step = if *a == body.params[i] { b } else { (*b == body.params[i]).then_some(a)? };
    let number = |id: &ValueId| integer(splats.get(id)?);
    let (start, end, step) = (number(&node.operands[i])?, number(end)?, number(step)?);
    if step <= 0 {
        return None;
    }
    Some(u64::try_from(end - start).map_or(0, |distance| distance.div_ceil(step.cast_unsigned())))
}

/// The first element of a literal of integers, if it is so far from the ends of its type that a counter does
/// not overflow.
fn integer(literal: &Literal) -> Option<i64> {
    let element = literal.ty().element;
    if element.is_float() || element.bits() < 32 {
        return None;
    }
    let number = *literal.to_f64_vec().ok()?.first()?;
    (number.abs() < f64::from(1 << 30)).then_some(number as i64)
}
