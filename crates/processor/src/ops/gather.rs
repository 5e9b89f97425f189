//! `gather`: slices of the operand at start indices. Each slice is one strided copy.

use stablehlo::ops::Gather;
use stablehlo::{ElementType, TensorType};

use super::copy::CopyPlan;
use super::index::{clamp_start, read_index};
use crate::error::Result;
use crate::ir::row_major::{Indices, strides};
use crate::plan::partitioning::{PARALLEL_LOOP_ELEMENTS, PARTITIONS};
use crate::plan::step::{Kernel, KernelArgs};

/// `gather`; reads are the operand and the start indices.
#[derive(Debug)]
pub(crate) struct GatherKernel {
    attrs: Gather,
    operand: TensorType,
    index: ElementType,
    index_vector_stride: usize,
    /// Sizes of the batch dimensions: the dimensions of the start indices without the index vector.
    batch_dims: Vec<usize>,
    /// The stride of each batch dimension in the start indices and in the result.
    batch_strides: Vec<(usize, usize)>,
    operand_strides: Vec<isize>,
    /// The copy of one slice.
    slice: CopyPlan,
    /// The bytes of a slice, if slices are contiguous in the operand, and follow one another in the
    /// result in the order of the start indices.
    row_bytes: Option<usize>,
}

impl GatherKernel {
    pub(crate) fn new(attrs: &Gather, operand: &TensorType, indices: &TensorType, result: &TensorType) -> Self {
        let (source, target) = (strides(&operand.dims), strides(&result.dims));
        let is_dropped = |d: &usize| attrs.collapsed_slice_dims.contains(d) || attrs.operand_batching_dims.contains(d);
        let window: Vec<usize> = (0..operand.rank()).filter(|d| !is_dropped(d)).collect();
        let dims: Vec<usize> = window.iter().map(|d| attrs.slice_sizes[*d]).collect();
        let from: Vec<isize> = window.iter().map(|d| source[*d]).collect();
        let to: Vec<isize> = attrs.offset_dims.iter().map(|d| target[*d]).collect();
        let index_strides = strides(&indices.dims);
        let index_dims = (0..indices.rank()).filter(|d| *d != attrs.index_vector_dim);
        let result_batch_dims = (0..result.rank()).filter(|d| !attrs.offset_dims.contains(d));
        let batch_dims: Vec<usize> = result_batch_dims.clone().map(|d| result.dims[d]).collect();
        let batch_strides =
            index_dims.zip(result_batch_dims).map(|(i, r)| (index_strides[i] as usize, target[r] as usize)).collect();
        let slice = CopyPlan::new(&dims, &from, &to, operand.element.bytes());
        let has_rows = attrs.index_vector_dim + 1 >= indices.rank()
            && attrs.operand_batching_dims.is_empty()
            && attrs.offset_dims.iter().copied().eq(batch_dims.len()..result.rank());
        Self {
            row_bytes: slice.as_contiguous().filter(|_| has_rows),
            slice,
            attrs: attrs.clone(),
            operand: operand.clone(),
            index: indices.element,
            index_vector_stride: index_strides.get(attrs.index_vector_dim).map_or(0, |s| *s as usize),
            batch_dims,
            batch_strides,
            operand_strides: source,
        }
    }
}

impl GatherKernel {
    /// Copies one row after another; threads share the rows of a large result.
    fn gather_rows(&self, mut args: KernelArgs<'_>, row_bytes: usize) -> Result<()> {
        let (operand, indices) = (args.reads[0], args.reads[1]);
        let components: Vec<(usize, usize, usize)> = self
            .attrs
            .start_index_map
            .iter()
            .map(|d| (self.operand.dims[*d], self.attrs.slice_sizes[*d], self.operand_strides[*d] as usize))
            .collect();
        let bytes = self.operand.element.bytes();
        let step = if self.index_vector_stride == 0 { 1 } else { components.len() };
        let copy_rows = |first: usize, out: &mut [u8]| {
            for (i, out) in out.chunks_exact_mut(row_bytes).enumerate() {
                let mut from = 0;
                for (component, (dim, size, stride)) in components.iter().enumerate() {
                    let start = read_index(self.index, indices, (first + i) * step + component);
                    from += clamp_start(start, *size, *dim) * stride;
                }
                let row = &operand[from * bytes..from * bytes + row_bytes];
                match (row_bytes, row.first_chunk::<4>(), out.first_chunk_mut::<4>()) {
                    // A call of `memcpy` takes longer than one element.
                    (4, Some(row), Some(out)) => *out = *row,
                    _ => out.copy_from_slice(row),
                }
            }
        };
        let out = &mut *args.writes[0];
        let rows = out.len() / row_bytes;
        if out.len() / bytes < PARALLEL_LOOP_ELEMENTS {
            copy_rows(0, out);
            return Ok(());
        }
        let share = rows.div_ceil(PARTITIONS);
        let shares = out.chunks_mut(share * row_bytes).enumerate().collect();
        args.team.parallel_for(shares, |(i, out): (usize, &mut [u8])| {
            copy_rows(i * share, out);
            Ok(())
        })
    }
}

impl Kernel for GatherKernel {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let attrs = &self.attrs;
        let bytes = self.operand.element.bytes();
        if args.writes[0].is_empty() {
            return Ok(());
        }
        if let Some(row_bytes) = self.row_bytes {
            return self.gather_rows(args, row_bytes);
        }
        let mut batch = Indices::new(&self.batch_dims);
        while let Some(at) = batch.next() {
            let (mut index, mut to) = (0, 0);
            for (i, (a, b)) in at.iter().zip(&self.batch_strides) {
                index += i * a;
                to += i * b;
            }
            let mut from = 0;
            for (component, d) in attrs.start_index_map.iter().enumerate() {
                let start = read_index(self.index, args.reads[1], index + component * self.index_vector_stride);
                let start = clamp_start(start, attrs.slice_sizes[*d], self.operand.dims[*d]);
                from += start * self.operand_strides[*d] as usize;
            }
            for (d, i) in attrs.operand_batching_dims.iter().zip(&attrs.start_indices_batching_dims) {
                // The batch dimensions leave out the dimension of the index vector.
                let batch_dim = i - usize::from(*i > attrs.index_vector_dim);
                from += at[batch_dim] * self.operand_strides[*d] as usize;
            }
            self.slice.run(args.reads[0], from * bytes, args.writes[0], to * bytes);
        }
        Ok(())
    }
}
