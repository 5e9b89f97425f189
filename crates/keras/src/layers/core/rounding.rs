//! Whole numbers from floats, and the factors that made them.

use stablehlo::ElementType;

use crate::ops::{self, Axes, Tensor};

/// What a factor is kept away from 0 by.
pub(super) const EPSILON: f64 = 1e-7;
/// The largest magnitude of a number of `int8`.
pub(super) const LARGEST: f64 = 127.0;

/// The whole numbers of a kernel within a range, and the factors that made them. `group` maps an element of
/// the kernel to its factor, of which there are `count`.
pub(super) fn rounded(
    kernel: &[f32],
    count: usize,
    group: impl Fn(usize) -> usize,
    [least, largest]: [f32; 2],
) -> (Vec<f32>, Vec<f32>) {
    let mut magnitudes = vec![0f32; count];
    for (i, value) in kernel.iter().enumerate() {
        let magnitude = &mut magnitudes[group(i)];
        *magnitude = magnitude.max(value.abs());
    }
    let factors: Vec<f32> = magnitudes.iter().map(|magnitude| largest / (magnitude + EPSILON as f32)).collect();
    let number = |(i, value): (usize, &f32)| (value * factors[group(i)]).round_ties_even().clamp(least, largest);
    (kernel.iter().enumerate().map(number).collect(), factors)
}

/// Inputs as whole numbers from -127 to 127, and the factor that made them.
pub(super) fn whole_numbers(x: &Tensor, axes: impl Into<Axes>) -> (Tensor, Option<Tensor>) {
    let x = x.to(ElementType::F32);
    let factor = LARGEST / (ops::max(&ops::absolute(&x), axes, true) + EPSILON);
    (ops::clip(&ops::round(&(&x * &factor)), -LARGEST, LARGEST), Some(factor))
}
