//! All-reduce combining (XLA's AllReduceCombiner): adjacent all-reduces with the same reduction, element type
//! and replica groups become one, so that replicas synchronize once.
//!
//! ```mlir
//! %0 = stablehlo.all_reduce(%a)
//! %1 = stablehlo.all_reduce(%b)             // becomes: %0:2 = stablehlo.all_reduce(%a, %b)
//! ```
//!
//! Precondition: `collective_scheduler` has made independent collectives adjacent. Each operand is reduced as
//! before.

use stablehlo::OpKind;

use crate::ir::{Block, Graph, Node, ValueTypes};

/// Combines the all-reduces of all blocks.
pub(crate) fn combine_all_reduces(graph: &mut Graph) {
    combine(&mut graph.main, &graph.types);
}

fn combine(block: &mut Block, types: &ValueTypes) {
    let mut nodes: Vec<Node> = Vec::with_capacity(block.nodes.len());
    for mut node in std::mem::take(&mut block.nodes) {
        node.regions.iter_mut().for_each(|region| combine(region, types));
        match nodes.last_mut() {
            Some(last) if is_combinable(last, &node, types) => {
                last.operands.extend(node.operands);
                last.results.extend(node.results);
            }
            _ => nodes.push(node),
        }
    }
    block.nodes = nodes;
}

/// Returns true if `b`, which follows `a`, can become a part of the all-reduce `a`.
fn is_combinable(a: &Node, b: &Node, types: &ValueTypes) -> bool {
    let region = |n: &Node| n.regions[0].nodes.iter().map(|n| n.kind.clone()).collect::<Vec<_>>();
    let (Some(OpKind::AllReduce(x)), Some(OpKind::AllReduce(y))) = (a.op(), b.op()) else { return false };
    let element = |n: &Node| types.of(n.operands[0]).element;
    let independent = !b.operands.iter().any(|o| a.results.contains(o));
    x.replica_groups == y.replica_groups
        && x.use_global_device_ids == y.use_global_device_ids
        && element(a) == element(b)
        && region(a) == region(b)
        && independent
}
