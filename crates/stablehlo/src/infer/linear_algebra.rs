//! Fourier transforms, factorizations, systems of equations.

use super::context::OpContext;
use crate::error::Result;
use crate::ops::{FftType, TriangularSolve};
use crate::types::{ElementType, TensorType};

pub(super) fn fft(cx: &OpContext, fft_type: FftType, length: &[usize]) -> Result<TensorType> {
    let [x] = cx.expect_operands::<1>()?;
    let n = length.len();
    cx.require((1..=3).contains(&n) && n <= x.rank(), || {
        format!("fft_length has {n} entries; one to three of the last dimensions are transformed")
    })?;
    let (outer, transformed) = x.dims.split_at(x.rank() - n);
    let half = |length: &[usize]| match length.split_last() {
        Some((last, others)) => [others, &[if *last == 0 { 0 } else { last / 2 + 1 }]].concat(),
        None => Vec::new(),
    };
    let (is_complex, expected, dims) = match fft_type {
        FftType::Fft | FftType::Ifft => (true, length.to_vec(), length.to_vec()),
        FftType::Rfft => (false, length.to_vec(), half(length)),
        FftType::Irfft => (true, half(length), length.to_vec()),
    };
    cx.require(x.element.is_complex() == is_complex, || {
        format!("{} takes {} numbers", fft_type.name(), if is_complex { "complex" } else { "real" })
    })?;
    cx.require(transformed == expected, || format!("its last dimensions have to be {expected:?}"))?;
    let element = match (fft_type, x.element) {
        (FftType::Rfft, ElementType::F64) => ElementType::Complex128,
        (FftType::Rfft, ElementType::F32) => ElementType::Complex64,
        (FftType::Rfft, _) => return Err(cx.error("a transform of real numbers takes f32 or f64")),
        (FftType::Irfft, element) => element.part(),
        (_, element) => element,
    };
    Ok(TensorType::new(element, [outer, &dims].concat()))
}

pub(super) fn cholesky(cx: &OpContext) -> Result<TensorType> {
    let [a] = cx.expect_operands::<1>()?;
    check_square(cx, a)?;
    Ok(a.clone())
}

pub(super) fn triangular_solve(cx: &OpContext, attrs: &TriangularSolve) -> Result<TensorType> {
    let [a, b] = cx.expect_operands::<2>()?;
    check_square(cx, a)?;
    cx.require(a.element == b.element, || "they have to have the same element type".into())?;
    let n = a.rank();
    let side = if attrs.left_side { 2 } else { 1 };
    let fits = b.rank() == n && b.dims[..n - 2] == a.dims[..n - 2] && b.dims[n - side] == a.dims[n - 1];
    cx.require(fits, || "the right sides have to fit the matrices, and their batch".into())?;
    Ok(b.clone())
}

fn check_square(cx: &OpContext, a: &TensorType) -> Result<()> {
    let is_square = matches!(a.dims[..], [.., rows, columns] if rows == columns);
    cx.require(is_square, || "its last two dimensions have to be those of a square matrix".into())
}
