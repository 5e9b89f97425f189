//! Common subexpression elimination: of operations with equal kind, attributes, operands and types, the first
//! is computed, and the others are replaced by it.
//!
//! Operations with regions, several results or an effect are left alone. Invariant: definitions keep
//! dominating uses, because a value of an enclosing block replaces one of an inner block and never the
//! reverse.

use std::collections::HashMap;

use crate::ir::{Block, Graph, Node, ValueId, ValueTypes};

/// Eliminates common subexpressions in all blocks.
pub(crate) fn eliminate_common_subexpressions(graph: &mut Graph) {
    let mut pass = Pass { types: &graph.types, renamed: HashMap::new(), available: Vec::new() };
    pass.block(&mut graph.main);
}

/// Nodes by operation name and operands.
type Available = HashMap<(&'static str, Vec<ValueId>), Vec<Node>>;

struct Pass<'t> {
    types: &'t ValueTypes,
    renamed: HashMap<ValueId, ValueId>,
    /// A table for each enclosing block, outermost first.
    available: Vec<Available>,
}

impl Pass<'_> {
    fn block(&mut self, block: &mut Block) {
        self.available.push(HashMap::new());
        let mut nodes = Vec::with_capacity(block.nodes.len());
        for mut node in std::mem::take(&mut block.nodes) {
            self.rename(&mut node.operands);
            node.regions.iter_mut().for_each(|region| self.block(region));
            if node.regions.is_empty() && !node.has_effect() && node.results.len() == 1 {
                let key = (node.kind.name(), node.operands.clone());
                let ty = self.types.of(node.results[0]);
                let is_same = |c: &&Node| c.kind == node.kind && self.types.of(c.results[0]) == ty;
                let same = self.available.iter().find_map(|table| table.get(&key)?.iter().find(is_same));
                if let Some(same) = same {
                    self.renamed.insert(node.results[0], same.results[0]);
                    continue;
                }
                let innermost = self.available.last_mut().expect("the table pushed for this block");
                innermost.entry(key).or_default().push(node.clone());
            }
            nodes.push(node);
        }
        block.nodes = nodes;
        self.rename(&mut block.results);
        self.available.pop();
    }

    fn rename(&self, ids: &mut [ValueId]) {
        ids.iter_mut().for_each(|id| *id = self.renamed.get(id).copied().unwrap_or(*id));
    }
}
