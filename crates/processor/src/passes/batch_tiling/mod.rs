//! Regions: parts of a program that run block of rows by block of rows.
//!
//! Almost every operation of a training step treats the rows of a batch apart; only a few (a batch's moments, weight
//! gradients, the loss) gather over them. So a block of nodes is cut where a value needs the whole batch, and what lies
//! between two cuts runs for some rows at a time, all of its operations in turn: what they hand to each other is then
//! still in the core's cache, and takes memory for one block only. Results that gather are added up from block to block.
//!
//! This is about index maps along dimension 0 ([`dependence`]), not about kinds of networks.

mod dependence;
mod outline;
mod rematerialize;
mod stages;

use crate::ir::graph::{Block, Node, ValueId, ValueTypes};
use crate::passes::algebraic_simplifier::ConstantFacts;

/// Nodes that run block by block.
#[derive(Clone, Debug)]
pub(crate) struct BatchTile {
    /// How many blocks of rows.
    pub(crate) count: usize,
    /// Runs once a block. Its parameters are the rows of [`BatchTile::inputs`], its results those of
    /// [`BatchTile::outputs`]; everything else it uses is all of a value from around it.
    pub(crate) body: Block,
    /// Values read row by row.
    pub(crate) inputs: Vec<ValueId>,
    /// Values made row by row.
    pub(crate) outputs: Vec<ValueId>,
    /// Values that nodes of the body gather over all blocks.
    pub(crate) gathered: Vec<ValueId>,
}

/// A part of a block.
#[derive(Debug)]
pub(crate) enum Stage {
    Node(Node),
    Tile(BatchTile),
}

/// The batch that a block's nodes may be cut along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) rows: usize,
    /// Bytes of a block's operands and results that are meant to stay in the core's own cache.
    pub(crate) cache_bytes: usize,
    /// Parts of a region that threads may take; at least one.
    pub(crate) lanes: usize,
}

/// Cuts a block's nodes into regions and single nodes, in an order to run them; `wanted` are the block's results. The bytes
/// of the cache and the lanes are [`Batch`]'s.
pub(crate) fn tile_batch(
    types: &mut ValueTypes,
    known: &mut ConstantFacts,
    nodes: &[Node],
    wanted: &[ValueId],
    (cache_bytes, lanes): (usize, usize),
) -> Vec<Stage> {
    let places = rows_of(types, nodes, cache_bytes).and_then(|rows| {
        let batch = Batch { rows, cache_bytes, lanes };
        stages::assign(types, nodes, batch, wanted).map(|places| (batch, places))
    });
    match places {
        Some((batch, places)) => outline::pieces(types, known, nodes, wanted, batch, &places),
        None => nodes.iter().cloned().map(Stage::Node).collect(),
    }
}

/// The number of rows with which most bytes go through the operations that regions are made for.
fn rows_of(types: &ValueTypes, nodes: &[Node], cache_bytes: usize) -> Option<usize> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for node in nodes {
        let Some(rows) = node.operands.first().and_then(|o| types.of(*o).dims.first()).copied() else { continue };
        if rows < 2 || !dependence::batch_dependence(node, rows, types).is_some_and(|t| t.is_anchor) {
            continue;
        }
        let bytes: usize = node.operands.iter().chain(&node.results).map(|id| types.of(*id).size_in_bytes()).sum();
        match found.iter_mut().find(|(r, _)| *r == rows) {
            Some((_, sum)) => *sum += bytes,
            None => found.push((rows, bytes)),
        }
    }
    let (rows, bytes) = found.into_iter().max_by_key(|(_, bytes)| *bytes)?;
    // What fits into the cache as it is gains nothing.
    (bytes > cache_bytes).then_some(rows)
}
