//! Split-K: large contractions outside of batch loops with too few rows for threads to share. Each slice sums
//! a stretch of the contracted dimension in f32, and a step adds the slices in order.
//!
//! Typical are weight gradients of few channels, which sum over all positions of all images. As convolutions
//! they have the images as input features.

use kernels::{ConvPlan, ConvSpec, Element, GemmPlan, GemmSpec};
use stablehlo::ElementType;

use super::spec::unsupported;
use super::verdict::{Combine, ContractionSpec, Emission, Verdict, refuse};
use crate::error::Result;
use crate::ir::Node;
use crate::lower::lowering::Lowering;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::plan::partitioning::PARTITIONS;

/// Multiplications of a slice at least.
const MIN_MACS_PER_SLICE: usize = 16 << 20;
/// Terms of a slice's sums at least, for each row or column of the result: a slice then reads more than the
/// partial sums that it writes.
const MIN_K_PER_OUTPUT: usize = 8;

pub(super) fn select(lowering: &Lowering<'_>, node: &Node, spec: &ContractionSpec) -> Result<Verdict> {
    let result = node.results[0];
    if lowering.is_in_batch_loop() {
        return refuse("in a batch loop, whose blocks threads share");
    }
    if !matches!(lowering.types.of(result).element, ElementType::F32 | ElementType::Bf16) {
        return refuse("partial sums would be rounded to a type that is not f32");
    }
    if lowering.epilogues.contains_key(&result) {
        return refuse("an epilogue is fused, which takes whole sums");
    }
    if lowering.is_weight(node.operands[1]) {
        return refuse("the right operand is a weight, packed once for all runs");
    }
    match spec {
        ContractionSpec::Gemm(spec) => gemm(lowering, node, spec),
        ContractionSpec::Conv(spec) => convolution(lowering, node, spec),
    }
}

fn gemm(lowering: &Lowering<'_>, node: &Node, spec: &GemmSpec) -> Result<Verdict> {
    if spec.batch != 1 {
        return refuse("batched: threads share the batch");
    }
    let fits = |count: usize| {
        // Products of bf16 take two terms of a sum at a time.
        spec.k.is_multiple_of(2 * count) && spec.k / count >= MIN_K_PER_OUTPUT * spec.m.max(spec.n)
    };
    let macs = spec.m * spec.n * spec.k;
    let Some(count) = slice_count(lowering, macs, fits) else {
        return refuse(format!("{macs} multiplications, k {} for {} x {} results: too short", spec.k, spec.m, spec.n));
    };
    let mut slice = GemmSpec { k: spec.k / count, ..spec.clone() };
    slice.out.element = Element::F32;
    let strides = [slice.lhs.strides[2] * slice.lhs.element.bytes(), slice.rhs.strides[1] * slice.rhs.element.bytes()];
    let plan = ContractionPlan::of_matrices(GemmPlan::new(&slice, lowering.isa).map_err(unsupported)?);
    accept(lowering, node, &plan, count, strides.map(|stride| slice.k * stride))
}

fn convolution(lowering: &Lowering<'_>, node: &Node, spec: &ConvSpec) -> Result<Verdict> {
    if spec.batch_groups * spec.feature_groups != 1 {
        return refuse("grouped");
    }
    let whole = ConvPlan::new(spec, lowering.isa).map_err(unsupported)?;
    let macs = usize::try_from(whole.flops() / 2).unwrap_or(usize::MAX);
    let positions: usize = spec.spatial.iter().map(|dim| dim.kernel).product();
    let fits = |count: usize| {
        let k = spec.in_features / count * positions;
        spec.in_features.is_multiple_of(2 * count) && k >= MIN_K_PER_OUTPUT * spec.batch.max(spec.out_features)
    };
    let Some(count) = slice_count(lowering, macs, fits) else {
        let (k, rows) = (spec.in_features * positions, spec.batch);
        return refuse(format!("{macs} multiplications, k {k} for {rows} x {} results: too short", spec.out_features));
    };
    let mut slice = ConvSpec { in_features: spec.in_features / count, ..spec.clone() };
    slice.out.element = Element::F32;
    let plan = ConvPlan::new(&slice, lowering.isa).map_err(unsupported)?;
    if plan.algorithm() != whole.algorithm() {
        return refuse("a slice would take another algorithm than the whole");
    }
    let strides =
        [slice.lhs.feature_or_out * slice.lhs.element.bytes(), slice.rhs.batch_or_in * slice.rhs.element.bytes()];
    let plan = ContractionPlan::of_convolution(plan);
    accept(lowering, node, &plan, count, strides.map(|stride| slice.in_features * stride))
}

/// The number of slices of the contracted dimension; none if the contraction is not worth two.
fn slice_count(lowering: &Lowering<'_>, macs: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let most = (PARTITIONS / lowering.replicas).min(macs / MIN_MACS_PER_SLICE);
    (2..=most).rev().find(|count| fits(*count))
}

/// Accepts `count` slices of the same plan. `strides` are the bytes from one slice of the left and the right
/// operand to the next.
fn accept(
    lowering: &Lowering<'_>,
    node: &Node,
    plan: &ContractionPlan,
    count: usize,
    strides: [usize; 2],
) -> Result<Verdict> {
    let out = lowering.types.of(node.results[0]).num_elements() * size_of::<f32>();
    let [lhs, rhs] = [0, 1].map(|i| lowering.offset(node.operands[i]));
    let slice = |i| ContractionSlice { plan: plan.clone(), lhs: lhs + i * strides[0], rhs: rhs + i * strides[1], out };
    let cost = format!("{count} slices of the contracted dimension, {} B of partial sums", count * out);
    let slices = (0..count).map(slice).collect();
    Ok(Verdict::Accepted(Emission { slices, prepack: None, combine: Combine::Add, cost }))
}
