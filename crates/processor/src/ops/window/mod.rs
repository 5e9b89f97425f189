//! `reduce_window` and `select_and_scatter`, a row of channels at a time.
//!
//! The windows of images with channels last cover one element of the last dimension: then whole rows of
//! channels are processed together. Any other shape is treated as one with a last dimension of size one.

mod pool;
mod scan;
mod window_iter;

use stablehlo::ops::{Binary, Direction, WindowDim};
use stablehlo::{ElementType, TensorType};

use pool::{PoolBackward, PoolReducer};
pub(crate) use scan::Scan;
use window_iter::Windows;

use crate::elementwise::ScalarFn;
use crate::elementwise::bf16::Bf16;
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// `reduce_window`; reads are the inputs, then their initial values.
#[derive(Debug)]
pub(crate) struct ReduceWindow {
    windows: Windows,
    inputs: Vec<TensorType>,
    region: ScalarFn,
    /// The operation, if the reduction is one of f32 or bf16 that has a vectorized loop.
    vectorized: Option<Binary>,
}

impl ReduceWindow {
    pub(crate) fn new(window: &[WindowDim], inputs: Vec<TensorType>, output: &[usize], region: ScalarFn) -> Self {
        let vectorized = region.as_binary().filter(|op| {
            matches!(op, Binary::Add | Binary::Maximum | Binary::Minimum)
                && matches!(inputs[0].element, ElementType::F32 | ElementType::Bf16)
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
            let is_bf16 = self.inputs[0].element == ElementType::Bf16;
            let init = match is_bf16 {
                true => bytemuck::pod_read_unaligned::<Bf16>(&args.reads[1][..2]).widened(),
                false => bytemuck::pod_read_unaligned(&args.reads[1][..4]),
            };
            let reducer = PoolReducer { op, init, is_bf16 };
            pool::pool(args.isa, &self.windows, reducer, args.reads[0], args.writes[0]);
            return Ok(());
        }
        let n = self.inputs.len();
        let bytes: Vec<usize> = self.inputs.iter().map(|t| t.element.bytes()).collect();
        let buffers = || bytes.iter().map(|b| vec![0u64; (row * b).div_ceil(8)]).collect::<Vec<_>>();
        let (mut acc, mut next) = (buffers(), buffers());
        let mut registers = Default::default();
        let KernelArgs { reads, writes, .. } = &mut args;
        let mut runs = self.windows.iter();
        while let Some(run) = runs.next() {
            for (window, rows) in (0..run.windows).map(|at| run.window(at)) {
                for i in 0..n {
                    let acc = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut acc[i])[..row * bytes[i]];
                    acc.chunks_exact_mut(bytes[i]).for_each(|e| e.copy_from_slice(&reads[n + i][..bytes[i]]));
                }
                for from in rows {
                    let mut operands: Vec<&[u8]> =
                        acc.iter().zip(&bytes).map(|(a, b)| &bytemuck::cast_slice(a)[..row * b]).collect();
                    operands.extend((0..n).map(|i| &reads[i][from * row * bytes[i]..(from + 1) * row * bytes[i]]));
                    let mut outs: Vec<&mut [u8]> = next
                        .iter_mut()
                        .zip(&bytes)
                        .map(|(a, b)| &mut bytemuck::cast_slice_mut::<u64, u8>(a)[..row * b])
                        .collect();
                    self.region.run(row, &operands, &mut outs, &mut registers);
                    std::mem::swap(&mut acc, &mut next);
                }
                for i in 0..n {
                    let size = row * bytes[i];
                    writes[i][window * size..(window + 1) * size]
                        .copy_from_slice(&bytemuck::cast_slice(&acc[i])[..size]);
                }
            }
        }
        Ok(())
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
