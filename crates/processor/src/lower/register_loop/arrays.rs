//! Carried arrays that may stay in memory.

use std::collections::HashSet;

use crate::ir::{Block, Node, ValueId};
use stablehlo::OpKind;

/// Returns true if the body accesses carried value `i` by slices, gathers and scatters alone, each after the
/// last write, and returns what it has written.
pub(super) fn is_array(node: &Node, i: usize) -> bool {
    let [condition, body] = &node.regions[..] else { return false };
    let in_condition = condition.results.contains(&condition.params[i])
        || condition.nodes.iter().any(|n| n.uses().contains(&condition.params[i]));
    if in_condition {
        return false;
    }
    let mut versions = Versions { all: HashSet::from([body.params[i]]), latest: Some(body.params[i]) };
    let is_accessed = versions.access(body);
    let is_result_once = body.results.iter().filter(|id| versions.all.contains(id)).count() == 1;
    is_accessed && is_result_once && versions.latest == Some(body.results[i]) && body.results[i] != body.params[i]
}

/// The versions of an array: what it is before the body, and after each write.
struct Versions {
    all: HashSet<ValueId>,
    /// The one that is in memory; none after a conditional that may have written and returns no version.
    latest: Option<ValueId>,
}

impl Versions {
    /// Returns true if a block uses the array for accesses of its latest version alone. Adds the versions
    /// that it defines: the results of writes, and of conditionals of which each branch returns the latest
    /// one.
    fn access(&mut self, block: &Block) -> bool {
        block.nodes.iter().all(|node| match node.op() {
            Some(OpKind::If | OpKind::Case) => self.access_branches(node),
            op => {
                let uses = node.uses();
                if !uses.iter().any(|id| self.all.contains(id)) {
                    return true;
                }
                let writes = matches!(op, Some(OpKind::DynamicUpdateSlice | OpKind::Scatter(_)));
                let reads = matches!(op, Some(OpKind::DynamicSlice { .. } | OpKind::Gather(_)));
                let is_operand =
                    self.latest == uses.first().copied() && uses[1..].iter().all(|id| !self.all.contains(id));
                if writes {
                    self.all.extend(&node.results);
                    self.latest = node.results.first().copied();
                }
                is_operand && (reads || writes)
            }
        })
    }

    fn access_branches(&mut self, node: &Node) -> bool {
        if self.all.contains(&node.operands[0]) {
            return false;
        }
        let before = self.latest;
        let mut has_written = false;
        // For each branch, which of its results are versions.
        let mut passed: Vec<Vec<usize>> = Vec::new();
        for branch in &node.regions {
            self.latest = before;
            if !self.access(branch) {
                return false;
            }
            has_written |= self.latest != before;
            let versions = branch.results.iter().enumerate().filter(|(_, id)| self.all.contains(id));
            if versions.clone().any(|(_, id)| self.latest != Some(*id)) {
                return false;
            }
            passed.push(versions.map(|(at, _)| at).collect());
        }
        self.latest = if has_written { None } else { before };
        match &passed[..] {
            [first, others @ ..] if others.iter().all(|own| own == first) => {
                for at in first {
                    self.all.insert(node.results[*at]);
                    self.latest = Some(node.results[*at]);
                }
                first.len() <= 1
            }
            _ => false,
        }
    }
}
