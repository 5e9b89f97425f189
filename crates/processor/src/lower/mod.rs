//! From graph to steps: views instead of copies, element-wise nodes gathered into fused loops, everything else a
//! kernel of its own.

mod batch_loop;
mod contraction;
mod control_flow;
mod epilogue_fusion;
mod fusion_graph;
mod library_calls;
mod loop_emitter;
mod loop_fusion;
mod views;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernels::Isa;
use stablehlo::{Literal, OpKind, TensorType};

use crate::analysis::replication::Replication;
use crate::analysis::weights::weights;
use crate::elementwise::{ReduceKind, ScalarFn, is_elementwise};
use crate::error::{Error, Result};
use crate::ir::{ConstantFacts, Graph, Node, NodeKind, ValueId, ValueTypes};
use crate::memory::{AlignedBytes, Allocation};
use crate::ops::contraction::FusedEpilogue;
use crate::options::CompileOptions;
use crate::plan::memory::MemoryPlan;
use crate::plan::program::Program;
use crate::plan::step::Step;
pub(crate) use contraction::STRATEGIES;
pub(crate) use views::View;

/// Replication values up to this many bytes are kept as constants where memory is needed; larger ones are filled in.
const LARGEST_FILLED_CONSTANT: usize = 4096;

/// Lowers a graph to a plan.
///
/// # Errors
/// An operation, element type or attribute that this processor does not run.
pub(crate) fn lower(graph: Graph, isa: Isa, options: &CompileOptions) -> Result<Program> {
    let uniform = Replication::of_graph(&graph);
    let Graph { name, replicas, types, main, replicated_params, facts, aliases } = graph;
    let weights: HashSet<ValueId> = weights(&main, &types, &replicated_params, replicas).collect();
    let mut lower = Lowering {
        types,
        known: facts,
        isa,
        options,
        replicas,
        uniform,
        weight_derived: weights.clone(),
        views: HashMap::new(),
        constants: Vec::new(),
        constant_of: HashMap::new(),
        materialized: HashMap::new(),
        slice_allocations: HashMap::new(),
        batch_reductions: HashSet::new(),
        epilogues: HashMap::new(),
        variant_values: None,
        persistent_scratch: Vec::new(),
        preheader: Vec::new(),
    };
    let (mut steps, results) = lower.emit_block(&main.nodes, &main.results)?;
    let mut outputs = Vec::new();
    for id in results {
        let output = lower.types.add(lower.types.of(id).clone());
        steps.push(Step::copy(id, output));
        outputs.push(output);
    }
    let Lowering { types, constants, constant_of, slice_allocations, .. } = lower;
    Ok(Program {
        name,
        replicas,
        types,
        steps,
        constants,
        constant_of,
        slice_allocations,
        params: main.params,
        outputs,
        weights,
        prepack_steps: Vec::new(),
        replicated_params,
        shared_values: Vec::new(),
        aliases,
        memory: MemoryPlan::default(),
    })
}

/// Notes where the operations of steps come from.
fn say_where_from(steps: &mut [Step], members: &[&Unit]) {
    let mut from: Vec<Arc<str>> = Vec::new();
    for location in members.iter().filter_map(|item| item.node.location.as_ref()) {
        if !from.contains(location) {
            from.push(location.clone());
        }
    }
    steps.iter_mut().for_each(|step| step.locations.clone_from(&from));
}

struct Lowering<'o> {
    types: ValueTypes,
    known: ConstantFacts,
    isa: Isa,
    options: &'o CompileOptions,
    replicas: usize,
    /// What is equal on all replicas.
    uniform: Replication,
    /// Weights, and what loops make of nothing else.
    weight_derived: HashSet<ValueId>,
    /// Values that are other values' memory; all others lie densely in their own.
    views: HashMap<ValueId, View>,
    constants: Vec<AlignedBytes>,
    constant_of: HashMap<ValueId, usize>,
    /// Dense copies of views made so far.
    materialized: HashMap<ValueId, ValueId>,
    slice_allocations: HashMap<ValueId, Allocation>,
    /// Values that are gathered over all blocks of rows.
    batch_reductions: HashSet<ValueId>,
    /// For results of products that are finished there: the bias, and how.
    epilogues: HashMap<ValueId, (ValueId, FusedEpilogue)>,
    /// Inside a region: the values that differ from block to block.
    variant_values: Option<HashSet<ValueId>>,
    /// Workspaces that a region's steps keep from block to block.
    persistent_scratch: Vec<ValueId>,
    /// Steps that a region's need done before it.
    preheader: Vec<Step>,
}

/// A node that makes something, in one of three ways.
#[derive(Debug)]
struct Unit {
    node: Node,
    emit: EmitKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum EmitKind {
    /// Element by element: may join a fused loop.
    Elementwise,
    /// A reduction that may end a fused loop.
    Reduce(ReduceKind),
    /// A region: for so many blocks of rows.
    BatchLoop(usize),
    /// By itself.
    LibraryCall,
}

impl Lowering<'_> {
    /// Lowers the nodes of a block. Returns the steps, and for each of `wanted` the value whose memory holds its elements in
    /// row-major order.
    fn emit_block(&mut self, nodes: &[Node], wanted: &[ValueId]) -> Result<(Vec<Step>, Vec<ValueId>)> {
        let copies = self.materialized.clone();
        let mut items = Vec::new();
        for node in nodes {
            self.classify(node, &mut items).map_err(|e| e.at(node.label()))?;
        }
        let mut results = Vec::new();
        for id in wanted {
            let dense = self.materialize(*id, &mut items)?;
            results.push(self.base(dense));
        }
        // Who needs each value in memory: loops that do not make it themselves, and everything that stands alone.
        let mut readers: HashMap<ValueId, Vec<usize>> = HashMap::new();
        let mut needed: HashSet<ValueId> = results.iter().copied().collect();
        for (i, item) in items.iter().enumerate() {
            let uses = item.node.uses().into_iter().map(|id| self.base(id));
            match item.emit {
                EmitKind::LibraryCall | EmitKind::BatchLoop(_) => needed.extend(uses),
                // The initial value is read where it lies, even by the loop that makes it.
                EmitKind::Reduce(_) => {
                    needed.insert(self.base(item.node.operands[1]));
                    readers.entry(self.base(item.node.operands[0])).or_default().push(i);
                }
                EmitKind::Elementwise => uses.for_each(|id| readers.entry(id).or_default().push(i)),
            }
        }
        let mut steps = Vec::new();
        let groups = loop_fusion::form(self, &items, &needed);
        let mut finishes = match self.options.is_enabled("epilogue_fusion") {
            true => epilogue_fusion::find(self, &items, &groups, (&needed, &readers)),
            false => epilogue_fusion::Finishes::default(),
        };
        for group in groups {
            let before = steps.len();
            if finishes.products.contains(&group[0]) {
                continue; // done with its finish
            }
            if let Some(finish) = finishes.loops.remove(&group[0]) {
                let item = &items[finish.product];
                self.epilogues.insert(finish.result, (finish.bias, finish.finished));
                let node = Node { results: vec![finish.result], ..item.node.clone() };
                self.alone(&node, &mut steps).map_err(|e| e.at(node.label()))?;
                let members = group.iter().map(|i| &items[*i]);
                say_where_from(&mut steps[before..], &[item].into_iter().chain(members).collect::<Vec<_>>());
                continue;
            }
            if let Unit { node, emit: EmitKind::LibraryCall } = &items[group[0]] {
                self.alone(node, &mut steps).map_err(|e| e.at(node.label()))?;
                say_where_from(&mut steps[before..], &[&items[group[0]]]);
                continue;
            }
            if let Unit { node, emit: EmitKind::BatchLoop(count) } = &items[group[0]] {
                let region = batch_loop::row_loop(self, node, *count)?;
                steps.append(&mut self.preheader);
                steps.push(region);
                continue;
            }
            let outside = |id: &ValueId| {
                needed.contains(id) || readers.get(id).is_some_and(|r| r.iter().any(|i| !group.contains(i)))
            };
            let members: Vec<&Unit> = group.iter().map(|i| &items[*i]).collect();
            let stored: HashSet<ValueId> = members.iter().map(|m| m.node.results[0]).filter(outside).collect();
            steps.push(loop_emitter::fuse(self, &members, &stored).map_err(|e| e.at(members[0].node.label()))?);
            steps[before..].iter().for_each(|step| self.note_weights(step));
            say_where_from(&mut steps[before..], &members);
        }
        self.materialized = copies;
        Ok((steps, results))
    }

    /// Notes what a loop makes of weights alone.
    fn note_weights(&mut self, step: &Step) {
        if step.reads.iter().all(|id| self.is_weight_derived(*id)) {
            self.weight_derived.extend(&step.writes);
        }
    }

    /// Whether what lies there is made of weights or constants alone.
    fn is_weight_derived(&self, base: ValueId) -> bool {
        self.weight_derived.contains(&base) || self.constant_of.contains_key(&base)
    }

    /// Sorts a node into views, constants and items.
    fn classify(&mut self, node: &Node, items: &mut Vec<Unit>) -> Result<()> {
        if let NodeKind::BatchLoop { blocks } = node.kind {
            let node = batch_loop::prepare(self, node, items)?;
            items.push(Unit { node, emit: EmitKind::BatchLoop(blocks) });
            return Ok(());
        }
        let result = match node.results[..] {
            [one] => Some(one),
            _ => None,
        };
        let ty = |id: ValueId, this: &Self| this.types.of(id).clone();
        if let Some(id) = result
            && self.known.splats.contains_key(&id)
        {
            return Ok(());
        }
        for id in &node.results {
            let element = self.types.of(*id).element;
            if !element.is_computable() {
                return Err(Error::unsupported(format!("the processor does not compute on {element}")));
            }
        }
        let alone = |node: &Node| Unit { node: node.clone(), emit: EmitKind::LibraryCall };
        let Some(kind) = node.op() else { return Ok(()) };
        match (kind, result) {
            (OpKind::Constant(literal), Some(id)) => {
                self.constant(id, literal);
            }
            (OpKind::Transpose { permutation }, Some(id)) => {
                let view = self.view(node.operands[0]).transpose(permutation);
                self.define_view(id, node.operands[0], view);
            }
            (OpKind::BroadcastInDim { dims }, Some(id)) => {
                let view = self.view(node.operands[0]).broadcast(dims, &ty(id, self).dims);
                self.define_view(id, node.operands[0], view);
            }
            (OpKind::Slice { start, stride, .. }, Some(id)) => {
                let view = self.view(node.operands[0]).slice(start, stride, &ty(id, self).dims);
                self.define_view(id, node.operands[0], view);
            }
            (OpKind::Reverse { dims }, Some(id)) => {
                let view = self.view(node.operands[0]).reverse(dims);
                self.define_view(id, node.operands[0], view);
            }
            (OpKind::Reshape, Some(id)) => {
                let shape = ty(id, self).dims;
                let view = match self.view(node.operands[0]).reshape(&shape) {
                    Some(view) => view,
                    None => {
                        let dense = self.materialize(node.operands[0], items)?;
                        View::dense(self.base(dense), &shape)
                    }
                };
                self.define_view(id, node.operands[0], view);
            }
            (OpKind::Reduce { dims }, Some(_)) => {
                let scalars = ScalarFn::new(&node.regions[0], &self.types, &self.known.constants, self.isa)?;
                let kind = scalars.as_binary().and_then(ReduceKind::of);
                let Some(kind) = kind else {
                    let node = self.with_dense_operands(node, items)?;
                    items.push(Unit { node, emit: EmitKind::LibraryCall });
                    return Ok(());
                };
                let mut node = node.clone();
                let input = self.types.of(node.operands[0]).clone();
                if crate::elementwise::ReduceShape::new(&input.dims, dims).is_none() {
                    // WeightCache dimensions first, then the reduced ones: now they stand together.
                    let kept = (0..input.rank()).filter(|d| !dims.contains(d));
                    let permutation: Vec<usize> = kept.chain(dims.iter().copied()).collect();
                    let view = self.view(node.operands[0]).transpose(&permutation);
                    let moved = self.types.add(TensorType::new(input.element, view.dims.clone()));
                    self.define_view(moved, node.operands[0], view);
                    node.operands[0] = moved;
                    let first = input.rank() - dims.len();
                    node.kind = OpKind::Reduce { dims: (first..input.rank()).collect() }.into();
                }
                items.push(Unit { node, emit: EmitKind::Reduce(kind) });
            }
            (kind, Some(id))
                if is_elementwise(kind, node.operands.first().map(|o| self.types.of(*o)), &ty(id, self)) =>
            {
                items.push(Unit { node: node.clone(), emit: EmitKind::Elementwise });
            }
            // These take their operands as they lie, or see to them themselves.
            (OpKind::DotGeneral(_) | OpKind::Convolution(_), _) => {
                let node = contraction::canonicalize_operands(self, node, items)?;
                items.push(alone(&node));
            }
            (OpKind::While | OpKind::If | OpKind::Case, _) => {
                let node = control_flow::prepare(self, node, items)?;
                items.push(alone(&node));
            }
            _ => {
                let node = self.with_dense_operands(node, items)?;
                items.push(Unit { node, emit: EmitKind::LibraryCall });
            }
        }
        Ok(())
    }

    fn with_dense_operands(&mut self, node: &Node, items: &mut Vec<Unit>) -> Result<Node> {
        let mut node = node.clone();
        for id in &mut node.operands {
            *id = self.materialize(*id, items)?;
        }
        Ok(node)
    }

    /// Defines a value as a view of another one. A view of a splat is a splat: it has no memory to refer to.
    fn define_view(&mut self, id: ValueId, source: ValueId, view: View) {
        match self.known.splats.get(&source).cloned() {
            Some(element) => drop(self.known.splats.insert(id, element)),
            None => drop(self.views.insert(id, view)),
        }
    }

    /// How a value lies in memory.
    fn view(&self, id: ValueId) -> View {
        self.views.get(&id).cloned().unwrap_or_else(|| View::dense(id, &self.types.of(id).dims))
    }

    /// The value whose memory a value lies in.
    fn base(&self, id: ValueId) -> ValueId {
        self.views.get(&id).map_or(id, |v| v.base)
    }

    /// The base, where the value is exactly its memory in row-major order (of whatever shape).
    fn as_contiguous(&self, id: ValueId) -> Option<ValueId> {
        let Some(view) = self.views.get(&id) else { return Some(id) };
        let same = self.types.of(view.base).num_elements() == self.types.of(id).num_elements();
        (view.offset == 0 && same && view.is_contiguous()).then_some(view.base)
    }

    fn constant(&mut self, id: ValueId, literal: &Literal) {
        if !self.constant_of.contains_key(&id) {
            self.constants.push(AlignedBytes::copied(literal.bytes()));
            self.constant_of.insert(id, self.constants.len() - 1);
        }
    }

    /// A value of the same type whose base holds just its elements, row-major: itself, or a copy made by a new item.
    fn materialize(&mut self, id: ValueId, items: &mut Vec<Unit>) -> Result<ValueId> {
        let ty = self.types.of(id).clone();
        if let Some(one) = self.known.splats.get(&id) {
            if ty.size_in_bytes() <= LARGEST_FILLED_CONSTANT {
                let literal = Literal::from_bytes(ty.clone(), one.bytes().repeat(ty.num_elements()))?;
                self.constant(id, &literal);
            }
            if self.constant_of.contains_key(&id) {
                return Ok(id);
            }
        } else if self.as_contiguous(id).is_some() {
            return Ok(id);
        }
        if let Some(copy) = self.materialized.get(&id) {
            return Ok(*copy);
        }
        let copy = self.copy_item(id, ty, items)?;
        self.materialized.insert(id, copy);
        Ok(copy)
    }

    /// Copies a value, however it lies, to memory of its own: by a new item, or before the region if it is the same for all of
    /// its blocks.
    fn copy_item(&mut self, id: ValueId, ty: TensorType, items: &mut Vec<Unit>) -> Result<ValueId> {
        let copy = self.types.add(ty);
        let base = self.base(id);
        self.uniform.copy_status(copy, base);
        let kind = OpKind::Convert.into();
        let node =
            Node { kind, operands: vec![id], results: vec![copy], regions: Vec::new(), location: None, role: None };
        let item = Unit { node, emit: EmitKind::Elementwise };
        match self.variant_values.take() {
            Some(changing) if !changing.contains(&base) => {
                let step = loop_emitter::fuse(self, &[&item], &HashSet::from([copy]))?;
                self.note_weights(&step);
                self.preheader.push(step);
                self.variant_values = Some(changing);
            }
            Some(mut changing) => {
                changing.insert(copy);
                self.variant_values = Some(changing);
                items.push(item);
            }
            None => items.push(item),
        }
        Ok(copy)
    }
}
