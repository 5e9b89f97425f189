//! Fourier transforms, factorizations, systems of equations: by their definitions, in complex numbers of
//! `f64` parts.

use std::f64::consts::TAU;
use std::rc::Rc;

use super::shared_literal::SharedLiteral;
use crate::complex::Complex;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{FftType, Transpose, TriangularSolve};
use crate::types::{ElementType, TensorType};

type C = Complex<f64>;

const ZERO: C = C::new(0.0, 0.0);

/// A literal of the real parts, or of the numbers where the type is complex.
fn literal(ty: &TensorType, values: &[C]) -> Result<SharedLiteral> {
    if ty.element == ElementType::Complex128 {
        return Ok(Rc::new(Literal::from_vec(ty.dims.clone(), values)?));
    }
    if ty.element == ElementType::Complex64 {
        let narrow: Vec<Complex<f32>> = values.iter().map(|z| Complex::new(z.re as f32, z.im as f32)).collect();
        return Ok(Rc::new(Literal::from_vec(ty.dims.clone(), narrow)?));
    }
    let real: Vec<f64> = values.iter().map(|z| z.re).collect();
    Ok(Rc::new(Literal::from_f64(ty.clone(), &real)?))
}

fn conj(z: C) -> C {
    C::new(z.re, -z.im)
}

fn divide(x: C, y: C) -> C {
    let (product, norm) = (x * conj(y), y.re * y.re + y.im * y.im);
    C::new(product.re / norm, product.im / norm)
}

/// The discrete Fourier transform of each line along a dimension.
fn transform(values: &mut [C], dims: &[usize], dimension: usize, is_inverse: bool) {
    let n = dims[dimension];
    let stride: usize = dims[dimension + 1..].iter().product();
    let sign = if is_inverse { 1.0 } else { -1.0 };
    let scale = if is_inverse { 1.0 / n as f64 } else { 1.0 };
    let mut line = vec![ZERO; n];
    for start in (0..values.len()).filter(|i| (i / stride).is_multiple_of(n)) {
        for (k, out) in line.iter_mut().enumerate() {
            *out = (0..n).fold(ZERO, |sum, j| {
                let angle = sign * TAU * ((j * k) % n) as f64 / n as f64;
                sum + values[start + j * stride] * C::new(angle.cos() * scale, angle.sin() * scale)
            });
        }
        line.iter().enumerate().for_each(|(j, z)| values[start + j * stride] = *z);
    }
}

pub(super) fn fft(x: &Literal, ty: &TensorType, fft_type: FftType, length: &[usize]) -> Result<SharedLiteral> {
    let is_inverse = matches!(fft_type, FftType::Ifft | FftType::Irfft);
    let rank = x.ty().rank();
    let first = rank - length.len();
    // The dimensions of the complex side, with the last one in full.
    let mut dims = if fft_type == FftType::Irfft { ty.dims.clone() } else { x.ty().dims.clone() };
    let mut values = x.to_complex_vec()?;
    if values.is_empty() || ty.num_elements() == 0 {
        return literal(ty, &vec![ZERO; ty.num_elements()]);
    }
    if fft_type == FftType::Irfft {
        let (half, full) = (x.ty().dims[rank - 1], dims[rank - 1]);
        let mut half_dims = x.ty().dims.clone();
        (first..rank - 1).for_each(|d| transform(&mut values, &half_dims, d, true));
        half_dims[rank - 1] = half;
        // The other half is the conjugate of the first, in reverse.
        let mirrored = |line: &[C]| -> Vec<C> {
            (0..full).map(|k| if k < half { line[k] } else { conj(line[full - k]) }).collect()
        };
        values = values.chunks(half).flat_map(mirrored).collect();
        transform(&mut values, &dims, rank - 1, true);
        return literal(ty, &values);
    }
    (first..rank).for_each(|d| transform(&mut values, &dims, d, is_inverse));
    if fft_type == FftType::Rfft {
        let (full, half) = (dims[rank - 1], ty.dims[rank - 1]);
        values = values.chunks(full).flat_map(|line| line[..half].to_vec()).collect();
        dims[rank - 1] = half;
    }
    literal(ty, &values)
}

pub(super) fn cholesky(a: &Literal, lower: bool) -> Result<SharedLiteral> {
    let n = a.ty().dims[a.ty().rank() - 1];
    let mut values = a.to_complex_vec()?;
    for matrix in values.chunks_mut((n * n).max(1)) {
        // The lower factor; an upper one is its conjugate transpose.
        let at = |i: usize, j: usize| if lower { i * n + j } else { j * n + i };
        let read = |m: &[C], i: usize, j: usize| if lower { m[at(i, j)] } else { conj(m[at(i, j)]) };
        let mut l = vec![ZERO; n * n];
        let mut is_definite = true;
        for j in 0..n {
            let pivot = (0..j).fold(read(matrix, j, j).re, |sum, k| sum - (l[j * n + k] * conj(l[j * n + k])).re);
            is_definite &= pivot > 0.0;
            l[j * n + j] = C::new(pivot.sqrt(), 0.0);
            for i in j + 1..n {
                let sum = (0..j).fold(read(matrix, i, j), |sum, k| sum - l[i * n + k] * conj(l[j * n + k]));
                l[i * n + j] = divide(sum, l[j * n + j]);
            }
        }
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let z = if is_definite { l[i * n + j] } else { C::new(f64::NAN, f64::NAN) };
            matrix[at(i, j)] = if lower { z } else { conj(z) };
        }
    }
    literal(a.ty(), &values)
}

pub(super) fn triangular_solve(a: &Literal, b: &Literal, attrs: &TriangularSolve) -> Result<SharedLiteral> {
    let rank = a.ty().rank();
    let n = a.ty().dims[rank - 1];
    let (rows, columns) = (b.ty().dims[rank - 2], b.ty().dims[rank - 1]);
    let (matrices, mut values) = (a.to_complex_vec()?, b.to_complex_vec()?);
    for (a, x) in matrices.chunks((n * n).max(1)).zip(values.chunks_mut((rows * columns).max(1))) {
        // The element of `op(a)`, transposed where it is on the right: `x op(a) = b` is `op(a)ᵀ xᵀ = bᵀ`.
        let swaps = (attrs.transpose_a != Transpose::NoTranspose) == attrs.left_side;
        let element = |i: usize, j: usize| {
            let z = if swaps { a[j * n + i] } else { a[i * n + j] };
            if attrs.transpose_a == Transpose::Adjoint { conj(z) } else { z }
        };
        let is_lower = attrs.lower != swaps;
        let count = if attrs.left_side { columns } else { rows };
        let at = |i: usize, line: usize| if attrs.left_side { i * columns + line } else { line * columns + i };
        for line in 0..count {
            for step in 0..n {
                let i = if is_lower { step } else { n - 1 - step };
                let known = if is_lower { 0..i } else { i + 1..n };
                let sum = known.fold(x[at(i, line)], |sum, j| sum - element(i, j) * x[at(j, line)]);
                x[at(i, line)] = if attrs.unit_diagonal { sum } else { divide(sum, element(i, i)) };
            }
        }
    }
    literal(b.ty(), &values)
}
