//! Split height (spatial partitioning): a convolution of one image has no batch to partition. Threads share
//! the rows of the image, with filters that are packed once.

use kernels::{ConvPlan, ConvSpec};

use super::spec::unsupported;
use super::verdict::{Combine, ContractionSpec, Emission, Verdict, refuse};
use crate::error::Result;
use crate::ir::Node;
use crate::lower::lowering::Lowering;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::plan::partitioning::PARTITIONS;

/// Multiplications of a slice.
const MACS_PER_SLICE: usize = 2 << 20;
/// Multiplications of a convolution from which on it has two slices, even if each has fewer than
/// [`MACS_PER_SLICE`].
const MIN_MACS_TO_SPLIT: usize = 512 << 10;
/// Rows of a slice at least, and the granularity: the height of a Winograd tile, so that no slice splits a
/// tile.
const MIN_ROWS_PER_SLICE: usize = 4;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    let ContractionSpec::Conv(spec) = spec else { return refuse("not a convolution") };
    let Some(height) = spec.spatial.first().map(|dim| dim.output) else { return refuse("no spatial dimension") };
    if lowering.is_in_batch_loop() {
        return refuse("in a batch loop, whose blocks threads share");
    }
    if spec.batch != 1 {
        return refuse(format!("batch {}: it splits convolutions of one image", spec.batch));
    }
    if spec.out.spatial[0] * height != lowering.types.of(node.results[0]).num_elements() {
        return refuse("rows of the result are not adjacent");
    }
    if !lowering.is_weight(node.operands[1]) {
        return refuse("the filters are no weights");
    }
    let plan = |spec: &ConvSpec| ConvPlan::with_packed_filters(spec, lowering.isa);
    let Some(whole) = plan(spec).map_err(unsupported)? else {
        return refuse("the algorithm takes no prepacked filters");
    };
    let macs = usize::try_from(whole.flops() / 2).unwrap_or(usize::MAX);
    let count = (macs / MACS_PER_SLICE).max(if macs >= MIN_MACS_TO_SPLIT { 2 } else { 1 });
    let count = count.min(PARTITIONS / lowering.replicas).min(height.div_ceil(MIN_ROWS_PER_SLICE));
    if count < 2 {
        return refuse(format!("{macs} multiplications in {height} rows: too few for two slices"));
    }
    let rows = height.div_ceil(count).next_multiple_of(MIN_ROWS_PER_SLICE);
    let lhs = lowering.offset(node.operands[0]);
    let mut slices = Vec::new();
    for first in (0..height).step_by(rows) {
        let Some((slice, input)) = spec.slice_rows(first..height.min(first + rows)) else {
            return refuse("the rows of a slice are not a convolution of some rows of the image");
        };
        let Some(plan) = plan(&slice).map_err(unsupported)? else {
            return refuse("the algorithm of a slice takes no prepacked filters");
        };
        // All slices read the same filters.
        if plan.algorithm() != whole.algorithm() || plan.packed_panels() != whole.packed_panels() {
            return refuse("a slice would take another algorithm than the whole");
        }
        let out = slice.spatial[0].output * spec.out.spatial[0] * spec.out.element.bytes();
        let lhs = lhs + input * spec.lhs.element.bytes();
        slices.push(ContractionSlice { plan: ContractionPlan::of_convolution(plan), lhs, rhs: 0, out });
    }
    if slices.len() < 2 {
        return refuse("one slice would have all rows");
    }
    let cost = format!("{} slices of {rows} rows, {macs} multiplications together", slices.len());
    let prepack = Some(ContractionPlan::of_convolution(whole));
    Ok(Verdict::Accepted(Emission { slices, prepack, combine: Combine::None, cost }))
}
