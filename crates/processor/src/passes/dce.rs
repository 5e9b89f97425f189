//! Dead code elimination: removes nodes whose results are not used, unless they have an effect.
//!
//! Invariant: parameters of `main` stay even if they are unused, because they are the program's interface.

use std::collections::HashSet;

use crate::ir::{Block, Graph, ValueId};

/// Removes the dead nodes of all blocks.
pub(crate) fn eliminate_dead_code(graph: &mut Graph) {
    eliminate(&mut graph.main, &mut HashSet::new());
}

/// `live` holds the values that are used after the block.
fn eliminate(block: &mut Block, live: &mut HashSet<ValueId>) {
    live.extend(&block.results);
    let mut kept = Vec::with_capacity(block.nodes.len());
    for mut node in std::mem::take(&mut block.nodes).into_iter().rev() {
        if !node.has_effect() && !node.results.iter().any(|r| live.contains(r)) {
            continue;
        }
        node.regions.iter_mut().for_each(|r| eliminate(r, live));
        live.extend(&node.operands);
        kept.push(node);
    }
    kept.reverse();
    block.nodes = kept;
}
