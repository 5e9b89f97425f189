//! Split-N: a product of one row (GEMV) has no rows to partition. Threads share its columns, with a weight
//! that is packed once.

use kernels::{GemmPlan, GemmSpec};

use super::spec::unsupported;
use super::verdict::{Combine, ContractionSpec, Emission, Verdict, refuse};
use crate::error::Result;
use crate::ir::Node;
use crate::lower::lowering::Lowering;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::plan::partitioning::PARTITIONS;

/// Elements of a slice's weight at least. A GEMV uses each element once, so that it is bound by memory
/// bandwidth.
const MIN_WEIGHTS_PER_SLICE: usize = 1 << 18;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    let ContractionSpec::Gemm(spec) = spec else { return refuse("not a matrix product") };
    if lowering.is_in_batch_loop() {
        return refuse("in a batch loop, whose blocks threads share");
    }
    if spec.m != 1 || spec.batch != 1 {
        return refuse(format!("{} rows, batch {}: it splits products of one row", spec.m, spec.batch));
    }
    if !lowering.is_weight(node.operands[1]) {
        return refuse("the right operand is no weight");
    }
    let most = (PARTITIONS / lowering.replicas).min(spec.n * spec.k / MIN_WEIGHTS_PER_SLICE);
    let plan = |n: usize| GemmPlan::with_packed_rhs(&GemmSpec { n, ..spec.clone() }, lowering.isa, usize::MAX);
    let Some(whole) = plan(spec.n).map_err(unsupported)? else {
        return refuse("the kernel takes no prepacked operand");
    };
    let (panels, bytes) = whole.packed_panels();
    let even = |count: &usize| panels.is_multiple_of(*count) && spec.n.is_multiple_of(*count);
    let Some(count) = (2..=most).rev().find(even) else {
        return refuse(format!("{} weights, {panels} panels: too few for two even slices", spec.n * spec.k));
    };
    let Some(slice) = plan(spec.n / count).map_err(unsupported)? else {
        return refuse("the kernel of a slice takes no prepacked operand");
    };
    if slice.packed_panels() != (panels / count, bytes) {
        return refuse("the panels of a slice are not those of the whole");
    }
    let (lhs, out) = (lowering.offset(node.operands[0]), spec.n / count * spec.out.element.bytes());
    let plan = ContractionPlan::of_matrices(slice);
    let slices = (0..count).map(|i| ContractionSlice { plan: plan.clone(), lhs, rhs: i * panels / count * bytes, out });
    Ok(Verdict::Accepted(Emission {
        slices: slices.collect(),
        prepack: Some(ContractionPlan::of_matrices(whole)),
        combine: Combine::None,
        cost: format!("{count} slices of {} columns, {} weights each", spec.n / count, spec.n * spec.k / count),
    }))
}
