//! `scatter`: updates combined with elements of the inputs at start indices.

use stablehlo::ops::Scatter;
use stablehlo::{ElementType, TensorType};

use super::index::read_index;
use crate::elementwise::{Combiner, RowUpdate, ScalarFn, ScalarFnRegisters, combine_rows};
use crate::error::Result;
use crate::ir::row_major::{Indices, strides};
use crate::plan::partitioning::{PARALLEL_LOOP_ELEMENTS, PARTITIONS};
use crate::plan::step::{Kernel, KernelArgs};

/// `scatter`; reads are the inputs, the scatter indices and the updates. An input that shares the memory of
/// its result comes as an empty slice.
#[derive(Debug)]
pub(crate) struct ScatterKernel {
    attrs: Scatter,
    inputs: Vec<TensorType>,
    updates: TensorType,
    index: ElementType,
    index_strides: Vec<isize>,
    /// Dimensions of the updates that go over the scatter indices.
    batch_dims: Vec<usize>,
    /// Input dimensions of the window, one for each of `update_window_dims`.
    window_dims: Vec<usize>,
    region: ScalarFn,
    combiner: Option<Combiner>,
    /// The elements of a row, if each scatter index names a whole row of one input, and the updates are
    /// these rows in the order of the indices.
    row: Option<usize>,
}

impl ScatterKernel {
    pub(crate) fn new(
        attrs: &Scatter,
        inputs: Vec<TensorType>,
        indices: &TensorType,
        updates: &TensorType,
        region: ScalarFn,
    ) -> Self {
        let row = row_elements(attrs, &inputs, indices, updates);
        let is_dropped = |d: &usize| attrs.inserted_window_dims.contains(d) || attrs.input_batching_dims.contains(d);
        let inputs_are_one = inputs.len() == 1;
        Self {
            window_dims: (0..inputs[0].rank()).filter(|d| !is_dropped(d)).collect(),
            batch_dims: (0..updates.rank()).filter(|d| !attrs.update_window_dims.contains(d)).collect(),
            attrs: attrs.clone(),
            inputs,
            updates: updates.clone(),
            index: indices.element,
            index_strides: strides(&indices.dims),
            combiner: region.combiner().filter(|_| inputs_are_one),
            row,
            region,
        }
    }

    /// The start of the window of one scatter index, in each dimension of the inputs.
    fn start(&self, indices: &[u8], batch: &[usize]) -> Vec<i64> {
        let attrs = &self.attrs;
        let dims = (0..self.index_strides.len()).filter(|d| *d != attrs.index_vector_dim);
        let at: usize = dims.zip(batch).map(|(d, i)| self.index_strides[d] as usize * i).sum();
        let step = self.index_strides.get(attrs.index_vector_dim).map_or(0, |s| *s as usize);
        let mut start = vec![0i64; self.inputs[0].rank()];
        for (component, d) in attrs.scatter_dims_to_operand_dims.iter().enumerate() {
            start[*d] = read_index(self.index, indices, at + component * step);
        }
        for (d, i) in attrs.input_batching_dims.iter().zip(&attrs.scatter_indices_batching_dims) {
            start[*d] = batch[i - usize::from(*i > attrs.index_vector_dim)] as i64;
        }
        start
    }

    /// The first element of the inputs that a window at that start is combined with; none for a window that
    /// is not in the inputs with all of its elements: it is dropped as a whole, as XLA does on every device.
    /// (By the words of StableHLO's specification, only the elements that are out of bounds are.)
    fn first_element(&self, start: &[i64], window: &[usize], strides: &[usize]) -> Option<usize> {
        let mut sizes = vec![1; start.len()];
        self.window_dims.iter().zip(window).for_each(|(d, size)| sizes[*d] = *size);
        let dims = start.iter().zip(&sizes).zip(&self.inputs[0].dims).zip(strides);
        dims.map(|(((start, size), dim), stride)| {
            let start = usize::try_from(*start).ok().filter(|start| start.saturating_add(*size) <= *dim)?;
            Some(start * stride)
        })
        .sum()
    }
}

impl Kernel for ScatterKernel {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let n = self.inputs.len();
        for (write, read) in args.writes.iter_mut().zip(&args.reads).filter(|(_, read)| !read.is_empty()) {
            write.copy_from_slice(read);
        }
        let input = &self.inputs[0];
        let (input_strides, update_strides) = (input.strides(), self.updates.strides());
        let batch_sizes: Vec<usize> = self.batch_dims.iter().map(|d| self.updates.dims[*d]).collect();
        let window: Vec<usize> = self.attrs.update_window_dims.iter().map(|d| self.updates.dims[*d]).collect();
        if self.updates.num_elements() == 0 {
            return Ok(());
        }
        if let (Some(row), Some(combiner)) = (self.row, self.combiner) {
            return self.scatter_rows(args, row, combiner);
        }
        // If the innermost dimension is contiguous in both inputs and updates, a row is combined at a time.
        let last = self.window_dims.last().copied();
        let has_rows = last.is_some_and(|d| input_strides[d] == 1)
            && self.attrs.update_window_dims.last().is_some_and(|d| update_strides[*d] == 1);
        let row = if has_rows { *window.last().unwrap_or(&1) } else { 1 };
        let outer = if has_rows { &window[..window.len() - 1] } else { &window[..] };
        let mut combined: Vec<Vec<u64>> =
            self.inputs.iter().map(|t| vec![0; (row * t.element.bytes()).div_ceil(8)]).collect();
        let mut registers = Default::default();
        let mut batches = Indices::new(&batch_sizes);
        while let Some(batch) = batches.next() {
            let start = self.start(args.reads[n], batch);
            let Some(first) = self.first_element(&start, &window, &input_strides) else { continue };
            let mut outer = Indices::new(outer);
            while let Some(within) = outer.next() {
                let mut from: usize = batch.iter().zip(&self.batch_dims).map(|(i, d)| i * update_strides[*d]).sum();
                let mut to = first;
                for (k, i) in within.iter().enumerate() {
                    from += i * update_strides[self.attrs.update_window_dims[k]];
                    to += i * input_strides[self.window_dims[k]];
                }
                self.combine_row(&mut args, (to, from), row, &mut combined, &mut registers);
            }
        }
        Ok(())
    }
}

/// The elements of a row, if a scatter combines whole rows of one input: see [`ScatterKernel::row`].
fn row_elements(attrs: &Scatter, inputs: &[TensorType], indices: &TensorType, updates: &TensorType) -> Option<usize> {
    let [input] = inputs else { return None };
    let scattered = attrs.inserted_window_dims.len();
    let window = attrs.update_window_dims.len();
    let is_row = attrs.inserted_window_dims.iter().copied().eq(0..scattered)
        && attrs.scatter_dims_to_operand_dims.iter().all(|d| *d < scattered)
        && attrs.input_batching_dims.is_empty()
        && attrs.index_vector_dim + 1 >= indices.rank()
        && attrs.update_window_dims.iter().copied().eq(updates.rank() - window..updates.rank())
        && updates.dims[updates.rank() - window..] == input.dims[scattered..];
    is_row.then(|| input.dims[scattered..].iter().product())
}

impl ScatterKernel {
    /// The row of the input that a scatter index names, if it is in the input; see [`ScatterKernel::row`].
    fn input_row(&self, indices: &[u8], index: usize) -> Option<usize> {
        let (dims, components) = (&self.inputs[0].dims, &self.attrs.scatter_dims_to_operand_dims);
        // Dimensions without a component have index 0.
        let scattered = 0..self.attrs.inserted_window_dims.len();
        scattered.clone().try_fold(0, |row, d| {
            let component = components.iter().position(|c| *c == d);
            let at = component.map_or(0, |c| read_index(self.index, indices, index * components.len() + c));
            (0..dims[d] as i64).contains(&at).then(|| row * dims[d] + at as usize)
        })
    }

    /// Combines whole rows. Threads share the rows of the result: the updates are sorted by shares first, so
    /// that each element is combined with its updates in their order.
    fn scatter_rows(&self, mut args: KernelArgs<'_>, row: usize, combiner: Combiner) -> Result<()> {
        let (isa, bytes) = (args.isa, self.inputs[0].element.bytes());
        let (indices, updates) = (args.reads[1], args.reads[2]);
        let count = self.updates.num_elements() / row;
        let target = &mut *args.writes[0];
        // Sorting has to take less time than combining.
        let is_small = self.updates.num_elements() < PARALLEL_LOOP_ELEMENTS || row < PARTITIONS;
        let partitions = if is_small { 1 } else { PARTITIONS };
        let share = (target.len() / bytes / row).div_ceil(partitions).max(1);
        let mut sorted = vec![vec![Vec::new(); partitions]; partitions];
        let parts = sorted.iter_mut().enumerate().collect();
        args.team.parallel_for(parts, |(i, lists): (usize, &mut Vec<Vec<RowUpdate>>)| {
            let part = count.div_ceil(partitions);
            for from in i * part..count.min((i + 1) * part) {
                if let Some(at) = self.input_row(indices, from) {
                    lists[at / share].push(RowUpdate { to: at % share, from });
                }
            }
            Ok(())
        })?;
        let shares = target.chunks_mut(share * row * bytes).enumerate().collect();
        args.team.parallel_for(shares, |(i, target): (usize, &mut [u8])| {
            for list in sorted.iter().map(|lists| &lists[i]) {
                match combiner {
                    Combiner::Binary(kind, reg_type) => combine_rows(isa, (kind, reg_type), target, updates, list, row),
                    Combiner::Second => {
                        let bytes = row * bytes;
                        for RowUpdate { to, from } in list {
                            let update = &updates[from * bytes..(from + 1) * bytes];
                            target[to * bytes..(to + 1) * bytes].copy_from_slice(update);
                        }
                    }
                }
            }
            Ok(())
        })
    }

    /// Combines `count` elements of the updates from element `from` on with as many of the results from `to`
    /// on.
    fn combine_row(
        &self,
        args: &mut KernelArgs<'_>,
        (to, from): (usize, usize),
        count: usize,
        combined: &mut [Vec<u64>],
        registers: &mut ScalarFnRegisters,
    ) {
        let n = self.inputs.len();
        if self.combiner == Some(Combiner::Second) {
            let b = self.inputs[0].element.bytes();
            args.writes[0][to * b..(to + count) * b].copy_from_slice(&args.reads[2][from * b..(from + count) * b]);
            return;
        }
        let mut operands: Vec<&[u8]> = Vec::with_capacity(2 * n);
        for (write, ty) in args.writes.iter().zip(&self.inputs) {
            let b = ty.element.bytes();
            operands.push(&write[to * b..(to + count) * b]);
        }
        for (update, ty) in args.reads[n + 1..].iter().zip(&self.inputs) {
            let b = ty.element.bytes();
            operands.push(&update[from * b..(from + count) * b]);
        }
        let mut outs: Vec<&mut [u8]> = combined
            .iter_mut()
            .zip(&self.inputs)
            .map(|(j, ty)| &mut bytemuck::cast_slice_mut::<u64, u8>(j)[..count * ty.element.bytes()])
            .collect();
        self.region.run(count, &operands, &mut outs, registers);
        for ((write, out), ty) in args.writes.iter_mut().zip(&outs).zip(&self.inputs) {
            let b = ty.element.bytes();
            write[to * b..(to + count) * b].copy_from_slice(out);
        }
    }
}
