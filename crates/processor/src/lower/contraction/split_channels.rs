//! Large convolutions outside of batch loops, split along their batch for threads to share.
//!
//! Such are weight gradients, which have input channels for a batch: they sum over all images, so that there are no blocks of
//! images to share. A copy concatenates the slices unless they are adjacent.

use kernels::{ConvOperand, ConvPlan, ConvSpec};
use stablehlo::OpKind;

use super::spec::{element, refused};
use super::strategy::{ContractionSpec, Emission, Join, Verdict, refuse};
use crate::error::Result;
use crate::ir::Node;
use crate::lower::Lowering;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::plan::partitioning::PARTITIONS;

/// Multiplications from which on a convolution is split.
const MIN_MACS: u64 = 16 << 20;
/// Channels of a slice: each slice prepares the right operand for itself.
const CHANNELS_PER_SLICE: usize = 128;
/// Channels of a slice at least, where there are two.
const MIN_CHANNELS_PER_SLICE: usize = 64;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    let (ContractionSpec::Conv(spec), Some(OpKind::Convolution(attrs))) = (spec, node.op()) else {
        return refuse("not a convolution");
    };
    let result = node.results[0];
    if lowering.variant_values.is_some() {
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
    let out = ConvOperand::new(element(ty.element)?, &strides, d.output_batch, d.output_feature, &d.output_spatial);
    let plan = |spec: &ConvSpec| ConvPlan::new(spec, lowering.isa).map_err(refused);
    let whole = plan(spec)?;
    if whole.flops() / 2 < MIN_MACS {
        return refuse(format!("{} multiplications: too few to split", whole.flops() / 2));
    }
    let mut part = ConvSpec { batch: spec.batch / count, out, ..spec.clone() };
    let mut own = plan(&part)?;
    if own.method_name() != whole.method_name() {
        // An algorithm that does not pay for the whole does not for a slice, though the slice's sums fit the cache.
        part.allow_reassociation = false;
        own = plan(&part)?;
    }
    let plan = ContractionPlan::of_convolution(own);
    let [lhs, rhs] = [0, 1].map(|i| lowering.offset(node.operands[i]));
    let (stride, bytes) = (part.batch * part.lhs.batch_or_in * part.lhs.element.bytes(), slice.size_in_bytes());
    let slices =
        (0..count).map(|i| ContractionSlice { plan: plan.clone(), lhs: lhs + i * stride, rhs, out: bytes }).collect();
    let is_adjacent = ty.dims[..d.output_batch].iter().all(|size| *size == 1);
    let join = match is_adjacent {
        true => Join::None,
        false => Join::Concatenate { slice, dimension: d.output_batch },
    };
    let cost = format!("{count} slices of {} channels", part.batch);
    Ok(Verdict::Accepted(Emission { slices, prepack: None, join, cost }))
}
