//! Running reductions: a `reduce_window` each of whose windows reaches from one end of a dimension to an
//! element, as JAX writes cumulative sums. Each result is computed from its neighbor, in linear time.

use stablehlo::ops::{Binary, WindowDim};
use stablehlo::{ElementType, TensorType};

use crate::elementwise::ScalarFn;
use crate::elementwise::bf16::Bf16;
use crate::elementwise::dtype::with_reg_type;
use crate::elementwise::number::Number;
use crate::elementwise::{RegType, ScalarFnRegisters};
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// Elements that a thread takes at a time, about.
const TASK_ELEMENTS: usize = 1 << 15;
/// Lines that the region is evaluated for at a time.
const LINES: usize = 256;

/// A running reduction along one dimension.
///
/// From the first element on, a result is the region applied to the result before and the element: the same
/// operations in the same order as in its window. From the last element on (`reverse`), it is the region
/// applied to the element and the result after it, which relies on the region to be associative, as the
/// specification requires.
#[derive(Debug)]
pub(crate) struct Scan {
    inputs: Vec<TensorType>,
    dimension: usize,
    reverse: bool,
    region: ScalarFn,
}

impl Scan {
    /// The dimension of a running reduction, and true if it begins at the last element; none for any other
    /// windows.
    pub(crate) fn recognize(window: &[WindowDim], dims: &[usize]) -> Option<(usize, bool)> {
        let wide: Vec<usize> = (0..dims.len()).filter(|d| window[*d] != WindowDim::new(1)).collect();
        let [d] = wide[..] else { return None };
        let w = window[d];
        let reach = w.size as i64 - 1;
        let is_plain = w.stride == 1 && w.base_dilation == 1 && w.window_dilation == 1 && w.size >= dims[d];
        match (w.pad_low, w.pad_high) {
            (low, 0) if is_plain && low == reach => Some((d, false)),
            (0, high) if is_plain && high == reach => Some((d, true)),
            _ => None,
        }
    }

    pub(crate) fn new((dimension, reverse): (usize, bool), inputs: Vec<TensorType>, region: ScalarFn) -> Self {
        Self { inputs, dimension, reverse, region }
    }

    /// The index of the `i`th of `n` elements in the order of the scan.
    fn at(&self, i: usize, n: usize) -> usize {
        if self.reverse { n - 1 - i } else { i }
    }

    /// Scans `lines` lines of `n` rows of `inner` elements by one operation on numbers. `widen` and `narrow`
    /// convert between elements and numbers.
    fn run_typed<T: bytemuck::Pod, A: Copy>(
        &self,
        (input, output, init): (&[T], &mut [T], T),
        (n, inner): (usize, usize),
        (widen, narrow): (impl Fn(T) -> A, impl Fn(A) -> T),
        f: impl Fn(A, A) -> A,
    ) {
        let mut acc = vec![widen(init); inner];
        for (input, output) in input.chunks_exact(n * inner).zip(output.chunks_exact_mut(n * inner)) {
            acc.fill(widen(init));
            for i in 0..n {
                let row = self.at(i, n) * inner..(self.at(i, n) + 1) * inner;
                for ((a, x), o) in acc.iter_mut().zip(&input[row.clone()]).zip(&mut output[row]) {
                    *a = f(*a, widen(*x));
                    *o = narrow(*a);
                }
            }
        }
    }

    /// Scans by one operation; returns false if there is no loop for it.
    fn run_binary(&self, op: Binary, buffers: (&[u8], &mut [u8], &[u8]), shape: (usize, usize)) -> Result<bool> {
        let element = self.inputs[0].element;
        let (input, output, init) = buffers;
        if element == ElementType::Bf16 && op == Binary::Add {
            // Sums are rounded where they are stored, as those of other windows.
            let init: Bf16 = bytemuck::pod_read_unaligned(&init[..2]);
            let buffers = (bytemuck::cast_slice(input), bytemuck::cast_slice_mut(output), init);
            self.run_typed(buffers, shape, (Bf16::widened, Bf16::rounded), |a: f32, x: f32| a + x);
            return Ok(true);
        }
        let reg_type = RegType::of(element)?;
        if element == ElementType::F16 {
            return Ok(false);
        }
        with_reg_type!(reg_type, T => {
            let init: T = bytemuck::pod_read_unaligned(&init[..reg_type.bytes()]);
            let buffers = (bytemuck::cast_slice(input), bytemuck::cast_slice_mut(output), init);
            let same = (|x: T| x, |x: T| x);
            match op {
                Binary::Add => self.run_typed(buffers, shape, same, <T as Number>::add),
                Binary::Multiply => self.run_typed(buffers, shape, same, <T as Number>::mul),
                Binary::Maximum => self.run_typed(buffers, shape, same, <T as Number>::max),
                Binary::Minimum => self.run_typed(buffers, shape, same, <T as Number>::min),
                Binary::And => self.run_typed(buffers, shape, same, <T as Number>::and),
                Binary::Or => self.run_typed(buffers, shape, same, <T as Number>::or),
                _ => return Ok(false),
            }
        });
        Ok(true)
    }

    /// Scans by the region, for many lines at a time.
    fn run_region(&self, reads: &[&[u8]], writes: &mut [&mut [u8]], inits: &[&[u8]], (n, inner): (usize, usize)) {
        let sizes: Vec<usize> = self.inputs.iter().map(|t| t.element.bytes()).collect();
        let lines = reads[0].len() / (sizes[0] * n).max(1);
        let buffers = || sizes.iter().map(|size| vec![0u64; (LINES * size).div_ceil(8)]).collect::<Vec<_>>();
        let (mut acc, mut next, mut row) = (buffers(), buffers(), buffers());
        let mut registers = ScalarFnRegisters::default();
        for first in (0..lines).step_by(LINES) {
            let count = LINES.min(lines - first);
            // The position of element `i` of a line.
            let at = |line: usize, i: usize| line / inner * n * inner + i * inner + line % inner;
            for ((acc, init), size) in acc.iter_mut().zip(inits).zip(&sizes) {
                let acc: &mut [u8] = bytemuck::cast_slice_mut(acc);
                acc[..count * size].chunks_exact_mut(*size).for_each(|e| e.copy_from_slice(&init[..*size]));
            }
            for i in (0..n).map(|i| self.at(i, n)) {
                for ((row, read), size) in row.iter_mut().zip(reads).zip(&sizes) {
                    let row: &mut [u8] = bytemuck::cast_slice_mut(row);
                    for (line, to) in row[..count * size].chunks_exact_mut(*size).enumerate() {
                        let from = at(first + line, i) * size;
                        to.copy_from_slice(&read[from..from + size]);
                    }
                }
                let (before, elements) = (used(&acc, &sizes, count), used(&row, &sizes, count));
                let operands = if self.reverse { [elements, before] } else { [before, elements] }.concat();
                let mut results: Vec<&mut [u8]> = Vec::new();
                for (b, size) in next.iter_mut().zip(&sizes) {
                    results.push(&mut bytemuck::cast_slice_mut(b)[..count * size]);
                }
                self.region.run(count, &operands, &mut results, &mut registers);
                std::mem::swap(&mut acc, &mut next);
                for ((acc, write), size) in acc.iter().zip(writes.iter_mut()).zip(&sizes) {
                    let acc: &[u8] = bytemuck::cast_slice(acc);
                    for (line, from) in acc[..count * size].chunks_exact(*size).enumerate() {
                        let to = at(first + line, i) * size;
                        write[to..to + size].copy_from_slice(from);
                    }
                }
            }
        }
    }
}

impl Kernel for Scan {
    fn run(&self, args: KernelArgs<'_>) -> Result<()> {
        let KernelArgs { reads, mut writes, team, .. } = args;
        let (inputs, inits) = reads.split_at(self.inputs.len());
        let dims = &self.inputs[0].dims;
        let (n, inner) = (dims[self.dimension], dims[self.dimension + 1..].iter().product::<usize>());
        let line_block = n * inner;
        if self.inputs[0].num_elements() == 0 {
            return Ok(());
        }
        let per_task = (TASK_ELEMENTS / line_block).max(1) * line_block;
        let sizes: Vec<usize> = self.inputs.iter().map(|t| t.element.bytes()).collect();
        let mut chunks: Vec<_> = writes.iter_mut().zip(&sizes).map(|(w, size)| w.chunks_mut(per_task * size)).collect();
        let count = self.inputs[0].num_elements().div_ceil(per_task);
        let tasks: Vec<(usize, Vec<&mut [u8]>)> =
            (0..count).map(|task| (task, chunks.iter_mut().filter_map(Iterator::next).collect())).collect();
        team.parallel_for(tasks, |(task, mut writes)| {
            let part = |(read, size): (&&'_ [u8], &usize)| -> std::ops::Range<usize> {
                let first = task * per_task * size;
                first..(first + per_task * size).min(read.len())
            };
            let reads: Vec<&[u8]> = inputs.iter().zip(&sizes).map(|(r, size)| &r[part((r, size))]).collect();
            if let (Some(op), [read], [write]) = (self.region.as_binary(), &reads[..], &mut writes[..])
                && self.run_binary(op, (read, write, inits[0]), (n, inner))?
            {
                return Ok(());
            }
            self.run_region(&reads, &mut writes, inits, (n, inner));
            Ok(())
        })
    }
}

/// The first `count` elements of each buffer.
fn used<'b>(buffers: &'b [Vec<u64>], sizes: &[usize], count: usize) -> Vec<&'b [u8]> {
    buffers.iter().zip(sizes).map(|(b, size)| &bytemuck::cast_slice(b)[..count * size]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_windows_from_one_end_are_running() {
        let wide = |size: usize, pad_low: i64, pad_high: i64| WindowDim { pad_low, pad_high, ..WindowDim::new(size) };
        let one = WindowDim::new(1);
        assert_eq!(Scan::recognize(&[one, wide(4, 3, 0)], &[2, 4]), Some((1, false)));
        assert_eq!(Scan::recognize(&[wide(4, 0, 3), one], &[4, 2]), Some((0, true)));
        assert_eq!(Scan::recognize(&[wide(9, 8, 0)], &[4]), Some((0, false)));
        assert_eq!(Scan::recognize(&[wide(3, 2, 0)], &[4]), None);
        assert_eq!(Scan::recognize(&[wide(4, 2, 1)], &[4]), None);
        assert_eq!(Scan::recognize(&[wide(4, 3, 0), wide(2, 1, 0)], &[4, 2]), None);
        assert_eq!(Scan::recognize(&[WindowDim { stride: 2, ..wide(4, 3, 0) }], &[4]), None);
    }
}
