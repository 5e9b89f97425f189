//! Collective scheduling: the order of nodes around collectives. Everything that needs no collective comes first, then all
//! collectives that are ready together, and so on. Few values then live across a collective, and replicas synchronize as
//! seldom as possible.

use crate::ir::{Block, Node, collective_depths};

/// Orders a block and its regions.
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
