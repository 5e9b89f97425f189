//! Prepacking: a step of its own packs the right operand, if the kernel would otherwise pack it more than
//! once: for each block of a batch loop, each replica, each partition, or each run.

use kernels::{ConvPlan, GemmPlan, GemmSpec, Machine};

use super::partition::Partition;
use super::spec::unsupported;
use super::verdict::{Combine, ContractionSpec, Emission, Verdict, refuse};
use crate::error::Result;
use crate::ir::{Node, ValueId};
use crate::lower::lowering::Lowering;
use crate::ops::contraction::ContractionPlan;

/// Elements of a matrix product's right operand from which on it is packed before a batch loop, which would
/// otherwise pack it for each block.
const MIN_GEMM_RHS_ELEMENTS_IN_LOOP: usize = 4096;
/// Elements of a right operand from which on a step of its own packs it if otherwise each partition of a loop
/// (a convolution's filters) or each replica would.
const MIN_RHS_ELEMENTS: usize = 65_536;
/// Bytes of a right operand from which on partitions have more rows: beyond a second-level cache of any size,
/// each partition reads the operand from the third level.
const LARGE_RHS_BYTES: usize = 4 * Machine::REFERENCE.l2_bytes;
/// Rows of a partition at least.
const MIN_PARTITION_ROWS: usize = 64;
/// Rows of a partition at least if the right operand is large.
const MIN_PARTITION_ROWS_LARGE_RHS: usize = 128;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    match spec {
        ContractionSpec::Gemm(spec) => gemm(lowering, node, spec),
        ContractionSpec::Conv(spec) => {
            let rhs = node.operands[1];
            if !lowering.is_loop_invariant_rhs(rhs, MIN_RHS_ELEMENTS) && !lowering.is_weight(rhs) {
                return refuse("the filters are no weights, and not shared by the blocks of a batch loop");
            }
            match ConvPlan::with_packed_filters(spec, lowering.isa).map_err(unsupported)? {
                Some(plan) => accept(lowering, node, ContractionPlan::of_convolution(plan), Partition::ONE),
                None => refuse("the algorithm takes no prepacked filters"),
            }
        }
    }
}

fn gemm(lowering: &Lowering<'_>, node: &Node, spec: &GemmSpec) -> Result<Verdict> {
    let rhs = node.operands[1];
    let is_in_loop = lowering.is_in_batch_loop();
    let (partition, part) = if is_in_loop {
        if !lowering.is_loop_invariant_rhs(rhs, MIN_GEMM_RHS_ELEMENTS_IN_LOOP) {
            return refuse("in a batch loop, and the right operand is small or differs from block to block");
        }
        (Partition::ONE, spec.clone())
    } else {
        let is_large = lowering.types.of(rhs).size_in_bytes() >= LARGE_RHS_BYTES;
        let (partition, part) =
            lowering.partition_rows(spec, if is_large { MIN_PARTITION_ROWS_LARGE_RHS } else { MIN_PARTITION_ROWS });
        let is_shared_by_replicas = lowering.replicas > 1
            && lowering.types.of(rhs).num_elements() >= MIN_RHS_ELEMENTS
            && lowering.replication.is_replicated(lowering.view(rhs).base);
        if spec.batch > 1 {
            return refuse("batched: each matrix of the right operand is used once");
        }
        if partition.count == 1 && !is_shared_by_replicas && !lowering.is_weight(rhs) {
            return refuse("one kernel packs the right operand once, for one run");
        }
        (partition, part)
    };
    // Rows that use the packed operand: of all partitions and replicas, all blocks of a batch loop, all runs
    // of a weight.
    let is_reused = lowering.is_weight(rhs) || is_in_loop;
    let rows = if is_reused { usize::MAX } else { spec.m * lowering.replicas };
    match GemmPlan::with_packed_rhs(&part, lowering.isa, rows).map_err(unsupported)? {
        Some(plan) => accept(lowering, node, ContractionPlan::of_matrices(plan), partition),
        None => refuse("the kernel reads the right operand in place: few rows"),
    }
}

fn accept(lowering: &Lowering<'_>, node: &Node, plan: ContractionPlan, partition: Partition) -> Result<Verdict> {
    let rhs = node.operands[1];
    let (panels, bytes) = plan.packed_panels();
    let reason = match (lowering.is_weight(rhs), lowering.is_in_batch_loop()) {
        (true, _) => "for all runs (weights)",
        (false, true) => "for all blocks of the batch loop",
        (false, false) => "for all partitions or replicas",
    };
    let cost = format!("{} partitions; the right operand is packed {reason}, {} B", partition.count, panels * bytes);
    let slices = lowering.slices(node, &plan, partition);
    Ok(Verdict::Accepted(Emission { slices, prepack: Some(plan), combine: Combine::None, cost }))
}

impl Lowering<'_> {
    /// Returns true if the right operand derives from weights and constants alone, so that it is packed once
    /// for all runs (`step_passes::hoist_weights`).
    pub(super) fn is_weight(&self, rhs: ValueId) -> bool {
        self.is_weight_derived(self.view(rhs).base)
    }

    /// Returns true if the right operand is the same for all blocks of the batch loop around it, and either
    /// is a weight or has at least `min_elements` elements.
    fn is_loop_invariant_rhs(&self, rhs: ValueId, min_elements: usize) -> bool {
        let is_worth_packing = self.types.of(rhs).num_elements() >= min_elements || self.is_weight(rhs);
        let base = self.view(rhs).base;
        is_worth_packing && self.batch_loop.as_ref().is_some_and(|context| context.is_invariant(base))
    }
}
