//! The order of nodes around collectives: everything that needs none first, then all collectives that are ready
//! together, and so on. Few values then live across a collective, and replicas meet as seldom as possible.

use stablehlo::OpKind;

use crate::ir::graph::{Block, Node, ValueTypes, collective_depths};

/// Orders a block and its regions.
pub(crate) fn schedule(block: &mut Block, types: &ValueTypes) {
    for node in &mut block.nodes {
        node.regions.iter_mut().for_each(|r| schedule(r, types));
    }
    if !block.nodes.iter().any(Node::has_collective) {
        return;
    }
    let depths = collective_depths(block.nodes.iter(), |id| id);
    let mut order: Vec<(usize, bool, usize)> =
        block.nodes.iter().enumerate().map(|(i, n)| (depths[i], n.has_collective(), i)).collect();
    order.sort();
    let mut nodes: Vec<Option<Node>> = std::mem::take(&mut block.nodes).into_iter().map(Some).collect();
    for (_, collective, i) in order {
        let node = nodes[i].take().expect("each index comes once");
        if collective
            && let Some(last) = block.nodes.last_mut()
            && matches!(last.kind, OpKind::AllReduce(_))
            && joins(last, &node, types)
        {
            last.operands.extend(node.operands);
            last.results.extend(node.results);
            continue;
        }
        block.nodes.push(node);
    }
}

/// Whether two all-reduces may become one: the same reduction of the same type over the same groups.
fn joins(a: &Node, b: &Node, types: &ValueTypes) -> bool {
    let region = |n: &Node| n.regions[0].nodes.iter().map(|n| n.kind.clone()).collect::<Vec<_>>();
    let (OpKind::AllReduce(x), OpKind::AllReduce(y)) = (&a.kind, &b.kind) else { return false };
    let element = |n: &Node| types.of(n.operands[0]).element;
    let independent = !b.operands.iter().any(|o| a.results.contains(o));
    x.replica_groups == y.replica_groups
        && x.use_global_device_ids == y.use_global_device_ids
        && element(a) == element(b)
        && region(a) == region(b)
        && independent
}
