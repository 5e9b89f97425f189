//! Loops and branches.
//!
//! A loop carries each value in one place, that of the loop's result: the initial value is copied there, condition and
//! body read it, and the body's new value is copied there at its end. The memory plan then drops the copies it can, by
//! making values at the place they would be copied to. What the body hands on unchanged is not carried at all.

use stablehlo::OpKind;

use super::{Lowering, Unit, View};
use crate::error::Result;
use crate::ir::{Node, ValueId};
use crate::plan::step::{Step, StepKind};

/// Makes the operands dense that have to be, and lets the values of a loop lie where its results do.
pub(crate) fn prepare(lower: &mut Lowering<'_>, node: &Node, items: &mut Vec<Unit>) -> Result<Node> {
    let mut node = node.clone();
    if node.op() != Some(&OpKind::While) {
        node.operands[0] = lower.materialize(node.operands[0], items)?;
        return Ok(node);
    }
    for i in 0..node.operands.len() {
        let (condition, body) = (node.regions[0].params[i], node.regions[1].params[i]);
        let result = node.results[i];
        if node.is_loop_invariant(i) {
            let init = node.operands[i];
            for id in [condition, body, result] {
                match lower.known.splats.get(&init).cloned() {
                    Some(one) => {
                        lower.known.splats.insert(id, one);
                    }
                    None => {
                        lower.views.insert(id, lower.view(init));
                    }
                }
            }
            continue;
        }
        node.operands[i] = lower.materialize(node.operands[i], items)?;
        for id in [condition, body] {
            let view = View::dense(result, &lower.types.of(result).dims);
            lower.views.insert(id, view);
        }
    }
    Ok(node)
}

/// The steps of a loop.
pub(crate) fn while_loop(lower: &mut Lowering<'_>, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
    let carried: Vec<usize> = (0..node.operands.len()).filter(|i| !node.is_loop_invariant(*i)).collect();
    let places: Vec<ValueId> = carried.iter().map(|i| node.results[*i]).collect();
    steps.extend(carried.iter().map(|i| Step::copy(lower.base(node.operands[*i]), node.results[*i])));
    let (condition, predicate) = lower.emit_block(&node.regions[0].nodes, &node.regions[0].results)?;
    let wanted: Vec<ValueId> = carried.iter().map(|i| node.regions[1].results[*i]).collect();
    let (mut body, results) = lower.emit_block(&node.regions[1].nodes, &wanted)?;
    hand_over(lower, &results, &places, &mut body);
    let mut reads = vec![predicate[0]];
    reads.retain(|p| !condition.iter().any(|s| s.writes.contains(p)));
    let kind = StepKind::While { condition, predicate: predicate[0], body };
    steps.push(Step::new("while", reads, Vec::new(), kind));
    Ok(())
}

/// Copies new values to their places. A value that is itself a place about to be written is saved first.
fn hand_over(lower: &mut Lowering<'_>, results: &[ValueId], places: &[ValueId], steps: &mut Vec<Step>) {
    let mut moves = Vec::new();
    for (result, place) in results.iter().zip(places) {
        if result == place {
            continue;
        }
        let mut from = *result;
        if places.contains(result) {
            from = lower.types.add(lower.types.of(*result).clone());
            steps.push(Step::copy(*result, from));
        }
        moves.push(Step::copy(from, *place));
    }
    steps.extend(moves);
}

/// The steps of `if` and `case`.
pub(crate) fn branch(lower: &mut Lowering<'_>, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
    let mut branches = Vec::new();
    for region in &node.regions {
        let (mut inner, results) = lower.emit_block(&region.nodes, &region.results)?;
        inner.extend(results.iter().zip(&node.results).map(|(from, to)| Step::copy(*from, *to)));
        branches.push(inner);
    }
    let reads = vec![lower.base(node.operands[0])];
    steps.push(Step::new(node.kind.name(), reads, Vec::new(), StepKind::Branch { branches }));
    Ok(())
}
