//! Regions: their bodies are lowered as any other block, over values that stand for a block's rows of others.

use std::collections::HashMap;

use stablehlo::{ElementType, OpKind, TensorType};

use super::{Lowering, Unit};
use crate::elementwise::{ReduceKind, RegType};
use crate::error::Result;
use crate::ir::{Block, Node, ValueId};
use crate::memory::Allocation;
use crate::plan::partitioning::PARTITIONS;
use crate::plan::step::{BatchLoop, PartialReduction, Step, StepKind};

/// Makes the operands of a batch loop dense.
pub(crate) fn prepare(lower: &mut Lowering<'_>, node: &Node, items: &mut Vec<Unit>) -> Result<Node> {
    let mut node = node.clone();
    for id in &mut node.operands {
        *id = lower.materialize(*id, items)?;
    }
    Ok(node)
}

/// The step of a region.
pub(crate) fn row_loop(lower: &mut Lowering<'_>, node: &Node, count: usize) -> Result<Step> {
    let mut body = node.regions[0].clone();
    let size = |lower: &Lowering<'_>, id: ValueId| lower.types.of(id).size_in_bytes();
    for (whole, rows) in node.operands.iter().zip(&body.params) {
        let home = Allocation::SliceOf(lower.base(*whole), size(lower, *rows));
        lower.slice_allocations.insert(*rows, home);
    }
    let (outputs, gathered) = node.results.split_at(body.results.len());
    let mut lanes = (PARTITIONS / lower.replicas).clamp(1, count);
    let kinds: Option<Vec<(ReduceKind, RegType)>> = gathered.iter().map(|id| joined(lower, &body, *id)).collect();
    let joins = match kinds {
        Some(kinds) if lanes > 1 => split(lower, &mut body, gathered, &kinds),
        _ => {
            if !gathered.is_empty() {
                lanes = 1;
            }
            lower.batch_reductions.extend(gathered);
            Vec::new()
        }
    };
    lower.variant_values =
        Some(body.params.iter().chain(body.nodes.iter().flat_map(|n| &n.results)).copied().collect());
    let (mut steps, results) = lower.emit_block(&body.nodes, &body.results)?;
    lower.variant_values = None;
    for ((made, whole), of) in results.into_iter().zip(outputs).zip(&body.results) {
        let rows = lower.types.add(lower.types.of(*of).clone());
        let home = Allocation::SliceInto(*whole, size(lower, rows));
        lower.slice_allocations.insert(rows, home);
        steps.push(Step::copy(made, rows));
    }
    let kept = lower.persistent_scratch.drain(..).chain(joins.iter().map(|j| j.partial)).collect();
    let reads = node.operands.iter().map(|id| lower.base(*id)).collect();
    let batch_loop =
        BatchLoop { blocks: count, partitions: lanes, body: steps, persistent: kept, partial_reductions: joins };
    Ok(Step::new("batch loop", reads, node.results.clone(), StepKind::BatchLoop(Box::new(batch_loop))))
}

/// How parts of a gathered value are joined; none where that would not give the whole.
fn joined(lower: &Lowering<'_>, body: &Block, id: ValueId) -> Option<(ReduceKind, RegType)> {
    let node = body.nodes.iter().find(|n| n.results.contains(&id))?;
    let element = lower.types.of(id).element;
    let class = RegType::accumulator_of(element).ok()?;
    let Some(OpKind::Reduce { .. }) = node.op() else {
        // Products of narrow types would be rounded once more.
        let is_narrow = matches!(element, ElementType::Bf16 | ElementType::F16);
        return (!is_narrow).then_some((ReduceKind::Add, class));
    };
    let Some(OpKind::Binary(op)) = node.regions[0].nodes.first()?.op() else { return None };
    let kind = ReduceKind::of(*op)?;
    // Every lane begins with the initial value.
    let init = lower.known.splats.get(&node.operands[1])?.to_f64_vec().ok()?;
    let begins_with_nothing = match kind {
        ReduceKind::Add | ReduceKind::Or => init == [0.0],
        ReduceKind::Multiply => init == [1.0],
        ReduceKind::Maximum | ReduceKind::Minimum => true,
        ReduceKind::And => false,
    };
    begins_with_nothing.then_some((kind, class))
}

/// Lets the body gather into values of its lane's own, to be joined in the end.
fn split(
    lower: &mut Lowering<'_>,
    body: &mut Block,
    gathered: &[ValueId],
    kinds: &[(ReduceKind, RegType)],
) -> Vec<PartialReduction> {
    let mut parts = HashMap::new();
    let mut joins = Vec::new();
    for (whole, (kind, class)) in gathered.iter().zip(kinds) {
        let TensorType { element, dims } = lower.types.of(*whole).clone();
        // Narrow numbers are rounded when all parts are joined, and not before.
        let joined = if *class == RegType::F32 { ElementType::F32 } else { element };
        let part = lower.types.add(TensorType::new(joined, dims));
        parts.insert(*whole, part);
        lower.batch_reductions.insert(part);
        joins.push(PartialReduction { partial: part, total: *whole, kind: *kind, reg_type: *class, element });
    }
    for result in body.nodes.iter_mut().flat_map(|n| &mut n.results) {
        *result = parts.get(result).copied().unwrap_or(*result);
    }
    joins
}
