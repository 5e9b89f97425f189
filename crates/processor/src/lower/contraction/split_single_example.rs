//! Products of a single example, which have no rows to divide: threads share what is made of it, columns or lines of a
//! picture. Only where the right operand is made of weights: then it is packed, once for all parts.

use crate::Result;
use crate::ir::graph::Node;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::plan::step::Step;
use kernels::{ConvPlan, ConvSpec, GemmPlan, GemmSpec};

use super::refused;
use crate::lower::Lowering;
use crate::plan::partitioning::PARTITIONS;

/// Multiplications that are worth a thread of their own.
const SHARE: usize = 2 << 20;
/// Multiplications of a convolution that is worth two threads, though neither part is as large as that.
const TWO_PARTS: usize = 512 << 10;
/// Numbers of a right operand that are: each goes into one multiplication, and takes as long as it comes from afar.
const SHARE_OF_COLUMNS: usize = 1 << 18;
/// Lines that a part has at least: as high as a tile of Winograd's algorithm, so that none is cut.
const LINES: usize = 4;

impl Lowering<'_> {
    /// Most parts for the replicas' lanes.
    fn most_parts(&self) -> usize {
        PARTITIONS / self.replicas
    }

    /// A product of one row as parts of some columns each.
    pub(crate) fn columns(&mut self, node: &Node, spec: &GemmSpec, steps: &mut Vec<Step>) -> Result<bool> {
        let most = self.most_parts().min(spec.n * spec.k / SHARE_OF_COLUMNS);
        if self.variant_values.is_some() || spec.m != 1 || spec.batch != 1 || !self.is_weight(node.operands[1]) {
            return Ok(false);
        }
        let plan = |n: usize| GemmPlan::with_packed_rhs(&GemmSpec { n, ..spec.clone() }, self.isa, usize::MAX);
        let Some(whole) = plan(spec.n).map_err(refused)? else { return Ok(false) };
        let (panels, bytes) = whole.packed_panels();
        let even = |count: &usize| panels.is_multiple_of(*count) && spec.n.is_multiple_of(*count);
        let Some(count) = (2..=most).rev().find(even) else { return Ok(false) };
        let Some(part) = plan(spec.n / count).map_err(refused)? else { return Ok(false) };
        if part.packed_panels() != (panels / count, bytes) {
            return Ok(false);
        }
        let (lhs, out) = (self.offset(node.operands[0]), spec.n / count * spec.out.element.bytes());
        let plan = ContractionPlan::of_matrices(part);
        let part = |i| ContractionSlice { plan: plan.clone(), lhs, rhs: i * panels / count * bytes, out };
        self.pack_and_multiply(node, &ContractionPlan::of_matrices(whole), (0..count).map(part).collect(), steps);
        Ok(true)
    }

    /// A convolution over one picture as parts of some lines each.
    pub(crate) fn lines(&mut self, node: &Node, spec: &ConvSpec, steps: &mut Vec<Step>) -> Result<bool> {
        let Some(height) = spec.spatial.first().map(|dim| dim.output) else { return Ok(false) };
        let dense = spec.out.spatial[0] * height == self.types.of(node.results[0]).num_elements();
        if self.variant_values.is_some() || spec.batch != 1 || !dense || !self.is_weight(node.operands[1]) {
            return Ok(false);
        }
        let plan = |spec: &ConvSpec| ConvPlan::with_packed_filters(spec, self.isa);
        let Some(whole) = plan(spec).map_err(refused)? else { return Ok(false) };
        let multiplications = usize::try_from(whole.flops() / 2).unwrap_or(usize::MAX);
        let count = (multiplications / SHARE).max(if multiplications >= TWO_PARTS { 2 } else { 1 });
        let count = count.min(self.most_parts()).min(height.div_ceil(LINES));
        if count < 2 {
            return Ok(false);
        }
        let lines = height.div_ceil(count).next_multiple_of(LINES);
        let lhs = self.offset(node.operands[0]);
        let mut parts = Vec::new();
        for first in (0..height).step_by(lines) {
            let Some((part, input)) = spec.lines(first..height.min(first + lines)) else { return Ok(false) };
            let Some(plan) = plan(&part).map_err(refused)? else { return Ok(false) };
            // All of them read the same filters.
            if plan.method_name() != whole.method_name() || plan.packed_panels() != whole.packed_panels() {
                return Ok(false);
            }
            let out = part.spatial[0].output * spec.out.spatial[0] * spec.out.element.bytes();
            let lhs = lhs + input * spec.lhs.element.bytes();
            parts.push(ContractionSlice { plan: ContractionPlan::of_convolution(plan), lhs, rhs: 0, out });
        }
        if parts.len() < 2 {
            return Ok(false);
        }
        self.pack_and_multiply(node, &ContractionPlan::of_convolution(whole), parts, steps);
        Ok(true)
    }
}
