//! Emission as a whole, the strategy for every contraction that no other accepts: one kernel, which packs its
//! operands itself, or one for each partition of the rows.

use kernels::{ConvPlan, GemmPlan};

use super::partition::Partition;
use super::spec::unsupported;
use super::verdict::{Combine, ContractionSpec, Emission, Verdict};
use crate::error::Result;
use crate::ir::Node;
use crate::lower::lowering::Lowering;
use crate::ops::contraction::ContractionPlan;

/// Rows of a partition at least if each partition packs the right operand for itself.
const MIN_PARTITION_ROWS_PACKING_RHS: usize = 96;
/// Rows of a partition at least if the kernel reads the right operand in place.
const MIN_PARTITION_ROWS_READING_RHS: usize = 64;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    let (partition, plan) = match spec {
        ContractionSpec::Gemm(spec) => {
            let plan_of_partition = |min_rows| {
                let (partition, spec) = lowering.partition_rows(spec, min_rows);
                GemmPlan::new(&spec, lowering.isa).map(|plan| (partition, plan)).map_err(unsupported)
            };
            let (mut partition, mut plan) = plan_of_partition(MIN_PARTITION_ROWS_READING_RHS)?;
            if !plan.reads_rhs_in_place() {
                (partition, plan) = plan_of_partition(MIN_PARTITION_ROWS_PACKING_RHS)?;
            }
            (partition, ContractionPlan::of_matrices(plan))
        }
        ContractionSpec::Conv(spec) => {
            let plan = ConvPlan::new(spec, lowering.isa).map_err(unsupported)?;
            (Partition::ONE, ContractionPlan::of_convolution(plan))
        }
    };
    let cost = match partition.count {
        1 => "one kernel".to_string(),
        count => format!("{count} partitions of the rows or the batch"),
    };
    let slices = lowering.slices(node, &plan, partition);
    Ok(Verdict::Accepted(Emission { slices, prepack: None, combine: Combine::None, cost }))
}
