//! `reduce_window` and `select_and_scatter`, a row of channels at a time.
//!
//! The windows of images with channels last cover one element of the last dimension: then whole rows of
//! channels are processed together. Any other shape is treated as one with a last dimension of size one.

mod pool;
mod region_scan;
mod scan;
mod window_iter;

use half::f16;
use stablehlo::ops::{Binary, Direction, WindowDim};
use stablehlo::{ElementType, TensorType};

use pool::{PoolBackward, PoolReducer};
pub(crate) use scan::Scan;
use window_iter::Windows;

use super::blocks::{BLOCK, Blocks};
use crate::elementwise::bf16::Bf16;
use crate::elementwise::{ScalarFn, ScalarFnRegisters};
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// `reduce_window`; reads are the inputs, then their initial values.
#[derive(Debug)]
pub(crate) struct ReduceWindow {
    windows: Windows,
    inputs: Vec<TensorType>,
    region: ScalarFn,
    /// The operation, if the reduction is one of f32, f16 or bf16 that has a vectorized loop.
    vectorized: Option<Binary>,
}

impl ReduceWindow {
    pub(crate) fn new(window: &[WindowDim], inputs: Vec<TensorType>, output: &[usize], region: ScalarFn) -> Self {
        let vectorized = region.as_binary().filter(|op| {
            matches!(op, Binary::Add | Binary::Maximum | Binary::Minimum)
                && matches!(inputs[0].element, ElementType::F32 | ElementType::F16 | ElementType::Bf16)
                && inputs.len() == 1
        });
        let windows = Windows::new(window, &inputs[0], output);
        Self { windows, inputs, region, vectorized }
    }
}

impl Kernel for ReduceWindow {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let row = self.windows.row;
        if let Some(op) = self.vectorized {
            let element = self.inputs[0].element;
            let init = match element {
                ElementType::Bf16 => bytemuck::pod_read_unaligned::<Bf16>(&args.reads[1][..2]).widened(),
                ElementType::F16 => bytemuck::pod_read_unaligned::<f16>(&args.reads[1][..2]).to_f32(),
                _ => bytemuck::pod_read_unaligned(&args.reads[1][..4]),
            };
            let reducer = PoolReducer { op, init, element };
            pool::pool(args.isa, &self.windows, reducer, args.reads[0], args.writes[0]);
            return Ok(());
        }
        let n = self.inputs.len();
        let sizes: Vec<usize> = self.inputs.iter().map(|t| row * t.element.bytes()).collect();
        let buffers = || sizes.iter().map(|size| vec![0u64; size.div_ceil(8)]).collect::<Buffers>();
        let (mut acc, mut next) = (buffers(), buffers());
        let mut registers = Default::default();
        let KernelArgs { reads, writes, .. } = &mut args;
        let mut runs = self.windows.iter();
        while let Some(run) = runs.next() {
            for (window, rows) in (0..run.windows).map(|at| run.window(at)) {
                for ((acc, size), init) in acc.iter_mut().zip(&sizes).zip(&reads[n..]) {
                    let bytes = size / row.max(1);
                    let acc = &mut bytemuck::cast_slice_mut::<u64, u8>(acc)[..*size];
                    acc.chunks_exact_mut(bytes.max(1)).for_each(|e| e.copy_from_slice(&init[..bytes]));
                }
                let mut blocks = Blocks::default();
                for (tap, from) in rows.enumerate() {
                    let elements =
                        reads[..n].iter().zip(&sizes).map(|(read, size)| &read[from * size..(from + 1) * size]);
                    let elements: Vec<&[u8]> = elements.collect();
                    if tap > 0 && tap.is_multiple_of(BLOCK) {
                        blocks.push(acc, |left, right: Buffers| self.joined(&left, &right, &sizes, &mut registers));
                        acc = buffers();
                        for (acc, element) in acc.iter_mut().zip(&elements) {
                            bytemuck::cast_slice_mut::<u64, u8>(acc)[..element.len()].copy_from_slice(element);
                        }
                        continue;
                    }
                    let operands = [used(&acc, &sizes), elements].concat();
                    self.region.run(row, &operands, &mut used_mut(&mut next, &sizes), &mut registers);
                    std::mem::swap(&mut acc, &mut next);
                }
                if let Some(before) = blocks.result(|left, right| self.joined(&left, &right, &sizes, &mut registers)) {
                    acc = self.joined(&before, &acc, &sizes, &mut registers);
                }
                for (write, acc) in writes.iter_mut().zip(used(&acc, &sizes)) {
                    write[window * acc.len()..(window + 1) * acc.len()].copy_from_slice(acc);
                }
            }
        }
        Ok(())
    }
}

/// A row of elements of each input.
type Buffers = Vec<Vec<u64>>;

/// The bytes of each buffer that are used.
fn used<'b>(buffers: &'b Buffers, sizes: &[usize]) -> Vec<&'b [u8]> {
    buffers.iter().zip(sizes).map(|(b, size)| &bytemuck::cast_slice(b)[..*size]).collect()
}

fn used_mut<'b>(buffers: &'b mut Buffers, sizes: &[usize]) -> Vec<&'b mut [u8]> {
    buffers.iter_mut().zip(sizes).map(|(b, size)| &mut bytemuck::cast_slice_mut(b)[..*size]).collect()
}

impl ReduceWindow {
    /// The region of two rows.
    fn joined(&self, left: &Buffers, right: &Buffers, sizes: &[usize], registers: &mut ScalarFnRegisters) -> Buffers {
        let mut result: Buffers = left.iter().map(|b| vec![0; b.len()]).collect();
        let operands = [used(left, sizes), used(right, sizes)].concat();
        self.region.run(self.windows.row, &operands, &mut used_mut(&mut result, sizes), registers);
        result
    }
}

/// `select_and_scatter`: each window of the operand scatters its source element to the element that it
/// selects. Reads are the operand, the source and the initial value.
#[derive(Debug)]
pub(crate) struct SelectAndScatter {
    windows: Windows,
    element: ElementType,
    select: ScalarFn,
    scatter: ScalarFn,
    /// The backward pass of a max pooling of f32 or bf16, which has a vectorized loop: it selects the first
    /// greatest element, and adds.
    is_pool_backward: bool,
}

impl SelectAndScatter {
    pub(crate) fn new(
        window: &[WindowDim],
        operand: &TensorType,
        source: &TensorType,
        select: ScalarFn,
        scatter: ScalarFn,
    ) -> Self {
        let is_pool_backward = matches!(operand.element, ElementType::F32 | ElementType::Bf16)
            && select.as_compare() == Some(Direction::Ge)
            && scatter.as_binary() == Some(Binary::Add);
        let windows = Windows::new(window, operand, &source.dims);
        Self { windows, element: operand.element, select, scatter, is_pool_backward }
    }
}

impl Kernel for SelectAndScatter {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let b = self.element.bytes();
        let row = self.windows.row;
        let (operand, source, init) = (args.reads[0], args.reads[1], &args.reads[2][..b]);
        let (isa, out) = (args.isa, &mut *args.writes[0]);
        // Disjoint windows can overwrite all that they cover, so that it need not be initialized.
        let init_is_zero = init.iter().all(|b| *b == 0);
        let overwrites = self.is_pool_backward && self.windows.are_disjoint && init_is_zero;
        match init_is_zero {
            true if overwrites && self.windows.cover_input => {}
            true => out.fill(0),
            false => out.chunks_exact_mut(b).for_each(|e| e.copy_from_slice(init)),
        }
        if self.is_pool_backward {
            let mode = PoolBackward { is_bf16: self.element == ElementType::Bf16, overwrites };
            pool::pool_backward(isa, &self.windows, mode, (operand, source), out);
            return Ok(());
        }
        let mut selected = vec![0u32; row];
        let (mut best, mut scattered) = (vec![0u64; (row * b).div_ceil(8)], vec![0u64; (row * b).div_ceil(8)]);
        let mut flags = vec![0u8; row];
        let mut registers = Default::default();
        let size = row * b;
        let mut runs = self.windows.iter();
        while let Some(run) = runs.next() {
            for (window, rows) in (0..run.windows).map(|at| run.window(at)) {
                let best = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut best)[..size];
                let mut has_selected = false;
                for (tap, from) in rows.clone().enumerate() {
                    let x = &operand[from * size..(from + 1) * size];
                    if !has_selected {
                        has_selected = true;
                        best.copy_from_slice(x);
                        selected.fill(tap as u32);
                        continue;
                    }
                    self.select.run(row, &[best, x], &mut [&mut flags[..]], &mut registers);
                    for (i, _) in flags.iter().enumerate().filter(|(_, f)| **f == 0) {
                        best[i * b..(i + 1) * b].copy_from_slice(&x[i * b..(i + 1) * b]);
                        selected[i] = tap as u32;
                    }
                }
                let source = &source[window * size..(window + 1) * size];
                for (tap, to) in rows.enumerate() {
                    let scattered = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut scattered)[..size];
                    let target = &mut out[to * size..(to + 1) * size];
                    self.scatter.run(row, &[target, source], &mut [&mut *scattered], &mut registers);
                    for (i, _) in selected.iter().enumerate().filter(|(_, c)| **c == tap as u32) {
                        target[i * b..(i + 1) * b].copy_from_slice(&scattered[i * b..(i + 1) * b]);
                    }
                }
            }
        }
        Ok(())
    }
}
