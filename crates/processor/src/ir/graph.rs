//! The graph: the program from call inlining to lowering, in SSA form, with one numbering of values for all
//! blocks.
//!
//! # Invariants
//! [`verify`](super::verify::verify) checks these after each pass of a debug build:
//! * A value has one definition, which precedes its uses in the same block or in an enclosing one.
//! * There are no calls and no optimization barriers.
//! * Every operation is valid StableHLO, with its types and regions.
//! * Batch loops occur in `main` and in blocks of control flow, and contain neither collectives nor control
//!   flow.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use stablehlo::manual::ManualProgram;
use stablehlo::{ElementType, OpKind, TensorType};

use super::constants::ConstantFacts;
use super::role::ContractionRole;
use super::value_id::ValueId;

/// The types of all values. Adding a type creates a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueTypes(Vec<TensorType>);

impl ValueTypes {
    pub(crate) fn add(&mut self, ty: TensorType) -> ValueId {
        self.0.push(ty);
        ValueId::from_index(self.0.len() - 1)
    }

    pub(crate) fn of(&self, id: ValueId) -> &TensorType {
        &self.0[id.index()]
    }

    /// Changes the element type of a value.
    pub(crate) fn set_element(&mut self, id: ValueId, element: ElementType) {
        self.0[id.index()].element = element;
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// The module's name.
    pub(crate) name: String,
    /// Replicas that run the program together.
    pub(crate) replicas: usize,
    pub(crate) types: ValueTypes,
    /// The body of `main`. Its parameters and results are those of the program.
    pub(crate) main: Block,
    /// For each parameter the result that may reuse its memory.
    pub(crate) aliases: Vec<Option<usize>>,
    /// For each parameter, true if all replicas are given the same argument.
    pub(crate) replicated_params: Vec<bool>,
    /// Values known at compile time. Empty before the algebraic simplifier.
    pub(crate) facts: ConstantFacts,
    /// The programs of its manual computations, which custom calls name by their numbers.
    pub(crate) manual: Vec<Arc<ManualProgram>>,
}

/// A basic block: nodes in an order in which each uses only values that are defined before it, here or in an
/// enclosing block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) params: Vec<ValueId>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) results: Vec<ValueId>,
}

/// One operation, or one loop over the blocks of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) operands: Vec<ValueId>,
    pub(crate) results: Vec<ValueId>,
    pub(crate) regions: Vec<Block>,
    pub(crate) location: Option<Arc<str>>,
    /// For dots and convolutions, their role in training.
    pub(crate) role: Option<ContractionRole>,
    /// The passes that created or rewrote the node, in order ([`Definitions`](super::Definitions)).
    pub(crate) passes: Vec<&'static str>,
}

/// The kind of a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeKind {
    /// A StableHLO operation with its attributes.
    Op(OpKind),
    /// A loop over blocks of rows of a batch (`passes::batch_tiling`).
    ///
    /// The region runs once for each block. Its parameters are the block's rows of the operands, and its
    /// results the block's rows of the node's first results. The node's other results are reductions over the
    /// batch: nodes of the region define them, and contribute one block's partial result each time.
    BatchLoop {
        /// The number of blocks of rows.
        blocks: usize,
    },
}

impl From<OpKind> for NodeKind {
    fn from(kind: OpKind) -> Self {
        Self::Op(kind)
    }
}

impl NodeKind {
    /// The operation's name in StableHLO, or `batch_loop`.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Op(kind) => kind.name(),
            Self::BatchLoop { .. } => "batch_loop",
        }
    }
}

impl Node {
    /// The StableHLO operation; none for a batch loop.
    pub(crate) fn op(&self) -> Option<&OpKind> {
        match &self.kind {
            NodeKind::Op(kind) => Some(kind),
            NodeKind::BatchLoop { .. } => None,
        }
    }

    /// The operation's name and its source location, for messages.
    pub(crate) fn label(&self) -> String {
        match &self.location {
            Some(location) => format!("{} ({location})", self.kind.name()),
            None => self.kind.name().to_string(),
        }
    }

    /// The values that the node uses: its operands, and values of enclosing blocks that its regions capture.
    pub(crate) fn uses(&self) -> Vec<ValueId> {
        let mut uses = self.operands.clone();
        self.regions.iter().for_each(|r| r.free_values(&mut uses));
        uses
    }

    /// Returns true if the node is a `while` whose body returns its parameter `i` unchanged.
    pub(crate) fn is_loop_invariant(&self, i: usize) -> bool {
        self.op() == Some(&OpKind::While) && self.regions[1].results[i] == self.regions[1].params[i]
    }

    /// Returns true if the node, or one in its regions, communicates with other replicas.
    pub(crate) fn has_collective(&self) -> bool {
        self.op().is_some_and(OpKind::is_collective)
            || self.regions.iter().any(|r| r.nodes.iter().any(Node::has_collective))
    }

    /// Returns true if the node, or one in its regions, has an effect outside of the program: a callback of
    /// the host. Such nodes run in the program's order.
    pub(crate) fn has_side_effect(&self) -> bool {
        matches!(self.op(), Some(OpKind::CustomCall { has_side_effect: true, .. }))
            || self.regions.iter().any(|r| r.nodes.iter().any(Node::has_side_effect))
    }

    /// Returns true if the node has an effect beyond its results, so that it may be neither removed nor
    /// merged with another.
    pub(crate) fn has_effect(&self) -> bool {
        self.has_side_effect() || self.has_collective()
    }
}

impl ConstantFacts {
    /// Records that a splat which a loop carries unchanged is a splat inside and after the loop, too.
    pub(crate) fn propagate_into_loop(&mut self, node: &Node) {
        for i in (0..node.operands.len()).filter(|i| node.is_loop_invariant(*i)) {
            if let Some(splat) = self.splats.get(&node.operands[i]).cloned() {
                for id in [node.regions[0].params[i], node.regions[1].params[i], node.results[i]] {
                    self.splats.insert(id, splat.clone());
                }
            }
        }
    }
}

impl Block {
    /// Adds the values that the block uses, but does not define.
    pub(crate) fn free_values(&self, into: &mut Vec<ValueId>) {
        let mut used = Vec::new();
        let mut defined: HashSet<ValueId> = self.params.iter().copied().collect();
        for node in &self.nodes {
            used.extend(node.uses());
            defined.extend(&node.results);
        }
        used.extend(&self.results);
        into.extend(used.into_iter().filter(|v| !defined.contains(v)));
    }
}

/// The collective depth of each node: the least number of collectives that precede it. `base` maps a view to
/// its base value.
pub(crate) fn collective_depths<'n>(
    nodes: impl Iterator<Item = &'n Node>,
    base: impl Fn(ValueId) -> ValueId,
) -> Vec<usize> {
    let mut ready: HashMap<ValueId, usize> = HashMap::new();
    let depth = |node: &Node| {
        let depth = node.uses().iter().filter_map(|id| ready.get(&base(*id))).copied().max().unwrap_or(0);
        let after = depth + usize::from(node.has_collective());
        ready.extend(node.results.iter().map(|r| (*r, after)));
        depth
    };
    nodes.map(depth).collect()
}
