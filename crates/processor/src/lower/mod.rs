//! Lowering: from a graph of operations to a plan of steps.
//!
//! 1. `classify`: transposes, reshapes, broadcasts, slices and reversals become views of memory; each other
//!    node becomes a unit.
//! 2. `loop_fusion`: element-wise units and reductions are grouped into fused loops.
//! 3. `epilogue_fusion`: a bias and a lower bound after a contraction become the contraction's epilogue.
//! 4. Emitters: `loop_emitter` for fused loops, `contraction` for dots and convolutions, `control_flow`,
//!    `batch_loop`, and `library_calls` for all other operations.
//!
//! Precondition: the graph passes have run, with the facts of the algebraic simplifier and the placement of
//! batch loops. Invariants of the result: steps are in an order in which every value is written before it is
//! read; operands of a kernel are dense, or strided as the kernel was told; nothing has an address yet
//! (`step_passes::memory_plan`).

mod batch_loop;
mod classify;
mod contraction;
mod control_flow;
mod epilogue_fusion;
mod fusion_graph;
mod library_calls;
mod loop_emitter;
mod loop_fusion;
mod lowering;
mod materialize;
mod register_loop;
mod top_k;
mod trip_count;
mod views;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernels::Isa;

use crate::analysis::replication::Replication;
use crate::analysis::weights::weights;
use crate::error::Result;
use crate::ir::{Graph, Node, ValueId};
use crate::options::CompileOptions;
use crate::plan::memory::MemoryPlan;
use crate::plan::program::Program;
use crate::plan::step::Step;
pub(crate) use contraction::STRATEGIES;
use epilogue_fusion::{EpilogueMatch, EpilogueMatches};
use lowering::{EmitKind, Lowering, Unit, Uses};

/// Lowers a graph to a plan.
///
/// # Errors
/// An operation, element type or attribute that this processor does not run.
pub(crate) fn lower(graph: Graph, isa: Isa, options: &CompileOptions) -> Result<Program> {
    let replication = Replication::of_graph(&graph);
    let Graph { name, replicas, types, main, replicated_params, facts, aliases, manual } = graph;
    let weights: HashSet<ValueId> = weights(&main, &types, &replicated_params, replicas).collect();
    let mut lowering = Lowering {
        types,
        facts,
        isa,
        options,
        replicas,
        replication,
        weight_derived: weights.clone(),
        views: HashMap::new(),
        constants: Vec::new(),
        constant_of: HashMap::new(),
        materialized: HashMap::new(),
        slice_allocations: HashMap::new(),
        batch_reductions: HashSet::new(),
        epilogues: HashMap::new(),
        batch_loop: None,
        sort_limits: HashMap::new(),
        manual,
    };
    let (mut steps, results) = lowering.emit_block(&main.nodes, &main.results)?;
    let mut outputs = Vec::new();
    for id in results {
        let output = lowering.types.add(lowering.types.of(id).clone());
        steps.push(Step::copy(id, output));
        outputs.push(output);
    }
    let Lowering { types, constants, constant_of, slice_allocations, manual, .. } = lowering;
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
        manual,
        memory: MemoryPlan::default(),
    })
}

impl Lowering<'_> {
    /// Lowers the nodes of a block. Returns the steps, and for each of `results` the value whose memory
    /// contains its elements in row-major order.
    ///
    /// # Errors
    /// An operation that this processor does not run, with its name and location.
    fn emit_block(&mut self, nodes: &[Node], results: &[ValueId]) -> Result<(Vec<Step>, Vec<ValueId>)> {
        let materialized = self.materialized.clone();
        let mut units = Vec::new();
        let limits = if self.options.is_enabled("top_k") { top_k::limits(nodes, results) } else { HashMap::new() };
        let outer_limits = std::mem::replace(&mut self.sort_limits, limits);
        for node in nodes {
            self.classify(node, &mut units).map_err(|e| e.at(node.label()))?;
        }
        self.sort_limits = outer_limits;
        let mut stored_results = Vec::new();
        for id in results {
            let contiguous = self.materialize(*id, &mut units)?;
            stored_results.push(self.base(contiguous));
        }
        let uses = self.uses(&units, &stored_results);
        let groups = loop_fusion::fuse_loops(self, &units, &uses.in_memory);
        let mut epilogues = match self.options.is_enabled("epilogue_fusion") {
            true => epilogue_fusion::match_epilogues(self, &units, &groups, &uses),
            false => EpilogueMatches::default(),
        };
        let mut steps = Vec::new();
        for group in groups {
            // A contraction with an epilogue is emitted in place of the epilogue's loop.
            if !epilogues.contractions.contains(&group[0]) {
                let epilogue = epilogues.loops.remove(&group[0]);
                self.emit_group(&units, &group, epilogue, &uses, &mut steps)?;
            }
        }
        self.materialized = materialized;
        Ok((steps, stored_results))
    }

    /// Emits the steps of one group of units.
    fn emit_group(
        &mut self,
        units: &[Unit],
        group: &[usize],
        epilogue: Option<EpilogueMatch>,
        uses: &Uses,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let first = steps.len();
        let mut members: Vec<&Unit> = group.iter().map(|i| &units[*i]).collect();
        let Unit { node, emit } = members[0];
        let mut decision = None;
        if let Some(EpilogueMatch { contraction, result, bias, epilogue }) = epilogue {
            let unit = &units[contraction];
            self.epilogues.insert(result, (bias, epilogue));
            let node = Node { results: vec![result], ..unit.node.clone() };
            self.emit_library_call(&node, steps).map_err(|e| e.at(node.label()))?;
            members.insert(0, unit);
            decision = Some("epilogue_fusion");
        } else if let EmitKind::BatchLoop(blocks) = emit {
            // The steps of a batch loop have locations already.
            return batch_loop::emit_batch_loop(self, node, *blocks, steps);
        } else if *emit == EmitKind::LibraryCall {
            self.emit_library_call(node, steps).map_err(|e| e.at(node.label()))?;
        } else {
            let is_stored = |id: &ValueId| {
                let is_read_outside = |readers: &Vec<usize>| readers.iter().any(|i| !group.contains(i));
                uses.in_memory.contains(id) || uses.readers.get(id).is_some_and(is_read_outside)
            };
            let stored = members.iter().map(|unit| unit.node.results[0]).filter(is_stored).collect();
            let step = loop_emitter::emit_loop(self, &members, &stored).map_err(|e| e.at(node.label()))?;
            self.track_weights(&step);
            steps.push(step);
            decision = (members.len() > 1).then_some("loop_fusion");
        }
        set_provenance(&mut steps[first..], &members, decision);
        Ok(())
    }

    /// The uses of all values by the units of a block.
    fn uses(&self, units: &[Unit], results: &[ValueId]) -> Uses {
        let mut readers: HashMap<ValueId, Vec<usize>> = HashMap::new();
        let mut in_memory: HashSet<ValueId> = results.iter().copied().collect();
        for (i, unit) in units.iter().enumerate() {
            let uses = unit.node.uses().into_iter().map(|id| self.base(id));
            match unit.emit {
                EmitKind::LibraryCall | EmitKind::BatchLoop(_) => in_memory.extend(uses),
                // The initial value is read from memory even by the loop that computes it.
                EmitKind::Reduce(_) => {
                    in_memory.insert(self.base(unit.node.operands[1]));
                    readers.entry(self.base(unit.node.operands[0])).or_default().push(i);
                }
                EmitKind::Elementwise => uses.for_each(|id| readers.entry(id).or_default().push(i)),
            }
        }
        Uses { in_memory, readers }
    }

    /// Records the results of a fused loop that reads only weights and values derived from them.
    fn track_weights(&mut self, step: &Step) {
        if step.reads.iter().all(|id| self.is_weight_derived(*id)) {
            self.weight_derived.extend(&step.writes);
        }
    }

    /// Returns true if a base value is a weight, a constant, or derived from such values alone.
    fn is_weight_derived(&self, base: ValueId) -> bool {
        self.weight_derived.contains(&base) || self.constant_of.contains_key(&base)
    }

    /// Returns true while the body of a batch loop is being emitted.
    fn is_in_batch_loop(&self) -> bool {
        self.batch_loop.is_some()
    }
}

/// Sets the locations of steps to those of the operations that they run, and the passes to those that made
/// these operations, both without repetitions; then `lower`, and the decision that chose the steps.
fn set_provenance(steps: &mut [Step], units: &[&Unit], decision: Option<&'static str>) {
    let mut locations: Vec<Arc<str>> = Vec::new();
    for location in units.iter().filter_map(|unit| unit.node.location.as_ref()) {
        if !locations.contains(location) {
            locations.push(location.clone());
        }
    }
    let mut passes: Vec<&'static str> = Vec::new();
    for pass in units.iter().flat_map(|unit| &unit.node.passes) {
        if !passes.contains(pass) {
            passes.push(pass);
        }
    }
    passes.extend(std::iter::once("lower").chain(decision));
    for step in steps {
        step.locations.clone_from(&locations);
        step.passes.splice(..0, passes.iter().copied());
    }
}
