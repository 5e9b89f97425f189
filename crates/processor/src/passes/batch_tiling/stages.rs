//! Partitioning into stages: the loop that each node belongs to.
//!
//! Stage `s + 1` begins where a value needs the whole batch of stage `s`: for instance, the mean of a batch
//! normalization ends a stage, and the subtraction of the mean begins the next. All tiled nodes of a stage
//! run in one batch loop. Nodes sink to the latest stage that still precedes their uses, and stages whose
//! loop does not pay are given up, until all that are left pay.

use std::collections::HashMap;

use stablehlo::OpKind;

use crate::ir::{ConstantFacts, Node, ValueId, ValueTypes};

use super::dependence::{Access, Anchor, BatchDependence, batch_dependence};
use super::options::{Batch, TilingOptions};
use super::placement::Placement;
use super::rematerialize;

/// Assigns a placement to each node; none if no loop is profitable. `block_results` are needed after the
/// block. A splat is computed outside of loops: it costs nothing there, and a loop would store its rows.
pub(crate) fn assign(
    types: &ValueTypes,
    facts: &ConstantFacts,
    nodes: &[Node],
    batch: Batch,
    block_results: &[ValueId],
) -> Option<Vec<Placement>> {
    let definition: HashMap<ValueId, usize> =
        nodes.iter().enumerate().flat_map(|(i, n)| n.results.iter().map(move |r| (*r, i))).collect();
    let is_splat = |node: &Node| node.results.iter().any(|id| facts.splats.contains_key(id));
    let dependence_of = |node| batch_dependence(node, batch.rows, types).filter(|t| t.is_view || !is_splat(node));
    let mut dependences: Vec<Option<BatchDependence>> = nodes.iter().map(dependence_of).collect();
    // The nodes of a stage that is given up run outside of loops, which can change the stages after it.
    loop {
        let mut placements = earliest_stages(nodes, &definition, &dependences);
        sink(nodes, &definition, block_results, &mut placements);
        let unprofitable_nodes = unprofitable(types, nodes, &placements, batch);
        if unprofitable_nodes.is_empty() {
            if batch.tiling.rematerialize {
                rematerialize::choose(types, nodes, &definition, block_results, &mut placements);
            }
            return placements.iter().any(|p| matches!(p, Placement::Tiled(..))).then_some(placements);
        }
        unprofitable_nodes.into_iter().for_each(|i| dependences[i] = None);
    }
}

/// The earliest stage of each node.
fn earliest_stages(
    nodes: &[Node],
    definition: &HashMap<ValueId, usize>,
    dependences: &[Option<BatchDependence>],
) -> Vec<Placement> {
    let mut placements: Vec<Placement> = Vec::with_capacity(nodes.len());
    for (node, dependence) in nodes.iter().zip(dependences) {
        let access_of =
            |at: usize| dependence.as_ref().and_then(|t| t.operands.get(at)).copied().unwrap_or(Access::Full);
        // The values that a node's regions capture follow its operands, and are accessed whole.
        let uses = node.uses();
        let stage = uses.iter().enumerate().filter_map(|(at, id)| {
            let placement = &placements[*definition.get(id)?];
            Some(match (placement, access_of(at)) {
                (Placement::Standalone(stage), _) => *stage,
                (Placement::Tiled(stage, t), Access::Tiled) if !t.is_reduction => *stage,
                (Placement::AtUse(stage, t), u) if u == Access::Tiled || !t.operands.contains(&Access::Tiled) => *stage,
                (placement, _) => placement.stage() + 1,
            })
        });
        let stage = stage.max().unwrap_or(0);
        placements.push(match dependence {
            Some(t) if t.is_view => Placement::AtUse(stage, t.clone()),
            Some(t) => Placement::Tiled(stage, t.clone()),
            None => Placement::Standalone(stage),
        });
    }
    placements
}

/// Code sinking: moves each node that reads nothing of its own stage to the stage of its first use, so that
/// its result need not be stored until then.
///
/// A comparison sinks even if it reads its own stage, provided that its operand is stored until that use
/// anyway. The ReLU mask of a backward pass is recomputed from ReLU's result, which the weight gradient
/// reads.
fn sink(nodes: &[Node], definition: &HashMap<ValueId, usize>, block_results: &[ValueId], placements: &mut [Placement]) {
    // The latest stage at which a node may run.
    let mut latest = vec![usize::MAX; nodes.len()];
    for id in block_results {
        if let Some(m) = definition.get(id) {
            latest[*m] = placements[*m].stage();
        }
    }
    // The last stage that reads a node's result.
    let mut last_read = vec![0; nodes.len()];
    for i in (0..nodes.len()).rev() {
        let node = &nodes[i];
        let is_stored = |id: &ValueId, stage: usize| definition.get(id).is_none_or(|m| last_read[*m] >= stage);
        let is_mask = matches!(node.op(), Some(OpKind::Compare { .. }));
        let from_same_stage = |id: &ValueId, stage: usize| {
            definition.get(id).is_some_and(
                |m| matches!(&placements[*m], Placement::Tiled(l, _) | Placement::AtUse(l, _) if *l == stage),
            )
        };
        if let Placement::Tiled(stage, t) = &placements[i]
            && t.anchor != Some(Anchor::Arithmetic)
            && !t.is_reduction
            && latest[i] != usize::MAX
            && latest[i] > *stage
            && !node.operands.iter().zip(&t.operands).any(|(id, u)| {
                *u == Access::Tiled && from_same_stage(id, *stage) && !(is_mask && is_stored(id, latest[i]))
            })
        {
            placements[i] = Placement::Tiled(latest[i], t.clone());
        }
        if let Placement::Standalone(stage) = &placements[i]
            && latest[i] != usize::MAX
            && latest[i] > *stage
            && !node.has_effect()
        {
            placements[i] = Placement::Standalone(latest[i]);
        }
        for (at, id) in node.uses().iter().enumerate() {
            let Some(m) = definition.get(id).copied() else { continue };
            if !matches!(placements[i], Placement::AtUse(..)) {
                last_read[m] = last_read[m].max(placements[i].stage());
            }
            let bound = match &placements[i] {
                placement if matches!(placements[m], Placement::Standalone(_)) => placement.stage(),
                Placement::Standalone(stage) => stage.saturating_sub(1),
                // A view has copies at its uses, but may also run outside of loops, for which its operand has
                // to be complete.
                Placement::AtUse(stage, t) if t.operands.get(at) == Some(&Access::Tiled) => latest[i].min(*stage),
                Placement::AtUse(stage, _) => *stage,
                Placement::Tiled(stage, t) if t.operands.get(at) == Some(&Access::Tiled) => *stage,
                Placement::Tiled(stage, _) => stage.saturating_sub(1),
            };
            latest[m] = latest[m].min(bound);
        }
    }
}

/// The nodes of stages that are not worth a loop: those without an anchor, of one node, whose whole batch
/// fits the cache, or whose nodes share so little that it stays in the cache anyway.
fn unprofitable(types: &ValueTypes, nodes: &[Node], placements: &[Placement], batch: Batch) -> Vec<usize> {
    let mut loops: HashMap<usize, Vec<usize>> = HashMap::new();
    for (i, placement) in placements.iter().enumerate() {
        if let Placement::Tiled(stage, _) = placement {
            loops.entry(*stage).or_default().push(i);
        }
    }
    let is_anchor = |i: &usize| matches!(&placements[*i], Placement::Tiled(_, t) if t.anchor == Some(batch.anchor));
    loops.retain(|_, members| {
        let tile = tile_rows(types, members.iter().map(|i| (&nodes[*i], &placements[*i])), batch);
        let shares_little = shared_bytes(types, nodes, placements, members) <= batch.tiling.cache_bytes;
        members.len() < 2 || !members.iter().any(is_anchor) || tile == batch.rows || shares_little
    });
    loops.into_values().flatten().collect()
}

/// Bytes of the values whose rows several members of a loop read or write: what a loop saves from going
/// through memory.
fn shared_bytes(types: &ValueTypes, nodes: &[Node], placements: &[Placement], members: &[usize]) -> usize {
    let mut touched: HashMap<ValueId, usize> = HashMap::new();
    for i in members {
        let Placement::Tiled(_, t) = &placements[*i] else { continue };
        let reads = nodes[*i].operands.iter().zip(&t.operands).filter(|(_, access)| **access == Access::Tiled);
        let mut ids: Vec<ValueId> = reads.map(|(id, _)| *id).collect();
        ids.extend((!t.is_reduction).then_some(&nodes[*i].results).into_iter().flatten());
        ids.sort_unstable();
        ids.dedup();
        ids.iter().for_each(|id| *touched.entry(*id).or_default() += 1);
    }
    touched.iter().filter(|(_, times)| **times > 1).map(|(id, _)| types.of(*id).size_in_bytes()).sum()
}

/// Rows of a tile: the largest divisor of the batch for which the operands and results of every node fit the
/// cache.
///
/// Operands that are accessed whole (filters) are reloaded for each block if they exceed the cache. Tiles
/// then grow to the size of those operands, as long as every partition keeps one.
pub(crate) fn tile_rows<'n>(
    types: &ValueTypes,
    members: impl Iterator<Item = (&'n Node, &'n Placement)>,
    batch: Batch,
) -> usize {
    let Batch { rows, tiling: TilingOptions { cache_bytes, partitions, .. }, .. } = batch;
    let bytes = |id: &ValueId| types.of(*id).size_in_bytes();
    let (mut row_bytes, mut untiled_bytes) = (1, 0);
    for (node, placement) in members {
        let Placement::Tiled(_, t) = placement else { continue };
        let operands =
            |of: Access| node.operands.iter().zip(&t.operands).filter(move |(_, u)| **u == of).map(|(id, _)| bytes(id));
        let results: usize = node.results.iter().map(bytes).sum();
        let (tiled, untiled) = if t.is_reduction { (0, results) } else { (results, 0) };
        row_bytes = row_bytes.max((operands(Access::Tiled).sum::<usize>() + tiled) / rows);
        untiled_bytes = untiled_bytes.max(operands(Access::Full).sum::<usize>() + untiled);
    }
    let fitting = |bytes: usize| bytes / row_bytes;
    let most = fitting(cache_bytes).max(fitting(untiled_bytes).min(rows / partitions)).clamp(1, rows);
    (1..=most).rev().find(|b| rows.is_multiple_of(*b)).unwrap_or(1)
}
