//! `reduce_window` and `select_and_scatter`, a row of channels at a time.
//!
//! Windows of pictures with channels last cover one element of the last dimension: then whole rows of channels are
//! joined at once. Any other shape is seen as having one more dimension of size one.

mod pool;
mod walk;

use stablehlo::ops::{Binary, Direction, WindowDim};
use stablehlo::{ElementType, TensorType};

use pool::widen;
use walk::Walk;

use crate::Result;
use crate::elementwise::ScalarFn;
use crate::plan::step::{Kernel, KernelArgs};

#[derive(Debug)]
pub(crate) struct ReduceWindow {
    walk: Walk,
    inputs: Vec<TensorType>,
    region: ScalarFn,
    /// The reduction, where it is of f32 or bf16 and has a loop of its own.
    fast: Option<Binary>,
}

impl ReduceWindow {
    pub(crate) fn new(window: &[WindowDim], inputs: Vec<TensorType>, output: &[usize], region: ScalarFn) -> Self {
        let fast = region.as_binary().filter(|op| {
            matches!(op, Binary::Add | Binary::Maximum | Binary::Minimum)
                && matches!(inputs[0].element, ElementType::F32 | ElementType::Bf16)
                && inputs.len() == 1
        });
        let walk = Walk::new(window, &inputs[0], output);
        Self { walk, inputs, region, fast }
    }
}

impl Kernel for ReduceWindow {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let row = self.walk.row;
        if let Some(op) = self.fast {
            let bf16 = self.inputs[0].element == ElementType::Bf16;
            let init = match bf16 {
                true => widen(bytemuck::pod_read_unaligned(&args.reads[1][..2])),
                false => bytemuck::pod_read_unaligned(&args.reads[1][..4]),
            };
            pool::pool(args.isa, &self.walk, op, bf16, init, args.reads[0], args.writes[0]);
            return Ok(());
        }
        let n = self.inputs.len();
        let bytes: Vec<usize> = self.inputs.iter().map(|t| t.element.bytes()).collect();
        let buffers = || bytes.iter().map(|b| vec![0u64; (row * b).div_ceil(8)]).collect::<Vec<_>>();
        let (mut acc, mut next) = (buffers(), buffers());
        let mut registers = Default::default();
        let KernelArgs { reads, writes, .. } = &mut args;
        let mut runs = self.walk.runs();
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

/// `select_and_scatter`: each window of the operand gives its source element to the element it selects.
#[derive(Debug)]
pub(crate) struct SelectAndScatter {
    walk: Walk,
    element: ElementType,
    select: ScalarFn,
    scatter: ScalarFn,
    /// Of f32 or bf16, selecting the first greatest and adding: it has a loop of its own.
    fast: bool,
}

impl SelectAndScatter {
    pub(crate) fn new(
        window: &[WindowDim],
        operand: &TensorType,
        source: &TensorType,
        select: ScalarFn,
        scatter: ScalarFn,
    ) -> Self {
        let fast = matches!(operand.element, ElementType::F32 | ElementType::Bf16)
            && select.as_compare() == Some(Direction::Ge)
            && scatter.as_binary() == Some(Binary::Add);
        let walk = Walk::new(window, operand, &source.dims);
        Self { walk, element: operand.element, select, scatter, fast }
    }
}

impl Kernel for SelectAndScatter {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let b = self.element.bytes();
        let row = self.walk.row;
        let (operand, source, init) = (args.reads[0], args.reads[1], &args.reads[2][..b]);
        let (isa, out) = (args.isa, &mut *args.writes[0]);
        // Windows that are apart write all that they cover.
        let from_zero = init.iter().all(|b| *b == 0);
        let anew = self.fast && self.walk.apart && from_zero;
        match from_zero {
            true if anew && self.walk.covering => {}
            true => out.fill(0),
            false => out.chunks_exact_mut(b).for_each(|e| e.copy_from_slice(init)),
        }
        if self.fast {
            pool::route(isa, &self.walk, self.element == ElementType::Bf16, operand, source, anew, out);
            return Ok(());
        }
        let mut chosen = vec![0u32; row];
        let (mut best, mut joined) = (vec![0u64; (row * b).div_ceil(8)], vec![0u64; (row * b).div_ceil(8)]);
        let mut flags = vec![0u8; row];
        let mut registers = Default::default();
        let size = row * b;
        let mut runs = self.walk.runs();
        while let Some(run) = runs.next() {
            for (window, rows) in (0..run.windows).map(|at| run.window(at)) {
                let best = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut best)[..size];
                let mut any = false;
                for (tap, from) in rows.clone().enumerate() {
                    let x = &operand[from * size..(from + 1) * size];
                    if !any {
                        any = true;
                        best.copy_from_slice(x);
                        chosen.fill(tap as u32);
                        continue;
                    }
                    self.select.run(row, &[best, x], &mut [&mut flags[..]], &mut registers);
                    for (i, _) in flags.iter().enumerate().filter(|(_, f)| **f == 0) {
                        best[i * b..(i + 1) * b].copy_from_slice(&x[i * b..(i + 1) * b]);
                        chosen[i] = tap as u32;
                    }
                }
                let source = &source[window * size..(window + 1) * size];
                for (tap, to) in rows.enumerate() {
                    let joined = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut joined)[..size];
                    let there = &mut out[to * size..(to + 1) * size];
                    self.scatter.run(row, &[there, source], &mut [&mut *joined], &mut registers);
                    for (i, _) in chosen.iter().enumerate().filter(|(_, c)| **c == tap as u32) {
                        there[i * b..(i + 1) * b].copy_from_slice(&joined[i * b..(i + 1) * b]);
                    }
                }
            }
        }
        Ok(())
    }
}
