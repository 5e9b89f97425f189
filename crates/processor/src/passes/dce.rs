//! Dead code elimination: removes nodes whose results are not used, unless they have an effect. Custom calls
//! that can leave a result out do so if it is not used: eigenvalues take much less time without eigenvectors.
//!
//! Invariant: parameters of `main` stay even if they are unused, because they are the program's interface.

use std::collections::HashSet;

use stablehlo::OpKind;

use crate::ir::{Block, Graph, Node, NodeKind, ValueId};
use crate::ops::linear_algebra::without_first_result;

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
        remove_dead_result(&mut node, live);
        node.regions.iter_mut().for_each(|r| eliminate(r, live));
        live.extend(&node.operands);
        kept.push(node);
    }
    kept.reverse();
    block.nodes = kept;
}

/// Removes the first result of a custom call if it is dead and the call can leave it out.
fn remove_dead_result(node: &mut Node, live: &HashSet<ValueId>) {
    let NodeKind::Op(OpKind::CustomCall { target, backend_config, .. }) = &mut node.kind else { return };
    if node.results.first().is_some_and(|first| !live.contains(first))
        && let Some(config) = without_first_result(target, backend_config)
    {
        *backend_config = config;
        node.results.remove(0);
    }
}
