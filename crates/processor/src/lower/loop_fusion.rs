//! Loop fusion: groups element-wise operations and reductions into loops that go over their elements once.
//!
//! Two units of the same number of elements are fused if one reads the other's result element by element
//! (producer-consumer fusion), or if both read the same large operand (sibling fusion). A value inside a
//! group stays in registers unless another step needs it.
//!
//! ```mlir
//! %0 = stablehlo.multiply %x, %y        // one loop:
//! %1 = stablehlo.add %0, %z             //   loads x, y, z; stores %1
//! ```
//!
//! Invariants: groups never fuse across a path through a unit outside of both, which would be a cycle
//! ([`FusionGraph`]); nor across a collective, because values would have to live through it; nor large
//! replicated work with work that differs between replicas, because the former then could not be
//! deduplicated.

use std::collections::{HashMap, HashSet};

use stablehlo::OpKind;

use super::fusion_graph::FusionGraph;
use super::lowering::{EmitKind, Lowering, Unit};
use crate::ir::{ValueId, collective_depths};
use crate::plan::partitioning::MIN_DEDUPLICATED_BYTES;

/// Operations of a loop at most: a larger one would need too many registers and compile slowly.
const MAX_GROUP_NODES: usize = 64;
/// Operations of a loop without reductions at most. Its intermediate results would take more time to
/// write and read again than its registers to leave the first-level cache.
const MAX_ELEMENTWISE_GROUP_NODES: usize = 256;
/// Elements of an operand from which on sibling loops that read it are fused: a smaller operand stays in the
/// cache anyway.
const MIN_SHARED_OPERAND_ELEMENTS: usize = 16 * 1024;

/// The groups of a block's units, with the facts that decide about fusing them.
struct FusionState {
    /// For each operand of each unit: the unit that defines it, and true if it is read element by element.
    inputs: Vec<Vec<(usize, bool)>>,
    /// Elements of a loop over each unit; none for library calls and batch loops.
    loop_elements: Vec<Option<usize>>,
    /// Collectives that precede each unit at least.
    collective_depth: Vec<usize>,
    /// For each unit, true if its result is equal on all replicas.
    is_replicated: Vec<bool>,
    /// For each unit, true if it is worth deduplicating: replicated, with a large result that must be in
    /// memory.
    is_worth_deduplicating: Vec<bool>,
    graph: FusionGraph,
    max_group_nodes: usize,
}

/// Groups the units of a block, and returns the groups in an order in which each follows the groups it reads.
/// A unit that is not a part of a loop has a group of its own. `needed` are the values that must be in
/// memory.
pub(crate) fn fuse_loops(lowering: &Lowering<'_>, units: &[Unit], needed: &HashSet<ValueId>) -> Vec<Vec<usize>> {
    let mut state = fusion_state(lowering, units, needed);
    if !lowering.options.is_enabled("loop_fusion") {
        return state.graph.order();
    }
    state.sink_comparisons(lowering, units, needed);
    for x in 0..units.len() {
        if state.loop_elements[x].is_none() {
            continue;
        }
        for (producer, is_linear) in state.inputs[x].clone() {
            if is_linear && state.fusible_edge(units, producer, x) {
                state.try_fuse(units, state.graph.group_of(producer), state.graph.group_of(x));
            }
        }
    }
    state.fuse_siblings(lowering, units);
    state.fuse_large_groups(units);
    state.graph.order()
}

fn fusion_state(lowering: &Lowering<'_>, units: &[Unit], needed: &HashSet<ValueId>) -> FusionState {
    let mut definition: HashMap<ValueId, usize> = HashMap::new();
    for (i, unit) in units.iter().enumerate() {
        definition.extend(unit.node.results.iter().map(|result| (*result, i)));
    }
    let inputs_of = |unit: &Unit| {
        let mut inputs = Vec::new();
        for (at, id) in unit.node.uses().iter().enumerate() {
            let Some(producer) = definition.get(&lowering.base(*id)) else { continue };
            let is_loop_input = match unit.emit {
                EmitKind::Elementwise => true,
                EmitKind::Reduce(_) => at == 0,
                EmitKind::LibraryCall | EmitKind::BatchLoop(_) => false,
            };
            inputs.push((*producer, is_loop_input && lowering.as_contiguous(*id).is_some()));
        }
        inputs
    };
    let inputs: Vec<Vec<(usize, bool)>> = units.iter().map(inputs_of).collect();
    let loop_elements = |unit: &Unit| match unit.emit {
        EmitKind::Elementwise => Some(lowering.types.of(unit.node.results[0]).num_elements()),
        EmitKind::Reduce(_) => Some(lowering.types.of(unit.node.operands[0]).num_elements()),
        EmitKind::LibraryCall | EmitKind::BatchLoop(_) => None,
    };
    let is_replicated: Vec<bool> =
        units.iter().map(|unit| lowering.replication.are_replicated(&unit.node.results)).collect();
    // The body of a batch loop runs on every replica.
    let deduplicates = lowering.replicas > 1 && !lowering.is_in_batch_loop();
    let is_large_in_memory =
        |id: &ValueId| needed.contains(id) && lowering.types.of(*id).size_in_bytes() >= MIN_DEDUPLICATED_BYTES;
    let is_worth_deduplicating = |(unit, is_replicated): (&Unit, &bool)| {
        *is_replicated && deduplicates && unit.node.results.iter().any(is_large_in_memory)
    };
    let mut producers: Vec<Vec<usize>> =
        inputs.iter().map(|inputs| inputs.iter().map(|(producer, _)| *producer).collect()).collect();
    let effects = (0..units.len()).filter(|unit| units[*unit].node.has_side_effect());
    effects.clone().zip(effects.skip(1)).for_each(|(first, next)| producers[next].push(first));
    FusionState {
        graph: FusionGraph::new(producers),
        max_group_nodes: MAX_GROUP_NODES,
        loop_elements: units.iter().map(loop_elements).collect(),
        collective_depth: collective_depths(units.iter().map(|unit| &unit.node), |id| lowering.base(id)),
        is_worth_deduplicating: units.iter().zip(&is_replicated).map(is_worth_deduplicating).collect(),
        is_replicated,
        inputs,
    }
}

impl FusionState {
    /// Fuses each comparison of stored values with its only reader, rather than with the loop that computes
    /// its operand: the mask then stays in a register (the ReLU mask of the backward pass).
    fn sink_comparisons(&mut self, lowering: &Lowering<'_>, units: &[Unit], needed: &HashSet<ValueId>) {
        let mut readers: HashMap<usize, Vec<usize>> = HashMap::new();
        for (x, inputs) in self.inputs.iter().enumerate() {
            inputs.iter().for_each(|(producer, _)| readers.entry(*producer).or_default().push(x));
        }
        for (compare, unit) in units.iter().enumerate().filter(|(_, unit)| unit.emit == EmitKind::Elementwise) {
            let is_stored =
                |id: &ValueId| lowering.facts.splats.contains_key(id) || needed.contains(&lowering.base(*id));
            let is_mask =
                matches!(unit.node.op(), Some(OpKind::Compare { .. })) && unit.node.operands.iter().all(is_stored);
            if let (true, Some(&[reader])) = (is_mask, readers.get(&compare).map(Vec::as_slice))
                && !needed.contains(&unit.node.results[0])
                && self.inputs[reader].contains(&(compare, true))
                && self.fusible_edge(units, compare, reader)
            {
                self.try_fuse(units, self.graph.group_of(compare), self.graph.group_of(reader));
            }
        }
    }

    /// Fuses producers and consumers to groups beyond [`MAX_GROUP_NODES`], where neither has a reduction.
    fn fuse_large_groups(&mut self, units: &[Unit]) {
        self.max_group_nodes = MAX_ELEMENTWISE_GROUP_NODES;
        for x in 0..units.len() {
            for (producer, is_linear) in self.inputs[x].clone() {
                let (g, h) = (self.graph.group_of(producer), self.graph.group_of(x));
                let mut members = [g, h].into_iter().flat_map(|group| self.graph.members(group));
                if g != h
                    && is_linear
                    && members.all(|m| units[*m].emit == EmitKind::Elementwise)
                    && self.fusible_edge(units, producer, x)
                {
                    self.try_fuse(units, g, h);
                }
            }
        }
    }

    /// Fuses loops that read the same large operand.
    fn fuse_siblings(&mut self, lowering: &Lowering<'_>, units: &[Unit]) {
        let mut readers: HashMap<ValueId, Vec<usize>> = HashMap::new();
        for (x, unit) in units.iter().enumerate() {
            let Some(elements) = self.loop_elements[x].filter(|n| *n >= MIN_SHARED_OPERAND_ELEMENTS) else { continue };
            let is_elementwise = unit.emit == EmitKind::Elementwise;
            let inputs = if is_elementwise { &unit.node.operands[..] } else { &unit.node.operands[..1] };
            for id in inputs {
                if let Some(base) = lowering.as_contiguous(*id)
                    && lowering.types.of(*id).num_elements() == elements
                    && !lowering.facts.splats.contains_key(id)
                {
                    readers.entry(base).or_default().push(x);
                }
            }
        }
        let mut siblings: Vec<Vec<usize>> = readers.into_values().collect();
        siblings.sort();
        for mut siblings in siblings {
            siblings.retain(|x| !self.is_full(*x));
            for (i, a) in siblings.iter().enumerate() {
                for b in &siblings[i + 1..] {
                    if self.is_full(*a) {
                        break;
                    }
                    if self.loop_elements[*a] == self.loop_elements[*b]
                        && self.collective_depth[*a] == self.collective_depth[*b]
                    {
                        self.try_fuse(units, self.graph.group_of(*a), self.graph.group_of(*b));
                    }
                }
            }
        }
    }

    /// Returns true if a unit may read the result of another inside a loop.
    fn fusible_edge(&self, units: &[Unit], producer: usize, reader: usize) -> bool {
        units[producer].emit == EmitKind::Elementwise
            && self.loop_elements[producer] == self.loop_elements[reader]
            && self.collective_depth[producer] == self.collective_depth[reader]
    }

    /// Returns true if the group of a unit has no room for another one.
    fn is_full(&self, unit: usize) -> bool {
        self.graph.members(self.graph.group_of(unit)).len() >= MAX_GROUP_NODES
    }

    /// Returns true if one group is worth deduplicating, and the other is not replicated.
    fn differ_in_replication(&self, g: usize, h: usize) -> bool {
        let is_worth = |g: usize| self.graph.members(g).iter().any(|m| self.is_worth_deduplicating[*m]);
        let differs = |g: usize| self.graph.members(g).iter().any(|m| !self.is_replicated[*m]);
        (is_worth(g) && differs(h)) || (is_worth(h) && differs(g))
    }

    /// Fuses two groups unless that would make a cycle, or a loop that the edges inside do not allow. Returns
    /// true if the two are one group afterwards.
    fn try_fuse(&mut self, units: &[Unit], g: usize, h: usize) -> bool {
        let size = self.graph.members(g).len() + self.graph.members(h).len();
        if g == h || size > self.max_group_nodes || self.differ_in_replication(g, h) {
            return g == h;
        }
        let is_inside = |unit: usize| [g, h].contains(&self.graph.group_of(unit));
        let is_loop = |x: usize| {
            let mut inside = self.inputs[x].iter().filter(|(producer, _)| is_inside(*producer));
            inside.all(|(producer, is_linear)| *is_linear && self.fusible_edge(units, *producer, x))
        };
        if ![g, h].into_iter().flat_map(|group| self.graph.members(group)).all(|x| is_loop(*x)) {
            return false;
        }
        self.graph.try_fuse(g, h)
    }
}
