//! Collective scheduling: sorts the nodes of a block by the number of collectives that they depend on (their
//! collective depth).
//!
//! Nodes that depend on no collective come first, then all collectives that are ready, then the nodes that
//! depend on those, and so on. Few values are then live across a collective, and `all_reduce_combiner` finds
//! collectives of one depth adjacent.
//!
//! Invariants: definitions precede uses, and nodes of one depth keep their order, except that collectives
//! come last.

use crate::ir::{Block, Node, collective_depths};

/// Sorts a block and its regions.
pub(crate) fn schedule_collectives(block: &mut Block) {
    block.nodes.iter_mut().flat_map(|node| &mut node.regions).for_each(schedule_collectives);
    if !block.nodes.iter().any(Node::has_collective) {
        return;
    }
    let depths = collective_depths(block.nodes.iter(), |id| id);
    let mut order: Vec<(usize, bool, usize)> =
        block.nodes.iter().enumerate().map(|(i, n)| (depths[i], n.has_collective(), i)).collect();
    order.sort_unstable();
    let mut nodes: Vec<Option<Node>> = std::mem::take(&mut block.nodes).into_iter().map(Some).collect();
    block.nodes = order.into_iter().filter_map(|(.., i)| nodes[i].take()).collect();
}
