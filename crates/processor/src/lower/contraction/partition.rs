//! Partitions of a matrix product's rows or batch, for threads to share.

use kernels::GemmSpec;

use crate::ir::Node;
use crate::lower::lowering::Lowering;
use crate::ops::contraction::{ContractionPlan, ContractionSlice};
use crate::plan::partitioning::PARTITIONS;

/// Multiplications of a product from which on partitions are worth the threads' synchronization.
const PARALLEL_GEMM_MIN_MACS: usize = 512 << 10;

/// A product divided into several of the same plan, each with its own stretch of the result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partition {
    pub(crate) count: usize,
    /// Bytes from one partition to the next: of the left operand, of the right one, of the result.
    strides: [usize; 3],
}

impl Partition {
    /// The undivided product.
    pub(crate) const ONE: Self = Self { count: 1, strides: [0; 3] };
}

impl Lowering<'_> {
    /// Divides a large product outside of batch loops along its batch, or else along its rows, into
    /// partitions of at least `min_rows` rows. Returns the partition and the specification of one part. The
    /// program determines the count, so that results do not depend on the number of threads.
    pub(super) fn partition_rows(&self, spec: &GemmSpec, min_rows: usize) -> (Partition, GemmSpec) {
        let mut spec = spec.clone();
        let most = PARTITIONS / self.replicas;
        let macs = [spec.m, spec.n, spec.k].into_iter().fold(spec.batch, usize::saturating_mul);
        if self.is_in_batch_loop() || macs < PARALLEL_GEMM_MIN_MACS || !self.options.is_enabled("partition_rows") {
            return (Partition::ONE, spec);
        }
        let (size, dimension, least) =
            if spec.batch > 1 { (&mut spec.batch, 0, 1) } else { (&mut spec.m, 1, min_rows) };
        let Some(count) = (2..=most).rev().find(|n| size.is_multiple_of(*n) && *size / n >= least) else {
            return (Partition::ONE, spec);
        };
        *size /= count;
        let size = *size;
        // The right operand is divided along the batch only.
        let rhs_stride = if dimension == 0 { spec.rhs.strides[0] } else { 0 };
        let strides =
            [(spec.lhs, spec.lhs.strides[dimension]), (spec.rhs, rhs_stride), (spec.out, spec.out.strides[dimension])];
        let strides = strides.map(|(operand, stride)| size * stride * operand.element.bytes());
        (Partition { count, strides }, spec)
    }

    /// The slices of a partitioned product.
    pub(super) fn slices(&self, node: &Node, plan: &ContractionPlan, partition: Partition) -> Vec<ContractionSlice> {
        let [lhs, rhs] = [0, 1].map(|i| self.offset(node.operands[i]));
        // A prepacked operand begins at the start of its memory.
        let rhs = if plan.takes_packed() { 0 } else { rhs };
        let Partition { count, strides } = partition;
        let out = if count == 1 { self.types.of(node.results[0]).size_in_bytes() } else { strides[2] };
        let slice =
            |i| ContractionSlice { plan: plan.clone(), lhs: lhs + i * strides[0], rhs: rhs + i * strides[1], out };
        (0..count).map(slice).collect()
    }
}
