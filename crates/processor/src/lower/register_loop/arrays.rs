//! Carried arrays that may stay in memory.

use std::collections::HashSet;

use crate::ir::{Block, Node, ValueId};
use stablehlo::OpKind;

/// Returns true if the body accesses carried value `i` by slices, gathers and scatters alone, and returns
/// what it has written.
pub(super) fn is_array(node: &Node, i: usize) -> bool {
    let [condition, body] = &node.regions[..] else { return false };
    let in_condition = condition.results.contains(&condition.params[i])
        || condition.nodes.iter().any(|n| n.uses().contains(&condition.params[i]));
    if in_condition {
        return false;
    }
    let mut versions: HashSet<ValueId> = HashSet::from([body.params[i]]);
    let is_accessed = is_only_accessed(body, &mut versions);
    let is_result_once = body.results.iter().filter(|id| versions.contains(id)).count() == 1;
    is_accessed && is_result_once && versions.contains(&body.results[i]) && body.results[i] != body.params[i]
}

/// Returns true if a block uses the versions of an array for accesses alone. Adds those that it defines: the
/// results of writes, and of conditionals of which each branch returns a version.
fn is_only_accessed(block: &Block, versions: &mut HashSet<ValueId>) -> bool {
    for node in &block.nodes {
        if let Some(OpKind::If | OpKind::Case) = node.op() {
            if versions.contains(&node.operands[0])
                || !node.regions.iter().all(|branch| is_only_accessed(branch, versions))
            {
                return false;
            }
            for (i, result) in node.results.iter().enumerate() {
                let passing = node.regions.iter().filter(|branch| versions.contains(&branch.results[i])).count();
                if passing == node.regions.len() {
                    versions.insert(*result);
                } else if passing > 0 {
                    return false;
                }
            }
            continue;
        }
        let (uses, op) = (node.uses(), node.op());
        if !uses.iter().any(|id| versions.contains(id)) {
            continue;
        }
        let writes = matches!(op, Some(OpKind::DynamicUpdateSlice | OpKind::Scatter(_)));
        let reads = matches!(op, Some(OpKind::DynamicSlice { .. } | OpKind::Gather(_)));
        let is_operand = versions.contains(&uses[0]) && uses[1..].iter().all(|id| !versions.contains(id));
        if !(is_operand && (reads || writes)) {
            return false;
        }
        if writes {
            versions.extend(&node.results);
        }
    }
    true
}
