//! Kernels of whole numbers from -8 to 7, two in a byte (`keras/src/quantizers/quantizers.py`).

use std::num::NonZeroUsize;

use super::rounding::{EPSILON, rounded};
use crate::error::Result;
use crate::graph::{Scope, WeightSpec};
use crate::initializers::{Ones, Zeros};
use crate::ops::{self, Tensor};

/// The least and the largest number.
const RANGE: [f32; 2] = [-8.0, 7.0];

/// The kernel of a product as a matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    pub shape: [usize; 2],
    /// The axis along which two neighbors share a byte, the first one in its low bits.
    pub packed: usize,
    /// The axis of the inputs, along which numbers share a factor: all of them, or those of a block, which
    /// have a zero point, too.
    pub inputs: usize,
}

impl Matrix {
    /// The weights of a layer that has such a matrix in place of the weight of this name: its bytes, and what
    /// follows the bias.
    pub fn weights(&self, name: &str, block: Option<NonZeroUsize>) -> (WeightSpec, Vec<WeightSpec>) {
        let mut bytes = self.shape;
        bytes[self.packed] = bytes[self.packed].div_ceil(2);
        let length = self.shape[self.inputs];
        let mut factors = self.shape;
        factors[self.inputs] = block.map_or(1, |block| length.div_ceil(block.get()));
        let scale = |shape: &[usize]| WeightSpec::state(format!("{name}_scale"), shape, Ones::new());
        let rest = match block {
            None => vec![scale(&[self.shape[1 - self.inputs]])],
            Some(_) => vec![
                scale(&factors),
                WeightSpec::int8(format!("{name}_zero"), factors),
                WeightSpec::state("g_idx", [length], Zeros::new()),
            ],
        };
        (WeightSpec::int8(name.to_owned(), bytes), rest)
    }

    /// The values of these weights for a matrix of floats.
    pub fn quantize(&self, name: &str, kernel: &[f32], block: Option<NonZeroUsize>) -> Vec<(String, Vec<f32>)> {
        let (columns, length) = (self.shape[1].max(1), self.shape[self.inputs]);
        let size = block.map_or(length, NonZeroUsize::get).max(1);
        let groups = length.div_ceil(size);
        let width = if self.inputs == 1 { groups } else { columns };
        let place = |i: usize| [i / columns, i % columns];
        let group = |i: usize| {
            let mut at = place(i);
            at[self.inputs] /= size;
            at[0] * width + at[1]
        };
        let count = groups * self.shape[1 - self.inputs];
        let named = |ending: &str| format!("{name}_{ending}");
        if block.is_none() {
            let (numbers, factors) = rounded(kernel, count, group, RANGE);
            return vec![(name.to_owned(), self.packed(&numbers)), (named("scale"), factors)];
        }
        let mut limits = vec![[f32::INFINITY, f32::NEG_INFINITY]; count];
        for (i, value) in kernel.iter().enumerate() {
            // A last block that is not full is filled up with zeros.
            let other = if place(i)[self.inputs] / size < length / size { *value } else { 0.0 };
            let [least, largest] = limits[group(i)];
            limits[group(i)] = [least.min(*value).min(other), largest.max(*value).max(other)];
        }
        let [least, largest] = RANGE;
        let scale = |limits: &[f32; 2]| (limits[1] - limits[0] + EPSILON as f32) / (largest - least);
        let factors: Vec<f32> = limits.iter().map(scale).collect();
        let zero = |(limits, factor): (&[f32; 2], &f32)| (-limits[0] / factor).round_ties_even() + least;
        let zeros: Vec<f32> = limits.iter().zip(&factors).map(zero).map(|zero| zero.clamp(least, largest)).collect();
        let number = |(i, value): (usize, &f32)| {
            let number = (value / factors[group(i)]).round_ties_even() + zeros[group(i)];
            number.clamp(least, largest)
        };
        let numbers: Vec<f32> = kernel.iter().enumerate().map(number).collect();
        let blocks = (0..length).map(|i| (i / size) as f32).collect();
        vec![
            (name.to_owned(), self.packed(&numbers)),
            (named("scale"), factors),
            (named("zero"), zeros),
            ("g_idx".to_owned(), blocks),
        ]
    }

    /// The bytes of the numbers.
    fn packed(&self, numbers: &[f32]) -> Vec<f32> {
        let columns = self.shape[1].max(1);
        let width = if self.packed == 1 { columns.div_ceil(2) } else { columns };
        let mut bytes = vec![0.0; self.shape[0].div_ceil(2 - self.packed) * width];
        for (i, number) in numbers.iter().enumerate() {
            let mut at = [i / columns, i % columns];
            let is_low = at[self.packed].is_multiple_of(2);
            at[self.packed] /= 2;
            bytes[at[0] * width + at[1]] += if is_low { number.rem_euclid(16.0) } else { number * 16.0 };
        }
        bytes
    }

    /// The matrix of floats. The indices are those of the weights: the bytes, the factors, and, of blocks,
    /// the zero points and the number of each input's block.
    pub fn kernel(&self, scope: &Scope, at: [usize; 4], block: Option<NonZeroUsize>) -> Result<Tensor> {
        let [bytes, scale, zero, blocks] = at;
        let numbers = unpacked(&scope.variable(bytes)?, self.shape[self.packed], self.packed)?;
        let blocks = match block {
            None => None,
            Some(_) => Some([scope.variable(zero)?, scope.variable(blocks)?]),
        };
        Ok(dequantized(&numbers, &scope.variable(scale)?, blocks, self.inputs as i64))
    }
}

/// The numbers of bytes, of which there are `length` along an axis.
pub(super) fn unpacked(bytes: &Tensor, length: usize, axis: usize) -> Result<Tensor> {
    let high = ops::floor(&(bytes / 16.0));
    let low = bytes - &high * 16.0;
    // The low bits are those of a number with a sign, too.
    let low = &low - ops::floor(&(&low / 8.0)) * 16.0;
    let mut shape = bytes.shape().to_vec();
    shape[axis] *= 2;
    let dims: Vec<i64> = shape.iter().map(|size| *size as i64).collect();
    let all = ops::reshape(&ops::stack(&[&low, &high], axis as i64 + 1)?, &dims);
    shape[axis] = length;
    Ok(ops::slice(&all, &vec![0; shape.len()], &shape))
}

/// Floats from whole numbers and their factors, which have no such axis; or, with the zero points of blocks
/// and the number of each input's block, from factors that have one for each block.
pub(super) fn dequantized(numbers: &Tensor, scale: &Tensor, blocks: Option<[Tensor; 2]>, axis: i64) -> Tensor {
    let Some([zero, blocks]) = blocks else { return numbers / ops::expand_dims(scale, axis) };
    let of_input = |of_block: &Tensor| ops::take(of_block, &blocks, axis);
    (numbers - of_input(&zero)) * of_input(scale)
}
