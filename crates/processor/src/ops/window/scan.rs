//! Running reductions: a `reduce_window` each of whose windows reaches from one end of a dimension to an
//! element, as JAX writes cumulative sums. Each result is computed from its neighbor, in linear time.

use half::f16;
use stablehlo::ops::{Binary, WindowDim};
use stablehlo::{ElementType, TensorType};

use super::region_scan::RegionScan;
use crate::elementwise::RegType;
use crate::elementwise::ScalarFn;
use crate::elementwise::bf16::Bf16;
use crate::elementwise::compensated::Compensated;
use crate::elementwise::dtype::with_reg_type;
use crate::elementwise::number::Number;
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// Elements that a thread takes at a time, about.
const TASK_ELEMENTS: usize = 1 << 15;

/// A running reduction along one dimension.
///
/// From the first element on, a result is the region applied to the result before and the element. From the
/// last element on (`reverse`), it is the region applied to the element and the result after it. Sums and
/// products are as exact as those of a few numbers ([`Scan::is_wide`]); other regions are taken in blocks
/// ([`RegionScan`]), which relies on the region to be associative, as the specification requires.
#[derive(Debug)]
pub(crate) struct Scan {
    inputs: Vec<TensorType>,
    dimension: usize,
    reverse: bool,
    region: ScalarFn,
}

/// Elements of a running sum or product at most that is computed in the type of the elements.
const MAX_NARROW_ELEMENTS: usize = 16;

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

    /// Returns true if a running reduction of so many elements is computed in a wider type than theirs, or
    /// with its rounding errors: f32 in f64, and f64 as [`Compensated`].
    pub(crate) fn is_wide(op: Binary, n: usize) -> bool {
        matches!(op, Binary::Add | Binary::Multiply) && n > MAX_NARROW_ELEMENTS
    }

    /// The index of the `i`th of `n` elements in the order of the scan.
    fn at(&self, i: usize, n: usize) -> usize {
        if self.reverse { n - 1 - i } else { i }
    }

    /// Scans lines of `n` rows of `inner` elements by one operation on numbers. `widen` and `narrow` convert
    /// between elements and results.
    fn run_typed<T: bytemuck::Pod, A: Copy>(
        &self,
        (input, output, init): (&[u8], &mut [u8], &[u8]),
        (n, inner): (usize, usize),
        (widen, narrow): (impl Fn(T) -> A, impl Fn(A) -> T),
        f: impl Fn(A, T) -> A,
    ) {
        let (input, output): (&[T], &mut [T]) = (bytemuck::cast_slice(input), bytemuck::cast_slice_mut(output));
        let init = widen(bytemuck::pod_read_unaligned(&init[..size_of::<T>()]));
        let mut acc = vec![init; inner];
        for (input, output) in input.chunks_exact(n * inner).zip(output.chunks_exact_mut(n * inner)) {
            acc.fill(init);
            for i in 0..n {
                let row = self.at(i, n) * inner..(self.at(i, n) + 1) * inner;
                for ((a, x), o) in acc.iter_mut().zip(&input[row.clone()]).zip(&mut output[row]) {
                    *a = f(*a, *x);
                    *o = narrow(*a);
                }
            }
        }
    }

    /// Scans a sum or a product of floats in more than their precision.
    fn run_wide<const ADDS: bool>(&self, buffers: (&[u8], &mut [u8], &[u8]), shape: (usize, usize)) {
        let combine = |a: f64, x: f64| if ADDS { a + x } else { a * x };
        let to_f32 = |a: f64| a as f32;
        match self.inputs[0].element {
            ElementType::F64 => {
                let combine = |a: Compensated, x: f64| if ADDS { a.add(x) } else { a.mul(x) };
                self.run_typed(buffers, shape, (Compensated::new, Compensated::rounded), combine);
            }
            ElementType::F16 => {
                self.run_typed(buffers, shape, (f16::to_f64, f16::from_f64), |a, x| combine(a, x.to_f64()));
            }
            ElementType::Bf16 => {
                let rounded = |a| Bf16::rounded(to_f32(a));
                self.run_typed(buffers, shape, (Bf16::to_f64, rounded), |a, x: Bf16| combine(a, x.to_f64()));
            }
            _ => self.run_typed(buffers, shape, (f64::from, to_f32), |a, x: f32| combine(a, f64::from(x))),
        }
    }

    /// Scans by one operation; returns false if there is no loop for it.
    fn run_binary(&self, op: Binary, buffers: (&[u8], &mut [u8], &[u8]), shape: (usize, usize)) -> Result<bool> {
        let element = self.inputs[0].element;
        let is_short = matches!(element, ElementType::F16 | ElementType::Bf16);
        if element.is_float() && Self::is_wide(op, if is_short { usize::MAX } else { shape.0 }) {
            match op {
                Binary::Add => self.run_wide::<true>(buffers, shape),
                _ => self.run_wide::<false>(buffers, shape),
            }
            return Ok(true);
        }
        if element == ElementType::F16 {
            return Ok(false);
        }
        with_reg_type!(RegType::of(element)?, T => {
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
            RegionScan::new(&self.region, &self.inputs, self.reverse).run(&reads, &mut writes, inits, (n, inner));
            Ok(())
        })
    }
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
