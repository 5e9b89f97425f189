//! From places to pieces: bodies of regions with their own values, and what is left around them.

use std::collections::{HashMap, HashSet};

use stablehlo::{OpKind, TensorType};

use crate::ir::{Block, ConstantFacts, Node, NodeKind, ValueId, ValueTypes};

use super::Batch;
use super::dependence::{Access, BatchDependence};
use super::stages::{Placement, block_rows};

/// The nodes of a block with its stages as batch loops, in an order to run them; dead nodes are dropped.
pub(crate) fn outline(
    types: &mut ValueTypes,
    known: &mut ConstantFacts,
    block: &Block,
    batch: Batch,
    places: &[Placement],
) -> Vec<Node> {
    let nodes = &block.nodes[..];
    let last = places.iter().map(|p| emitted(p).max(region(p).unwrap_or(0))).max().unwrap_or(0);
    let mut ordered: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
    for (i, place) in places.iter().enumerate() {
        match region(place) {
            Some(level) => members[level].push(i),
            None => ordered[emitted(place)].push(i),
        }
    }
    let maker = nodes.iter().enumerate().flat_map(|(i, n)| n.results.iter().map(move |r| (*r, i))).collect();
    let program = Placements { nodes, places, maker };
    // From the end on, so that it is known what is needed of each.
    let mut needed: HashSet<ValueId> = block.results.iter().copied().collect();
    let mut pieces = Vec::new();
    for level in (0..=last).rev() {
        let alive = program.alive(&members[level], &needed);
        if !alive.is_empty() {
            let block = block_rows(types, alive.iter().map(|i| (&nodes[*i], &places[*i])), batch);
            let (map, out, inputs) = (HashMap::new(), Vec::new(), Vec::new());
            let body = Body { types, known, program: &program, rows: batch.rows, block, map, out, inputs };
            let region = body.region(&alive, &needed);
            needed.extend(region.uses());
            pieces.push(region);
        }
        for i in ordered[level].iter().rev() {
            let node = &nodes[*i];
            if node.has_effect() || node.results.iter().any(|r| needed.contains(r)) {
                needed.extend(node.uses());
                pieces.push(node.clone());
            }
        }
    }
    pieces.reverse();
    pieces
}

/// The level of the region that a node belongs to.
fn region(place: &Placement) -> Option<usize> {
    match place {
        Placement::Region(level, _) => Some(*level),
        _ => None,
    }
}

/// The level before whose region a node runs by itself.
fn emitted(place: &Placement) -> usize {
    match place {
        Placement::Alone(level) | Placement::Region(level, _) => *level,
        Placement::Free(level, t) => level + usize::from(t.operands.contains(&Access::Tiled)),
    }
}

/// Nodes with their places.
struct Placements<'p> {
    nodes: &'p [Node],
    places: &'p [Placement],
    /// The node that makes a value.
    maker: HashMap<ValueId, usize>,
}

impl Placements<'_> {
    /// What is made wherever it is wanted: the node, and how it treats rows.
    fn free(&self, id: ValueId) -> Option<(&Node, &BatchDependence)> {
        let m = *self.maker.get(&id)?;
        match &self.places[m] {
            Placement::Free(_, treatment) => Some((&self.nodes[m], treatment)),
            _ => None,
        }
    }

    /// Those of a region's nodes that are needed, by each other or from outside, in order.
    fn alive(&self, members: &[usize], needed: &HashSet<ValueId>) -> Vec<usize> {
        let mut needed = needed.clone();
        let mut alive = Vec::new();
        for i in members.iter().rev() {
            let node = &self.nodes[*i];
            if node.results.iter().any(|r| needed.contains(r)) {
                alive.push(*i);
                let mut stack = node.operands.clone();
                while let Some(id) = stack.pop() {
                    needed.insert(id);
                    if let Some((node, _)) = self.free(id) {
                        stack.extend(&node.operands);
                    }
                }
            }
        }
        alive.reverse();
        alive
    }
}

/// A region's body while it is made.
struct Body<'b> {
    types: &'b mut ValueTypes,
    known: &'b mut ConstantFacts,
    program: &'b Placements<'b>,
    rows: usize,
    block: usize,
    /// The body's own value for each value whose rows it has.
    map: HashMap<ValueId, ValueId>,
    out: Vec<Node>,
    /// Values read row by row, and the parameters that stand for their rows.
    inputs: Vec<(ValueId, ValueId)>,
}

impl Body<'_> {
    fn region(mut self, members: &[usize], needed: &HashSet<ValueId>) -> Node {
        let (mut gathered, mut outputs) = (Vec::new(), Vec::new());
        for i in members {
            let Placement::Region(_, treatment) = &self.program.places[*i] else { continue };
            let node = &self.program.nodes[*i];
            let result = node.results[0];
            let operands = self.operands(node, treatment);
            if treatment.is_reduction {
                gathered.push(result);
                self.out.push(Node { operands, ..node.clone() });
            } else {
                self.add(node, operands);
                if needed.contains(&result) {
                    outputs.push(result);
                }
            }
        }
        let results = outputs.iter().map(|id| self.map[id]).collect();
        let (inputs, params) = self.inputs.into_iter().unzip();
        let body = Block { params, nodes: self.out, results };
        Node {
            kind: NodeKind::BatchLoop { blocks: self.rows / self.block },
            operands: inputs,
            results: [outputs, gathered].concat(),
            regions: vec![body],
            location: None,
            role: None,
        }
    }

    fn operands(&mut self, node: &Node, treatment: &BatchDependence) -> Vec<ValueId> {
        let each = node.operands.iter().zip(&treatment.operands);
        each.map(|(id, u)| if *u == Access::Tiled { self.rows_of(*id) } else { *id }).collect()
    }

    /// The body's own value for the rows of a value.
    fn rows_of(&mut self, id: ValueId) -> ValueId {
        if let Some(own) = self.map.get(&id) {
            return *own;
        }
        let program = self.program;
        if let Some((node, treatment)) = program.free(id) {
            let operands = self.operands(node, treatment);
            return self.add(node, operands);
        }
        let own = self.own(id);
        if !self.known.splats.contains_key(&id) {
            self.inputs.push((id, own));
        }
        own
    }

    /// A value of the body's own in a value's place.
    fn own(&mut self, id: ValueId) -> ValueId {
        let ty = self.types.of(id);
        let mut dims = ty.dims.clone();
        dims[0] = self.block;
        let own = self.types.add(TensorType::new(ty.element, dims));
        if let Some(one) = self.known.splats.get(&id).cloned() {
            self.known.splats.insert(own, one);
        }
        self.map.insert(id, own);
        own
    }

    fn add(&mut self, node: &Node, operands: Vec<ValueId>) -> ValueId {
        let own = self.own(node.results[0]);
        let mut kind = node.kind.clone();
        if let NodeKind::Op(OpKind::Slice { limit, .. }) = &mut kind {
            limit[0] = self.block;
        }
        if let NodeKind::Op(OpKind::Constant(literal)) = &kind {
            let ty = self.types.of(own).clone();
            let one = literal.splat().unwrap_or_default();
            if let Ok(cut) = stablehlo::Literal::from_bytes(ty.clone(), one.repeat(ty.num_elements())) {
                kind = OpKind::Constant(cut).into();
            }
        }
        self.out.push(Node { kind, operands, results: vec![own], ..node.clone() });
        own
    }
}
