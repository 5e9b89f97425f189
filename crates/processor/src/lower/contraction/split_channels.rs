//! Split channels: weight gradients outside of batch loops, split along their input channels for threads to
//! share.
//!
//! As a convolution, a weight gradient has the layer's input channels as its batch and sums over the images,
//! so that threads cannot share the images. A copy concatenates the slices unless they are adjacent.

use kernels::{ConvOperand, ConvPlan, ConvSpec};
use stablehlo::OpKind;

use super::spec::{kernel_element, unsupported};
use super::verdict::{Combine, ContractionSpec, Emission, Verdict, refuse};
use crate::error::Result;
use crate::ir::Node;
use crate::lower::lowering::Lowering;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::plan::partitioning::PARTITIONS;

/// Multiplications of a convolution from which on it is split.
const MIN_MACS_TO_SPLIT: u64 = 16 << 20;
/// Channels of a slice if there are more than two: each slice packs the right operand for itself.
const CHANNELS_PER_SLICE: usize = 128;
/// Channels of a slice at least.
const MIN_CHANNELS_PER_SLICE: usize = 64;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    let (ContractionSpec::Conv(spec), Some(OpKind::Convolution(attrs))) = (spec, node.op()) else {
        return refuse("not a convolution");
    };
    let result = node.results[0];
    if lowering.is_in_batch_loop() {
        return refuse("in a batch loop, whose blocks threads share");
    }
    if spec.batch_groups != 1 {
        return refuse("grouped by batch");
    }
    if lowering.epilogues.contains_key(&result) {
        return refuse("an epilogue is fused, which takes adjacent rows");
    }
    let most = (PARTITIONS / lowering.replicas).min((spec.batch / CHANNELS_PER_SLICE).max(2));
    let fits = |count: &usize| spec.batch.is_multiple_of(*count) && spec.batch / count >= MIN_CHANNELS_PER_SLICE;
    let Some(count) = (2..=most).rev().find(fits) else {
        return refuse(format!("{} channels: no two slices of {MIN_CHANNELS_PER_SLICE}", spec.batch));
    };
    let ty = lowering.types.of(result).clone();
    let d = &attrs.dims;
    let mut slice = ty.clone();
    slice.dims[d.output_batch] /= count;
    let strides = slice.strides();
    let out =
        ConvOperand::new(kernel_element(ty.element)?, &strides, d.output_batch, d.output_feature, &d.output_spatial);
    let plan = |spec: &ConvSpec| ConvPlan::new(spec, lowering.isa).map_err(unsupported);
    let whole = plan(spec)?;
    if whole.flops() / 2 < MIN_MACS_TO_SPLIT {
        return refuse(format!("{} multiplications: too few to split", whole.flops() / 2));
    }
    let mut slice_spec = ConvSpec { batch: spec.batch / count, out, ..spec.clone() };
    let mut slice_plan = plan(&slice_spec)?;
    if slice_plan.algorithm() != whole.algorithm() {
        // An algorithm that is unprofitable for the whole is so for a slice, too, although the slice's sums
        // fit the cache.
        slice_spec.allow_reassociation = false;
        slice_plan = plan(&slice_spec)?;
    }
    let plan = ContractionPlan::of_convolution(slice_plan);
    let [lhs, rhs] = [0, 1].map(|i| lowering.offset(node.operands[i]));
    let (stride, bytes) =
        (slice_spec.batch * slice_spec.lhs.batch_or_in * slice_spec.lhs.element.bytes(), slice.size_in_bytes());
    let slices =
        (0..count).map(|i| ContractionSlice { plan: plan.clone(), lhs: lhs + i * stride, rhs, out: bytes }).collect();
    let is_adjacent = ty.dims[..d.output_batch].iter().all(|size| *size == 1);
    let join = match is_adjacent {
        true => Combine::None,
        false => Combine::Concatenate { slice, dimension: d.output_batch },
    };
    let cost = format!("{count} slices of {} channels", slice_spec.batch);
    Ok(Verdict::Accepted(Emission { slices, prepack: None, combine: join, cost }))
}
