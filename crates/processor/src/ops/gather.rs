//! `gather`: slices of the operand at places that indices name. Whole rows are one copy each.

use stablehlo::ops::Gather;
use stablehlo::{ElementType, TensorType};

use super::copy::CopyPlan;
use super::{advance, clamp_start, integer, strides};
use crate::Result;
use crate::plan::step::{Kernel, KernelArgs};

#[derive(Debug)]
pub(crate) struct GatherKernel {
    attrs: Gather,
    operand: TensorType,
    index: ElementType,
    index_strides: Vec<isize>,
    index_vector_stride: usize,
    /// Sizes of the batch dimensions, those of the indices without the component dimension.
    batch: Vec<usize>,
    /// For each batch dimension its stride in the indices and in the result.
    batch_strides: Vec<(usize, usize)>,
    operand_strides: Vec<isize>,
    plan: CopyPlan,
}

impl GatherKernel {
    pub(crate) fn new(attrs: &Gather, operand: &TensorType, indices: &TensorType, result: &TensorType) -> Self {
        let (source, target) = (strides(operand), strides(result));
        let gone = |d: &usize| attrs.collapsed_slice_dims.contains(d) || attrs.operand_batching_dims.contains(d);
        let window: Vec<usize> = (0..operand.rank()).filter(|d| !gone(d)).collect();
        let dims: Vec<usize> = window.iter().map(|d| attrs.slice_sizes[*d]).collect();
        let from: Vec<isize> = window.iter().map(|d| source[*d]).collect();
        let to: Vec<isize> = attrs.offset_dims.iter().map(|d| target[*d]).collect();
        let index_strides = strides(indices);
        let index_dims = (0..indices.rank()).filter(|d| *d != attrs.index_vector_dim);
        let batch_dims = (0..result.rank()).filter(|d| !attrs.offset_dims.contains(d));
        let batch: Vec<usize> = batch_dims.clone().map(|d| result.dims[d]).collect();
        let batch_strides =
            index_dims.zip(batch_dims).map(|(i, r)| (index_strides[i] as usize, target[r] as usize)).collect();
        Self {
            attrs: attrs.clone(),
            operand: operand.clone(),
            index: indices.element,
            index_vector_stride: index_strides.get(attrs.index_vector_dim).map_or(0, |s| *s as usize),
            index_strides,
            batch,
            batch_strides,
            operand_strides: source,
            plan: CopyPlan::new(&dims, &from, &to, operand.element.bytes()),
        }
    }
}

impl Kernel for GatherKernel {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let attrs = &self.attrs;
        let bytes = self.operand.element.bytes();
        if self.batch.contains(&0) || args.writes[0].is_empty() {
            return Ok(());
        }
        debug_assert!(self.index_strides.len() + 1 >= self.batch.len());
        let mut at = vec![0usize; self.batch.len()];
        loop {
            let (mut index, mut to) = (0, 0);
            for (i, (a, b)) in at.iter().zip(&self.batch_strides) {
                index += i * a;
                to += i * b;
            }
            let mut from = 0;
            for (component, d) in attrs.start_index_map.iter().enumerate() {
                let start = integer(self.index, args.reads[1], index + component * self.index_vector_stride);
                let start = clamp_start(start, attrs.slice_sizes[*d], self.operand.dims[*d]);
                from += start * self.operand_strides[*d] as usize;
            }
            for (d, i) in attrs.operand_batching_dims.iter().zip(&attrs.start_indices_batching_dims) {
                // The indices' dimension as a batch dimension: the component dimension is not counted.
                let batch = i - usize::from(*i > attrs.index_vector_dim);
                from += at[batch] * self.operand_strides[*d] as usize;
            }
            self.plan.run(args.reads[0], from * bytes, args.writes[0], to * bytes);
            if !advance(&mut at, &self.batch) {
                return Ok(());
            }
        }
    }
}
