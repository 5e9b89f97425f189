//! Batch tiling (tile and fuse along the batch): nodes that treat the rows of a batch
//! independently run for one block of rows (a tile) at a time.
//!
//! Almost every operation of a training step treats the rows of a batch independently. Only a few reduce over
//! the batch: its moments, weight gradients, the loss. So the nodes of a block are partitioned into stages,
//! with a cut where a value needs the whole batch, and the nodes of a stage become one
//! [`NodeKind::BatchLoop`]: all of them run for one block of rows after the other. Values that they pass to
//! each other then stay in the core's cache, and take memory for one block only. Reductions accumulate from
//! block to block.
//!
//! 1. [`dependence`]: how each operation depends on the rows of its operands (the indexing maps along
//!    dimension 0).
//! 2. [`stages`]: which stage a node belongs to, code sinking, and whether a stage is profitable.
//! 3. [`rematerialize`]: cheap values that a later stage recomputes, so that they need not be stored.
//! 4. [`outline`]: the loops' bodies.
//!
//! Precondition: collectives are scheduled, because a batch loop contains none. Invariants: a loop contains
//! neither collectives nor control flow nor nodes with an effect, and the tile size depends on the program
//! and the reference machine alone, so that the order of every sum is the same on all machines.

mod dependence;
mod options;
mod outline;
mod placement;
mod rematerialize;
mod stages;

use stablehlo::OpKind;

use dependence::Anchor;
use options::Batch;
pub(crate) use options::TilingOptions;

use crate::ir::{Block, ConstantFacts, Graph, Node, ValueTypes};

/// Tiles the blocks of `main` and of all control flow.
pub(crate) fn tile_batch(graph: &mut Graph, tiling: TilingOptions) {
    let mut main = std::mem::take(&mut graph.main);
    tile_block(&mut graph.types, &mut graph.facts, &mut main, tiling);
    graph.main = main;
}

fn tile_block(types: &mut ValueTypes, facts: &mut ConstantFacts, block: &mut Block, tiling: TilingOptions) {
    for node in &mut block.nodes {
        if matches!(node.op(), Some(OpKind::While | OpKind::If | OpKind::Case)) {
            facts.propagate_into_loop(node);
            node.regions.iter_mut().for_each(|region| tile_block(types, facts, region, tiling));
        }
    }
    let batch = [Anchor::Arithmetic, Anchor::RowReduction].into_iter().find_map(|anchor| {
        let (rows, bytes) = batch_with_most_bytes(types, &block.nodes, anchor)?;
        Some((Batch { rows, anchor, tiling }, bytes))
    });
    // If all of that fits the cache anyway, tiling gains nothing.
    let batch = batch.filter(|(_, bytes)| *bytes > tiling.cache_bytes).map(|(batch, _)| batch);
    let placements = batch.and_then(|batch| {
        stages::assign(types, facts, &block.nodes, batch, &block.results).map(|placements| (batch, placements))
    });
    if let Some((batch, placements)) = placements {
        block.nodes = outline::outline(types, facts, block, batch, &placements);
    }
}

/// The batch size whose nodes with that anchor read and write the most bytes, and these bytes; none if no
/// node has it.
fn batch_with_most_bytes(types: &ValueTypes, nodes: &[Node], anchor: Anchor) -> Option<(usize, usize)> {
    // Pairs of a batch size and its bytes.
    let mut found: Vec<(usize, usize)> = Vec::new();
    for node in nodes {
        let Some(rows) = node.operands.first().and_then(|o| types.of(*o).dims.first()).copied() else { continue };
        let anchor_of = |node| dependence::batch_dependence(node, rows, types).and_then(|t| t.anchor);
        if rows < 2 || anchor_of(node) != Some(anchor) {
            continue;
        }
        let bytes: usize = node.operands.iter().chain(&node.results).map(|id| types.of(*id).size_in_bytes()).sum();
        match found.iter_mut().find(|(r, _)| *r == rows) {
            Some((_, sum)) => *sum += bytes,
            None => found.push((rows, bytes)),
        }
    }
    found.into_iter().max_by_key(|(_, bytes)| *bytes)
}
