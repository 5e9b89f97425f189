//! Large convolutions outside regions as parts of their batch, for the threads to share.
//!
//! Such are the gradients of filters, whose batch is the channels: they sum over all pictures, so that there are no blocks
//! of pictures to divide. Each part lies by itself at first, and a copy joins them.

use stablehlo::TensorType;
use stablehlo::ops::Convolution;

use super::{element, refused};
use crate::Result;
use crate::ir::graph::Node;
use crate::lower::Lowering;
use crate::lower::batch_loop::PARTITIONS;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::ops::shape::ConcatSplits;
use crate::plan::step::Step;
use kernels::{ConvOperand, ConvPlan, ConvSpec};

/// Multiplications that are worth dividing.
const LARGE: u64 = 16 << 20;
/// Channels of a part: what is made of the right operand, each part makes for itself. Two parts may have fewer, down to the
/// least.
const CHANNELS: usize = 128;
const LEAST_CHANNELS: usize = 64;

impl Lowering<'_> {
    /// The steps of a convolution in parts, if it is one of these.
    pub(crate) fn parts_of_batch(
        &mut self,
        node: &Node,
        attrs: &Convolution,
        spec: &ConvSpec,
        steps: &mut Vec<Step>,
    ) -> Result<bool> {
        let result = node.results[0];
        if self.variant_values.is_some() || spec.batch_groups != 1 || self.epilogues.contains_key(&result) {
            return Ok(false);
        }
        let most = (PARTITIONS / self.replicas).min((spec.batch / CHANNELS).max(2));
        let fits = |count: &usize| spec.batch.is_multiple_of(*count) && spec.batch / count >= LEAST_CHANNELS;
        let Some(count) = (2..=most).rev().find(fits) else { return Ok(false) };
        // How a part of the result lies.
        let ty = self.types.of(result).clone();
        let dimension = attrs.dims.output_batch;
        let mut part = ty.clone();
        part.dims[dimension] /= count;
        let strides = part.strides();
        let d = &attrs.dims;
        let out = ConvOperand::new(element(ty.element)?, &strides, d.output_batch, d.output_feature, &d.output_spatial);
        let plan = |spec: &ConvSpec| ConvPlan::new(spec, self.isa).map_err(refused);
        let whole = plan(spec)?;
        if whole.flops() / 2 < LARGE {
            return Ok(false);
        }
        let mut spec = ConvSpec { batch: spec.batch / count, out, ..spec.clone() };
        let mut own = plan(&spec)?;
        if own.method_name() != whole.method_name() {
            // What does not pay for the whole does not for a part, though its sums fit the cache.
            spec.may_rearrange = false;
            own = plan(&spec)?;
        }
        let plan = ContractionPlan::of_convolution(own);
        let [lhs, rhs] = [0, 1].map(|i| self.offset(node.operands[i]));
        let (step, bytes) = (spec.batch * spec.lhs.first * spec.lhs.element.bytes(), part.size_in_bytes());
        let parts =
            (0..count).map(|i| ContractionSlice { plan: plan.clone(), lhs: lhs + i * step, rhs, out: bytes }).collect();
        let mut product = self.product(node, parts);
        if ty.dims[..dimension].iter().all(|size| *size == 1) {
            // They lie one after another in the result, too.
            steps.push(product);
            return Ok(true);
        }
        let apart = self.types.add(TensorType::new(ty.element, [&[count], &part.dims[..]].concat()));
        product.writes[0] = apart;
        steps.push(product);
        let concat = ConcatSplits::new(count, &part, &ty, dimension);
        steps.push(Step {
            locations: node.location.iter().cloned().collect(),
            ..Step::kernel(format!("join {count} parts"), vec![apart], vec![result], concat)
        });
        Ok(true)
    }
}
