//! Prepacking: a step of its own packs the right operand, where it would be packed more than once otherwise: for each block of a
//! batch loop, each replica, each partition, or each run.

use kernels::{ConvPlan, GemmPlan, GemmSpec};

use super::partition::Partition;
use super::spec::refused;
use super::strategy::{ContractionSpec, Emission, Join, Verdict, refuse};
use crate::error::Result;
use crate::ir::{Node, ValueId};
use crate::lower::Lowering;
use crate::ops::contraction::ContractionPlan;

/// Elements of a matrix product's right operand from which on it is packed before a batch loop, which would pack it for each
/// block.
const MIN_GEMM_ELEMENTS_IN_LOOP: usize = 4096;
/// Elements of a right operand from which on it is packed in a step of its own where each partition of a loop (a convolution's
/// filters) or each replica would pack it.
const MIN_ELEMENTS: usize = 65_536;
/// Bytes of a right operand beyond any second-level cache: each partition reads it from further away.
const LARGE_RHS_BYTES: usize = 4 << 20;
/// Rows of a partition at least.
const MIN_ROWS: usize = 64;
/// Rows of a partition at least where the right operand is large.
const MIN_ROWS_OF_LARGE_RHS: usize = 128;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    match spec {
        ContractionSpec::Gemm(spec) => gemm(lowering, node, spec),
        ContractionSpec::Conv(spec) => {
            let rhs = node.operands[1];
            if !lowering.is_loop_invariant_rhs(rhs, MIN_ELEMENTS) && !lowering.is_weight(rhs) {
                return refuse("the filters are no weights, and not shared by the blocks of a batch loop");
            }
            match ConvPlan::with_packed_filters(spec, lowering.isa).map_err(refused)? {
                Some(plan) => accept(lowering, node, ContractionPlan::of_convolution(plan), Partition::ONE),
                None => refuse("the algorithm takes no prepacked filters"),
            }
        }
    }
}

fn gemm(lowering: &Lowering<'_>, node: &Node, spec: &GemmSpec) -> Result<Verdict> {
    let rhs = node.operands[1];
    let in_loop = lowering.variant_values.is_some();
    let (partition, part) = if in_loop {
        if !lowering.is_loop_invariant_rhs(rhs, MIN_GEMM_ELEMENTS_IN_LOOP) {
            return refuse("in a batch loop, and the right operand is small or differs from block to block");
        }
        (Partition::ONE, spec.clone())
    } else {
        let is_large = lowering.types.of(rhs).size_in_bytes() >= LARGE_RHS_BYTES;
        let (partition, part) = lowering.partition_rows(spec, if is_large { MIN_ROWS_OF_LARGE_RHS } else { MIN_ROWS });
        let is_one_for_all = lowering.replicas > 1
            && lowering.types.of(rhs).num_elements() >= MIN_ELEMENTS
            && lowering.uniform.is_replicated(lowering.view(rhs).base);
        if spec.batch > 1 {
            return refuse("batched: each matrix of the right operand is used once");
        }
        if partition.count == 1 && !is_one_for_all && !lowering.is_weight(rhs) {
            return refuse("one kernel packs the right operand once, for one run");
        }
        (partition, part)
    };
    // Rows that multiply by what is packed: of all partitions and replicas, all blocks of a batch loop, all runs of a weight.
    let lasts = lowering.is_weight(rhs) || in_loop;
    let rows = if lasts { usize::MAX } else { spec.m * lowering.replicas };
    match GemmPlan::with_packed_rhs(&part, lowering.isa, rows).map_err(refused)? {
        Some(plan) => accept(lowering, node, ContractionPlan::of_matrices(plan), partition),
        None => refuse("the kernel reads the right operand in place: few rows"),
    }
}

fn accept(lowering: &Lowering<'_>, node: &Node, plan: ContractionPlan, partition: Partition) -> Result<Verdict> {
    let rhs = node.operands[1];
    let (panels, bytes) = plan.packed_panels();
    let reason = match (lowering.is_weight(rhs), lowering.variant_values.is_some()) {
        (true, _) => "for all runs (weights)",
        (false, true) => "for all blocks of the batch loop",
        (false, false) => "for all partitions or replicas",
    };
    let cost = format!("{} partitions; the right operand is packed {reason}, {} B", partition.count, panels * bytes);
    let slices = lowering.slices(node, &plan, partition);
    Ok(Verdict::Accepted(Emission { slices, prepack: Some(plan), join: Join::None, cost }))
}

impl Lowering<'_> {
    /// True if the right operand derives from weights and constants alone, so that it is packed once for all runs
    /// (`step_passes::hoist_weights`).
    pub(super) fn is_weight(&self, rhs: ValueId) -> bool {
        self.is_weight_derived(self.view(rhs).base)
    }

    /// True if the right operand is the same for all blocks of the batch loop around it, and has `min_elements` or is a weight.
    fn is_loop_invariant_rhs(&self, rhs: ValueId, min_elements: usize) -> bool {
        let large = self.types.of(rhs).num_elements() >= min_elements || self.is_weight(rhs);
        large && self.variant_values.as_ref().is_some_and(|variant| !variant.contains(&self.view(rhs).base))
    }
}
