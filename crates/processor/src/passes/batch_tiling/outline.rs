//! Outlining: turns placements into batch loops, and orders the nodes that stay outside of them.
//!
//! Each stage with live nodes becomes one [`NodeKind::BatchLoop`]. Its body defines values of its own, of
//! which dimension 0 is that of a tile. Nodes placed at their uses are copied into every body that uses their
//! rows.

use std::collections::{HashMap, HashSet};

use stablehlo::{Literal, OpKind, TensorType};

use crate::ir::{Block, ConstantFacts, Node, NodeKind, ValueId, ValueTypes};

use super::dependence::{Access, BatchDependence};
use super::options::Batch;
use super::placement::Placement;
use super::stages::tile_rows;

/// The nodes of a block with its stages as batch loops, in an order in which each value is defined before its
/// uses. Dead nodes are dropped.
pub(crate) fn outline(
    types: &mut ValueTypes,
    facts: &mut ConstantFacts,
    block: &Block,
    batch: Batch,
    placements: &[Placement],
) -> Vec<Node> {
    let nodes = &block.nodes[..];
    let last = placements.iter().map(|p| stage_after_definition(p).max(stage_of(p).unwrap_or(0))).max().unwrap_or(0);
    let mut standalone: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
    for (i, placement) in placements.iter().enumerate() {
        match stage_of(placement) {
            Some(stage) => members[stage].push(i),
            None => standalone[stage_after_definition(placement)].push(i),
        }
    }
    let definition = nodes.iter().enumerate().flat_map(|(i, n)| n.results.iter().map(move |r| (*r, i))).collect();
    let placed = PlacedNodes { nodes, placements, definition };
    // Backwards, so that the needed results of each stage are known.
    let mut needed: HashSet<ValueId> = block.results.iter().copied().collect();
    let mut ordered = Vec::new();
    for stage in (0..=last).rev() {
        let live = placed.live_nodes(&members[stage], &needed);
        if !live.is_empty() {
            let tile_rows = tile_rows(types, live.iter().map(|i| (&nodes[*i], &placements[*i])), batch);
            let body = LoopBody {
                types,
                facts,
                placed: &placed,
                batch_rows: batch.rows,
                tile_rows,
                tile_of: HashMap::new(),
                nodes: Vec::new(),
                inputs: Vec::new(),
            };
            let batch_loop = body.into_batch_loop(&live, &needed);
            needed.extend(batch_loop.uses());
            ordered.push(batch_loop);
        }
        for i in standalone[stage].iter().rev() {
            let node = &nodes[*i];
            if node.has_effect() || node.results.iter().any(|r| needed.contains(r)) {
                needed.extend(node.uses());
                ordered.push(node.clone());
            }
        }
    }
    ordered.reverse();
    ordered
}

/// The stage whose loop contains a node.
fn stage_of(placement: &Placement) -> Option<usize> {
    match placement {
        Placement::Tiled(stage, _) => Some(*stage),
        _ => None,
    }
}

/// The stage whose loop follows a node that runs outside of loops.
fn stage_after_definition(placement: &Placement) -> usize {
    match placement {
        Placement::Standalone(stage) | Placement::Tiled(stage, _) => *stage,
        Placement::AtUse(stage, t) => stage + usize::from(t.operands.contains(&Access::Tiled)),
    }
}

/// Nodes with their placements.
struct PlacedNodes<'p> {
    nodes: &'p [Node],
    placements: &'p [Placement],
    /// The index of the node that defines a value.
    definition: HashMap<ValueId, usize>,
}

impl PlacedNodes<'_> {
    /// The node that defines a value, if it is placed at its uses.
    fn at_use(&self, id: ValueId) -> Option<(&Node, &BatchDependence)> {
        let m = *self.definition.get(&id)?;
        match &self.placements[m] {
            Placement::AtUse(_, dependence) => Some((&self.nodes[m], dependence)),
            _ => None,
        }
    }

    /// The nodes of a loop that are needed, by each other or after the loop, in order.
    fn live_nodes(&self, members: &[usize], needed: &HashSet<ValueId>) -> Vec<usize> {
        let mut needed = needed.clone();
        let mut live = Vec::new();
        for i in members.iter().rev() {
            let node = &self.nodes[*i];
            if node.results.iter().any(|r| needed.contains(r)) {
                live.push(*i);
                let mut stack = node.operands.clone();
                while let Some(id) = stack.pop() {
                    needed.insert(id);
                    if let Some((node, _)) = self.at_use(id) {
                        stack.extend(&node.operands);
                    }
                }
            }
        }
        live.reverse();
        live
    }
}

/// The body of a batch loop under construction.
struct LoopBody<'b> {
    types: &'b mut ValueTypes,
    facts: &'b mut ConstantFacts,
    placed: &'b PlacedNodes<'b>,
    batch_rows: usize,
    tile_rows: usize,
    /// For each value of which the body has rows: the tile that holds them.
    tile_of: HashMap<ValueId, ValueId>,
    nodes: Vec<Node>,
    /// Values read row by row, and the body's parameters for their tiles.
    inputs: Vec<(ValueId, ValueId)>,
}

impl LoopBody<'_> {
    /// The loop over these nodes. Its results are the stored rows, then the reductions.
    fn into_batch_loop(mut self, members: &[usize], needed: &HashSet<ValueId>) -> Node {
        let (mut reductions, mut outputs) = (Vec::new(), Vec::new());
        for i in members {
            let Placement::Tiled(_, dependence) = &self.placed.placements[*i] else { continue };
            let node = &self.placed.nodes[*i];
            let result = node.results[0];
            let operands = self.tiled_operands(node, dependence);
            if dependence.is_reduction {
                reductions.push(result);
                self.nodes.push(Node { operands, ..node.clone() });
            } else {
                self.push_node(node, operands);
                if needed.contains(&result) {
                    outputs.push(result);
                }
            }
        }
        let results = outputs.iter().map(|id| self.tile_of[id]).collect();
        let (inputs, params) = self.inputs.into_iter().unzip();
        let body = Block { params, nodes: self.nodes, results };
        Node {
            kind: NodeKind::BatchLoop { blocks: self.batch_rows / self.tile_rows },
            operands: inputs,
            results: [outputs, reductions].concat(),
            regions: vec![body],
            location: None,
            role: None,
            passes: Vec::new(),
        }
    }

    /// The operands of a node, with tiles for those that are read row by row.
    fn tiled_operands(&mut self, node: &Node, dependence: &BatchDependence) -> Vec<ValueId> {
        let each = node.operands.iter().zip(&dependence.operands);
        each.map(|(id, u)| if *u == Access::Tiled { self.tile_of_value(*id) } else { *id }).collect()
    }

    /// The tile with the rows of a value.
    fn tile_of_value(&mut self, id: ValueId) -> ValueId {
        if let Some(tile) = self.tile_of.get(&id) {
            return *tile;
        }
        let placed = self.placed;
        if let Some((node, dependence)) = placed.at_use(id) {
            let operands = self.tiled_operands(node, dependence);
            return self.push_node(node, operands);
        }
        let tile = self.define_tile(id);
        match self.facts.splats.get(&id).cloned() {
            None => self.inputs.push((id, tile)),
            Some(element) => self.push_splat(element, tile),
        }
        tile
    }

    /// Defines a tile of a splat that is computed outside of the loop. It costs nothing: lowering reads the
    /// element where the splat is used.
    fn push_splat(&mut self, element: Literal, tile: ValueId) {
        let scalar = self.types.add(element.ty().clone());
        self.facts.splats.insert(scalar, element.clone());
        let node = |kind: OpKind, operands, result| Node {
            kind: kind.into(),
            operands,
            results: vec![result],
            regions: Vec::new(),
            location: None,
            role: None,
            passes: Vec::new(),
        };
        self.nodes.push(node(OpKind::Constant(element), Vec::new(), scalar));
        self.nodes.push(node(OpKind::BroadcastInDim { dims: Vec::new() }, vec![scalar], tile));
    }

    /// Adds a value of the body that holds one tile of `id`.
    fn define_tile(&mut self, id: ValueId) -> ValueId {
        let ty = self.types.of(id);
        let mut dims = ty.dims.clone();
        dims[0] = self.tile_rows;
        let tile = self.types.add(TensorType::new(ty.element, dims));
        if let Some(one) = self.facts.splats.get(&id).cloned() {
            self.facts.splats.insert(tile, one);
        }
        self.tile_of.insert(id, tile);
        tile
    }

    /// Adds a copy of a node that computes one tile of the node's result.
    fn push_node(&mut self, node: &Node, operands: Vec<ValueId>) -> ValueId {
        let tile = self.define_tile(node.results[0]);
        let mut kind = node.kind.clone();
        if let NodeKind::Op(OpKind::Slice { limit, .. }) = &mut kind {
            limit[0] = self.tile_rows;
        }
        if let NodeKind::Op(OpKind::Constant(literal)) = &kind {
            let ty = self.types.of(tile).clone();
            let one = literal.splat().unwrap_or_default();
            if let Ok(tile) = Literal::from_bytes(ty.clone(), one.repeat(ty.num_elements())) {
                kind = OpKind::Constant(tile).into();
            }
        }
        self.nodes.push(Node { kind, operands, results: vec![tile], ..node.clone() });
        tile
    }
}
