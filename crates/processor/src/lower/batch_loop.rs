//! Batch-loop emitter: lowers the body of a batch loop as any other block, over values that stand for the
//! rows of one block.
//!
//! The blocks are divided into partitions. Each partition accumulates its own partial reductions, which are
//! combined in the order of the partitions after all have finished. A loop whose reductions cannot be
//! combined so has one partition. Steps that are invariant in the loop, such as packing its weights, go to
//! the preheader.

use std::collections::HashMap;

use stablehlo::{ElementType, OpKind, TensorType};

use super::lowering::{BatchLoopContext, Lowering, Unit};
use crate::elementwise::{ReduceKind, RegType};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::{Block, Node, ValueId};
use crate::memory::Allocation;
use crate::plan::partitioning::PARTITIONS;
use crate::plan::step::{BatchLoop, PartialReduction, Step, StepKind};

/// Materializes the operands of a batch loop, of which each block reads a slice.
pub(crate) fn canonicalize_operands(lowering: &mut Lowering<'_>, node: &Node, units: &mut Vec<Unit>) -> Result<Node> {
    let mut node = node.clone();
    for id in &mut node.operands {
        *id = lowering.materialize(*id, units)?;
    }
    Ok(node)
}

/// Emits a batch loop of `blocks` blocks, after its preheader.
pub(crate) fn emit_batch_loop(
    lowering: &mut Lowering<'_>,
    node: &Node,
    blocks: usize,
    steps: &mut Vec<Step>,
) -> Result<()> {
    let mut block = node.regions[0].clone();
    let size = |lowering: &Lowering<'_>, id: ValueId| lowering.types.of(id).size_in_bytes();
    for (whole, rows) in node.operands.iter().zip(&block.params) {
        let slice = Allocation::SliceOf(lowering.base(*whole), size(lowering, *rows));
        lowering.slice_allocations.insert(*rows, slice);
    }
    let (outputs, reductions) = node.results.split_at(block.results.len());
    let (partitions, partial_reductions) = partition(lowering, &mut block, blocks, reductions);
    let variant_values = block.params.iter().chain(block.nodes.iter().flat_map(|n| &n.results)).copied().collect();
    lowering.batch_loop = Some(BatchLoopContext { variant_values, ..BatchLoopContext::default() });
    let (mut body, results) = lowering.emit_block(&block.nodes, &block.results)?;
    let context = lowering.batch_loop.take();
    let context = context.ok_or_else(|| Error::new(ErrorKind::Internal, "a batch loop inside of another"))?;
    for ((result, whole), of) in results.into_iter().zip(outputs).zip(&block.results) {
        let rows = lowering.types.add(lowering.types.of(*of).clone());
        let slice = Allocation::SliceInto(*whole, size(lowering, rows));
        lowering.slice_allocations.insert(rows, slice);
        body.push(Step::copy(result, rows));
    }
    let partials = partial_reductions.iter().map(|reduction| reduction.partial);
    let persistent = context.persistent_scratch.into_iter().chain(partials).collect();
    let reads = node.operands.iter().map(|id| lowering.base(*id)).collect();
    let batch_loop = BatchLoop { blocks, partitions, body, persistent, partial_reductions };
    steps.extend(context.preheader);
    let passes = node.passes.iter().copied().chain(["lower"]).collect();
    let kind = StepKind::BatchLoop(Box::new(batch_loop));
    steps.push(Step { passes, ..Step::new("batch loop", reads, node.results.clone(), kind) });
    Ok(())
}

/// The number of partitions, and their partial reductions. With one partition, the loop accumulates the
/// reductions in place.
fn partition(
    lowering: &mut Lowering<'_>,
    block: &mut Block,
    blocks: usize,
    reductions: &[ValueId],
) -> (usize, Vec<PartialReduction>) {
    let partitions = (PARTITIONS / lowering.replicas).clamp(1, blocks);
    let combiners: Option<Vec<(ReduceKind, RegType)>> =
        reductions.iter().map(|id| combiner(lowering, block, *id)).collect();
    match combiners {
        Some(combiners) if partitions > 1 => {
            (partitions, redirect_to_partials(lowering, block, reductions, &combiners))
        }
        _ => {
            lowering.batch_reductions.extend(reductions);
            (if reductions.is_empty() { partitions } else { 1 }, Vec::new())
        }
    }
}

/// The operation that combines the partial results of a reduction, and its type; none if they do not combine
/// to the result of one partition.
fn combiner(lowering: &Lowering<'_>, body: &Block, id: ValueId) -> Option<(ReduceKind, RegType)> {
    let node = body.nodes.iter().find(|n| n.results.contains(&id))?;
    let element = lowering.types.of(id).element;
    let reg_type = RegType::accumulator_of(element).ok()?;
    let Some(OpKind::Reduce { .. }) = node.op() else {
        // Sums of a narrow type would be rounded once more.
        let is_narrow = matches!(element, ElementType::Bf16 | ElementType::F16);
        return (!is_narrow).then_some((ReduceKind::Add, reg_type));
    };
    let Some(OpKind::Binary(op)) = node.regions[0].nodes.first()?.op() else { return None };
    let kind = ReduceKind::of(*op)?;
    // Every partition begins with the initial value, which therefore has to be neutral.
    let init = lowering.facts.splats.get(&node.operands[1])?.to_f64_vec().ok()?;
    let is_neutral = match kind {
        ReduceKind::Add | ReduceKind::Or => init == [0.0],
        ReduceKind::Multiply => init == [1.0],
        ReduceKind::Maximum | ReduceKind::Minimum => true,
        ReduceKind::And => false,
    };
    is_neutral.then_some((kind, reg_type))
}

/// Replaces the reductions of a body by partial ones, which each partition has for itself.
fn redirect_to_partials(
    lowering: &mut Lowering<'_>,
    body: &mut Block,
    reductions: &[ValueId],
    combiners: &[(ReduceKind, RegType)],
) -> Vec<PartialReduction> {
    let mut partials = HashMap::new();
    let mut partial_reductions = Vec::new();
    for (total, (kind, reg_type)) in reductions.iter().zip(combiners) {
        let TensorType { element, dims } = lowering.types.of(*total).clone();
        // Sums are rounded to a narrow type after the partial ones have been combined.
        let partial_element = if *reg_type == RegType::F32 { ElementType::F32 } else { element };
        let partial = lowering.types.add(TensorType::new(partial_element, dims));
        partials.insert(*total, partial);
        lowering.batch_reductions.insert(partial);
        partial_reductions.push(PartialReduction { partial, total: *total, kind: *kind, reg_type: *reg_type, element });
    }
    for result in body.nodes.iter_mut().flat_map(|n| &mut n.results) {
        *result = partials.get(result).copied().unwrap_or(*result);
    }
    partial_reductions
}
