//! Large products outside regions as parts of their sums, for the threads to share.
//!
//! Such are the gradients of filters with few channels: they sum over all positions of all pictures, but have not the rows
//! to be divided by. (What they sum over is a convolution's features, to which pictures are turned there.) Each part reads
//! its own stretch of both operands and leaves its sums in f32; they are added up in the end, in the parts' order.

use stablehlo::{ElementType, TensorType};

use super::refused;
use crate::Result;
use crate::ir::graph::Node;
use crate::lower::Lowering;
use crate::lower::batch_loop::PARTITIONS;
use crate::ops::contraction::{ContractionPlan, ContractionSlice, ReduceSplitK};
use crate::plan::step::Step;
use kernels::{ConvPlan, ConvSpec, Element, GemmPlan, GemmSpec};

/// Multiplications that are worth a part of their own.
const LARGE: usize = 16 << 20;
/// So many times as long as the result has rows (a convolution's batch) or columns (its features) a part of a sum is at least:
/// what it reads is more than what it leaves to be added up.
const LONG: usize = 8;

impl Lowering<'_> {
    /// The steps of a matrix product in parts of its sums, if it is one of these.
    pub(crate) fn parts_of_sums(&mut self, node: &Node, spec: &GemmSpec, steps: &mut Vec<Step>) -> Result<bool> {
        let size = spec.m * spec.n;
        let fits = |count: usize| {
            // Products of bf16 take two elements of the sum at a time.
            spec.k.is_multiple_of(2 * count) && spec.k / count >= LONG * spec.m.max(spec.n)
        };
        if spec.batch != 1 || !self.may_have_parts(node) {
            return Ok(false);
        }
        let Some(count) = self.count_of_parts(size * spec.k, fits) else { return Ok(false) };
        let mut part = GemmSpec { k: spec.k / count, ..spec.clone() };
        part.out.element = Element::F32;
        let bytes = [part.lhs.strides[2] * part.lhs.element.bytes(), part.rhs.strides[1] * part.rhs.element.bytes()];
        let plan = ContractionPlan::of_matrices(GemmPlan::new(&part, self.isa).map_err(refused)?);
        self.add_up(node, plan, count, bytes.map(|bytes| part.k * bytes), steps);
        Ok(true)
    }

    /// The steps of a convolution in parts of its sums over the features, if it is one of these.
    pub(crate) fn parts_of_features(&mut self, node: &Node, spec: &ConvSpec, steps: &mut Vec<Step>) -> Result<bool> {
        if spec.batch_groups * spec.feature_groups != 1 || !self.may_have_parts(node) {
            return Ok(false);
        }
        let whole = ConvPlan::new(spec, self.isa).map_err(refused)?;
        let multiplications = usize::try_from(whole.flops() / 2).unwrap_or(usize::MAX);
        let positions: usize = spec.spatial.iter().map(|dim| dim.kernel).product();
        let fits = |count: usize| {
            let sum = spec.in_features / count * positions;
            spec.in_features.is_multiple_of(2 * count) && sum >= LONG * spec.batch.max(spec.out_features)
        };
        let Some(count) = self.count_of_parts(multiplications, fits) else { return Ok(false) };
        let mut part = ConvSpec { in_features: spec.in_features / count, ..spec.clone() };
        part.out.element = Element::F32;
        let plan = ConvPlan::new(&part, self.isa).map_err(refused)?;
        if plan.method_name() != whole.method_name() {
            return Ok(false);
        }
        let bytes = [part.lhs.second * part.lhs.element.bytes(), part.rhs.first * part.rhs.element.bytes()];
        self.add_up(
            node,
            ContractionPlan::of_convolution(plan),
            count,
            bytes.map(|bytes| part.in_features * bytes),
            steps,
        );
        Ok(true)
    }

    /// Whether a product stands outside regions, and its sums are f32 before they are rounded. Weights are packed once for all
    /// runs instead.
    fn may_have_parts(&self, node: &Node) -> bool {
        let result = node.results[0];
        let sums_are_f32 = matches!(self.types.of(result).element, ElementType::F32 | ElementType::Bf16);
        let is_plain = self.variant_values.is_none() && !self.epilogues.contains_key(&result);
        sums_are_f32 && is_plain && !self.is_weight(node.operands[1])
    }

    /// How many parts the sums of a large product are made in.
    fn count_of_parts(&self, multiplications: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let most = (PARTITIONS / self.replicas).min(multiplications / LARGE);
        (2..=most).rev().find(|count| fits(*count))
    }

    /// The step that makes the parts, each so many bytes after the one before, and the one that adds them up.
    fn add_up(&mut self, node: &Node, plan: ContractionPlan, count: usize, bytes: [usize; 2], steps: &mut Vec<Step>) {
        let result = node.results[0];
        let ty = self.types.of(result).clone();
        let part = TensorType::new(ElementType::F32, ty.dims.clone());
        let [lhs, rhs] = [0, 1].map(|i| self.offset(node.operands[i]));
        let parts = (0..count).map(|i| ContractionSlice {
            plan: plan.clone(),
            lhs: lhs + i * bytes[0],
            rhs: rhs + i * bytes[1],
            out: part.size_in_bytes(),
        });
        let mut product = self.product(node, parts.collect());
        let sums = self.types.add(TensorType::new(ElementType::F32, [&[count], &part.dims[..]].concat()));
        product.writes[0] = sums;
        steps.push(product);
        let reduce = ReduceSplitK { element: ty.element };
        steps.push(Step {
            locations: node.location.iter().cloned().collect(),
            flops: ((count - 1) * part.num_elements()) as u64,
            ..Step::kernel(format!("add {count} parts"), vec![sums], vec![result], reduce)
        });
    }
}
