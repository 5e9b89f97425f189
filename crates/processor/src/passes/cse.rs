//! Common subexpression elimination: of operations with equal kind, attributes, operands and types, the first
//! is computed, and the others are replaced by it.
//!
//! Regions are equal if they are the same up to the names of their values; only short ones are compared.
//! Operations with several results or an effect are left alone. Invariant: definitions keep
//! dominating uses, because a value of an enclosing block replaces one of an inner block and never the
//! reverse.

use std::collections::HashMap;

use crate::ir::{Block, Graph, Node, ValueId, ValueTypes};

/// Eliminates common subexpressions in all blocks.
pub(crate) fn eliminate_common_subexpressions(graph: &mut Graph) {
    let mut pass = Pass { types: &graph.types, renamed: HashMap::new(), available: Vec::new() };
    pass.block(&mut graph.main);
}

/// Operations of a region that is compared with others, at most: those of a reducer, but not of a loop.
const MAX_REGION_NODES: usize = 8;

/// Returns true if a region is worth a comparison: it is short, and none of its operations has regions.
fn is_short(region: &Block) -> bool {
    region.nodes.len() <= MAX_REGION_NODES && region.nodes.iter().all(|node| node.regions.is_empty())
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
            if node.regions.iter().all(is_short) && !node.has_effect() && node.results.len() == 1 {
                let key = (node.kind.name(), node.operands.clone());
                let ty = self.types.of(node.results[0]);
                let is_same = |c: &&Node| {
                    c.kind == node.kind
                        && self.types.of(c.results[0]) == ty
                        && self.are_equal(&c.regions, &node.regions)
                };
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

    /// Returns true if lists of regions are equal, up to the names of the values that they define.
    fn are_equal(&self, a: &[Block], b: &[Block]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_equal(a, b))
    }

    fn is_equal(&self, a: &Block, b: &Block) -> bool {
        if a.nodes.len() != b.nodes.len() || a.params.len() != b.params.len() {
            return false;
        }
        // The value of `b` for each value that `a` defines. Others are defined outside of both.
        let mut counterpart: HashMap<ValueId, ValueId> =
            a.params.iter().copied().zip(b.params.iter().copied()).collect();
        let have_equal_types = |a: &[ValueId], b: &[ValueId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.types.of(*a) == self.types.of(*b))
        };
        let are_counterparts = |counterpart: &HashMap<ValueId, ValueId>, a: &[ValueId], b: &[ValueId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| counterpart.get(a).unwrap_or(a) == b)
        };
        if !have_equal_types(&a.params, &b.params) {
            return false;
        }
        for (x, y) in a.nodes.iter().zip(&b.nodes) {
            let is_same = x.kind == y.kind
                && are_counterparts(&counterpart, &x.operands, &y.operands)
                && have_equal_types(&x.results, &y.results);
            if !is_same {
                return false;
            }
            counterpart.extend(x.results.iter().copied().zip(y.results.iter().copied()));
        }
        are_counterparts(&counterpart, &a.results, &b.results)
    }

    fn rename(&self, ids: &mut [ValueId]) {
        ids.iter_mut().for_each(|id| *id = self.renamed.get(id).copied().unwrap_or(*id));
    }
}
