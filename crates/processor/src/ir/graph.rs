//! The program as the compiler works on it: one function with calls inlined, one number space for all values.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use stablehlo::{Literal, OpKind, TensorType};

/// A value of the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ValueId(u32);

impl ValueId {
    /// Not less than any other.
    pub(crate) const LAST: Self = Self(u32::MAX);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 values"))
    }
}

/// ValueTypes of all values; new values are made here.
#[derive(Debug, Default)]
pub(crate) struct ValueTypes(Vec<TensorType>);

impl ValueTypes {
    pub(crate) fn add(&mut self, ty: TensorType) -> ValueId {
        self.0.push(ty);
        ValueId::from_index(self.0.len() - 1)
    }

    pub(crate) fn of(&self, id: ValueId) -> &TensorType {
        &self.0[id.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The whole program.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) types: ValueTypes,
    /// The body of `main`; its parameters are the program's.
    pub(crate) main: Block,
    /// For each parameter the result whose memory it may give.
    pub(crate) aliases: Vec<Option<usize>>,
    /// For each parameter whether all replicas are given the same argument.
    pub(crate) replicated_params: Vec<bool>,
}

/// Nodes in an order in which each uses only values made before it, here or around.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) params: Vec<ValueId>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) results: Vec<ValueId>,
}

/// One operation.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: OpKind,
    pub(crate) operands: Vec<ValueId>,
    pub(crate) results: Vec<ValueId>,
    pub(crate) regions: Vec<Block>,
    pub(crate) location: Option<Arc<str>>,
}

impl Node {
    /// Where it stands, for messages: the operation's name and its location.
    pub(crate) fn label(&self) -> String {
        match &self.location {
            Some(location) => format!("{} ({location})", self.kind.name()),
            None => self.kind.name().to_string(),
        }
    }

    /// Everything it uses: operands, and what its regions use from around them.
    pub(crate) fn uses(&self) -> Vec<ValueId> {
        let mut uses = self.operands.clone();
        self.regions.iter().for_each(|r| r.free_values(&mut uses));
        uses
    }

    /// Whether it, or anything in its regions, meets other replicas.
    pub(crate) fn has_collective(&self) -> bool {
        matches!(self.kind, OpKind::AllReduce(_))
            || self.regions.iter().any(|r| r.nodes.iter().any(Node::has_collective))
    }

    /// Whether its effect goes beyond its results, so that it may neither be dropped nor shared.
    pub(crate) fn has_effect(&self) -> bool {
        matches!(&self.kind, OpKind::CustomCall { has_side_effect: true, .. }) || self.has_collective()
    }
}

impl Block {
    /// Adds the values used inside but defined outside.
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

/// For each node how many collectives it comes after at least; `base` tells which value a value is made from.
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

/// Constants by value: what a value is known to be at compile time.
pub(crate) type Constants = HashMap<ValueId, Literal>;
