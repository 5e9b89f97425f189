//! Provenance: which passes created or rewrote a node.

use super::{Block, Graph};

/// The operation that defines each value of a graph, before a pass.
pub(crate) struct Definitions(Vec<&'static str>);

impl Definitions {
    /// The definitions of all values of the graph.
    pub(crate) fn of(graph: &Graph) -> Self {
        let mut names = vec![""; graph.types.len()];
        collect(&graph.main, &mut names);
        Self(names)
    }

    /// Adds the pass to every node that defines a new value, or an old value by another operation.
    pub(crate) fn mark_changed(&self, graph: &mut Graph, pass: &'static str) {
        self.mark(&mut graph.main, pass);
    }

    fn mark(&self, block: &mut Block, pass: &'static str) {
        for node in &mut block.nodes {
            let is_old = |id: &super::ValueId| self.0.get(id.index()) == Some(&node.kind.name());
            if !node.results.iter().all(is_old) && node.passes.last() != Some(&pass) {
                node.passes.push(pass);
            }
            node.regions.iter_mut().for_each(|region| self.mark(region, pass));
        }
    }
}

/// Notes the name of the operation that defines each value of a block.
fn collect(block: &Block, names: &mut [&'static str]) {
    for node in &block.nodes {
        node.results.iter().for_each(|id| names[id.index()] = node.kind.name());
        node.regions.iter().for_each(|region| collect(region, names));
    }
}
