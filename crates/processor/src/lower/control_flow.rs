//! Control-flow emitter: `while`, `if` and `case`.
//!
//! A loop-carried value has the memory of the loop's result: the initial value is copied there, condition and
//! body read it, and the body copies its new value there at its end. Memory planning then removes most
//! copies, by computing the value in that memory. A value that the body returns unchanged is not carried; its
//! uses read the initial value.

use stablehlo::OpKind;

use super::lowering::{Lowering, Unit};
use super::register_loop;
use super::views::View;
use crate::error::Result;
use crate::ir::{Block, Node, ValueId};
use crate::plan::step::{Step, StepKind};

/// Materializes the operands that steps read, and defines the carried values of a loop as views of its
/// results.
pub(crate) fn canonicalize_operands(lowering: &mut Lowering<'_>, node: &Node, units: &mut Vec<Unit>) -> Result<Node> {
    let mut node = node.clone();
    if node.op() != Some(&OpKind::While) {
        node.operands[0] = lowering.materialize(node.operands[0], units)?;
        return Ok(node);
    }
    // A step of the loop that cannot read a view would copy it in each iteration.
    let mut captured = Vec::new();
    node.regions.iter().for_each(|region| region.free_values(&mut captured));
    for captured in captured {
        if lowering.view(captured).is_permuted() {
            let copy = lowering.materialize(captured, units)?;
            node.regions.iter_mut().for_each(|region| rename(region, captured, copy));
        }
    }
    for i in 0..node.operands.len() {
        let (condition, body) = (node.regions[0].params[i], node.regions[1].params[i]);
        let result = node.results[i];
        if node.is_loop_invariant(i) {
            if lowering.view(node.operands[i]).is_permuted() {
                node.operands[i] = lowering.materialize(node.operands[i], units)?;
            }
            let init = node.operands[i];
            for id in [condition, body, result] {
                match lowering.facts.splats.get(&init).cloned() {
                    Some(element) => {
                        lowering.facts.splats.insert(id, element);
                    }
                    None => {
                        lowering.views.insert(id, lowering.view(init));
                    }
                }
            }
            continue;
        }
        node.operands[i] = lowering.materialize(node.operands[i], units)?;
        for id in [condition, body] {
            let view = View::dense(result, &lowering.types.of(result).dims);
            lowering.views.insert(id, view);
        }
    }
    Ok(node)
}

/// Lets a block use one value in the place of another.
fn rename(block: &mut Block, from: ValueId, to: ValueId) {
    let replace = |value: &mut ValueId| {
        if *value == from {
            *value = to
        }
    };
    block.results.iter_mut().for_each(replace);
    for node in &mut block.nodes {
        node.operands.iter_mut().for_each(replace);
        node.regions.iter_mut().for_each(|region| rename(region, from, to));
    }
}

/// Emits a `while`.
pub(crate) fn emit_while(lowering: &mut Lowering<'_>, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
    let refusal = match register_loop::emit(lowering, node, steps) {
        Ok(()) => return Ok(()),
        Err(reason) => format!("not a register program: {reason}"),
    };
    let carried: Vec<usize> = (0..node.operands.len()).filter(|i| !node.is_loop_invariant(*i)).collect();
    let destinations: Vec<ValueId> = carried.iter().map(|i| node.results[*i]).collect();
    steps.extend(carried.iter().map(|i| Step::copy(lowering.base(node.operands[*i]), node.results[*i])));
    let (condition, predicate) = lowering.emit_block(&node.regions[0].nodes, &node.regions[0].results)?;
    let next: Vec<ValueId> = carried.iter().map(|i| node.regions[1].results[*i]).collect();
    let (mut body, results) = lowering.emit_block(&node.regions[1].nodes, &next)?;
    copy_carried(lowering, &results, &destinations, &mut body);
    let mut reads = vec![predicate[0]];
    reads.retain(|p| !condition.iter().any(|s| s.writes.contains(p)));
    let kind = StepKind::While { condition, predicate: predicate[0], body };
    steps.push(Step { notes: vec![refusal], ..Step::new("while", reads, Vec::new(), kind) });
    Ok(())
}

/// Copies the new values of loop-carried variables to their destinations. A new value that is the old value
/// of another variable is saved first.
fn copy_carried(lowering: &mut Lowering<'_>, results: &[ValueId], destinations: &[ValueId], steps: &mut Vec<Step>) {
    let mut copies = Vec::new();
    for (result, destination) in results.iter().zip(destinations) {
        if result == destination {
            continue;
        }
        let mut from = *result;
        if destinations.contains(result) {
            from = lowering.types.add(lowering.types.of(*result).clone());
            steps.push(Step::copy(*result, from));
        }
        copies.push(Step::copy(from, *destination));
    }
    steps.extend(copies);
}

/// Emits an `if` or a `case`.
pub(crate) fn emit_branch(lowering: &mut Lowering<'_>, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
    let mut branches = Vec::new();
    for region in &node.regions {
        let (mut inner, results) = lowering.emit_block(&region.nodes, &region.results)?;
        inner.extend(results.iter().zip(&node.results).map(|(from, to)| Step::copy(*from, *to)));
        branches.push(inner);
    }
    let reads = vec![lowering.base(node.operands[0])];
    steps.push(Step::new(node.kind.name(), reads, Vec::new(), StepKind::Branch { branches }));
    Ok(())
}
