//! `sort`: any number of operands along one dimension, by a comparator region. The sort is stable.

use std::cmp::Ordering;

use stablehlo::TensorType;
use stablehlo::ops::Direction;

use crate::elementwise::dtype::with_reg_type;
use crate::elementwise::number::Number;
use crate::elementwise::{RegType, ScalarFn};
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// `sort`; reads are the operands.
#[derive(Debug)]
pub(crate) struct Sort {
    types: Vec<TensorType>,
    dimension: usize,
    region: ScalarFn,
    /// The register type of the first operand.
    reg_type: RegType,
}

impl Sort {
    pub(crate) fn new(types: Vec<TensorType>, dimension: usize, region: ScalarFn) -> Result<Self> {
        let reg_type = RegType::of(types[0].element)?;
        Ok(Self { types, dimension, region, reg_type })
    }

    /// The sorted order of one line of `n` elements, as indices into the line; `at` maps these to elements of
    /// the operands.
    fn order(&self, args: &KernelArgs<'_>, at: impl Fn(usize) -> usize, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        let is_stored_as_computed = self.types[0].element.bytes() == self.reg_type.bytes();
        if let (Some(direction @ (Direction::Lt | Direction::Gt)), true) =
            (self.region.as_compare(), is_stored_as_computed)
        {
            let descending = direction == Direction::Gt;
            if self.reg_type.is_float() {
                let keys: Vec<f64> = with_reg_type!(self.reg_type, T => {
                    let values: &[T] = bytemuck::cast_slice(args.reads[0]);
                    (0..n).map(|i| values[at(i)].to_f64()).collect()
                });
                // Comparisons with NaN are not an order: then the sort goes by the comparator itself.
                if !keys.iter().any(|k| k.is_nan()) {
                    sort_by_keys(&mut order, descending, |a, b| keys[a].partial_cmp(&keys[b]));
                    return order;
                }
            } else {
                // Numbers from 2^63 on become negative as `i64`; flipping the sign bit restores their order.
                let sign_bit = if self.reg_type == RegType::U64 { i64::MIN } else { 0 };
                let keys: Vec<i64> = with_reg_type!(self.reg_type, T => {
                    let values: &[T] = bytemuck::cast_slice(args.reads[0]);
                    (0..n).map(|i| values[at(i)].to_i64() ^ sign_bit).collect()
                });
                sort_by_keys(&mut order, descending, |a, b| keys[a].partial_cmp(&keys[b]));
                return order;
            }
        }
        let mut registers = Default::default();
        let mut before = |a: usize, b: usize| {
            let mut operands: Vec<&[u8]> = Vec::with_capacity(2 * self.types.len());
            for (read, ty) in args.reads.iter().zip(&self.types) {
                let size = ty.element.bytes();
                for i in [a, b] {
                    operands.push(&read[at(i) * size..(at(i) + 1) * size]);
                }
            }
            let mut flag = [0u8];
            self.region.run(1, &operands, &mut [&mut flag[..]], &mut registers);
            flag[0] != 0
        };
        merge_sort(&mut order, &mut before);
        order
    }
}

fn sort_by_keys(order: &mut [usize], descending: bool, compare: impl Fn(usize, usize) -> Option<Ordering>) {
    order.sort_by(|a, b| {
        let (first, second) = if descending { (*b, *a) } else { (*a, *b) };
        compare(first, second).unwrap_or(Ordering::Equal)
    });
}

/// A stable merge sort, which terminates even if the comparator is not an order.
fn merge_sort(order: &mut [usize], before: &mut impl FnMut(usize, usize) -> bool) {
    if order.len() < 2 {
        return;
    }
    let middle = order.len() / 2;
    merge_sort(&mut order[..middle], before);
    merge_sort(&mut order[middle..], before);
    let (left, right) = (order[..middle].to_vec(), order[middle..].to_vec());
    let (mut i, mut j) = (0, 0);
    for slot in order.iter_mut() {
        let take_right = j < right.len() && (i == left.len() || before(right[j], left[i]));
        *slot = if take_right { right[j] } else { left[i] };
        if take_right {
            j += 1;
        } else {
            i += 1;
        }
    }
}

impl Kernel for Sort {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let dims = &self.types[0].dims;
        let n = dims.get(self.dimension).copied().unwrap_or(1);
        let step: usize = dims.iter().skip(self.dimension + 1).product();
        let lines = self.types[0].num_elements() / n.max(1);
        for line in 0..lines {
            let first = line / step * step * n + line % step;
            let at = |i: usize| first + i * step;
            let order = self.order(&args, at, n);
            for ((read, write), ty) in args.reads.iter().zip(args.writes.iter_mut()).zip(&self.types) {
                let size = ty.element.bytes();
                for (to, from) in order.iter().enumerate() {
                    let (to, from) = (at(to) * size, at(*from) * size);
                    write[to..to + size].copy_from_slice(&read[from..from + size]);
                }
            }
        }
        Ok(())
    }
}
