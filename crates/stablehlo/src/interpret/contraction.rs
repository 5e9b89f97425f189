//! `dot_general` and `convolution`.

use std::ops::{Add, Mul};
use std::rc::Rc;

use half::bf16;

use super::element::{Element, Number};
use super::elementwise::convert;
use super::index::{for_each_index, pick, position, remaining_dims};
use super::shared_literal::SharedLiteral;
use crate::complex::Complex;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Convolution, DotGeneral, Precision, product_type};
use crate::types::{ElementType, TensorType};
use crate::with_native;

/// The numerics of contractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numerics {
    /// Round the `f32` operands of a `dot_general` or `convolution` to `bf16` if both of its precisions are
    /// `DEFAULT`, as a tensor processor does. Products are still accumulated in `f64`.
    pub bf16_multiply: bool,
}

/// Elements widened to the accumulator's type: `f64`, complex numbers of it, or integers modulo 2^64.
enum Wide {
    Float(Vec<f64>),
    Int(Vec<Wrapping>),
    Complex(Vec<Complex<f64>>),
}

/// A type that products and their sums are computed in.
trait Accumulator: Copy + Default + Add<Output = Self> + Mul<Output = Self> {
    fn to_number(self) -> Number;
}

impl Accumulator for f64 {
    fn to_number(self) -> Number {
        Number::Float(self)
    }
}

type Wrapping = std::num::Wrapping<i64>;

impl Accumulator for Wrapping {
    fn to_number(self) -> Number {
        Number::Int(self.0 as i128)
    }
}

impl Accumulator for Complex<f64> {
    fn to_number(self) -> Number {
        Number::Complex(self)
    }
}

fn widen(x: &Literal, to_bf16: bool) -> Result<Wide> {
    if x.ty().element.is_float() {
        let mut values = x.to_f64_vec()?;
        if to_bf16 && x.ty().element == ElementType::F32 {
            values.iter_mut().for_each(|v| *v = bf16::from_f32(*v as f32).to_f64());
        }
        return Ok(Wide::Float(values));
    }
    if x.ty().element.is_complex() {
        let mut values = x.to_complex_vec()?;
        if to_bf16 && x.ty().element == ElementType::Complex64 {
            let round = |part: f64| bf16::from_f32(part as f32).to_f64();
            values.iter_mut().for_each(|z| *z = Complex::new(round(z.re), round(z.im)));
        }
        return Ok(Wide::Complex(values));
    }
    let low_bits = |n: Number| match n {
        Number::Int(i) => std::num::Wrapping(i as i64),
        Number::Float(v) | Number::Complex(Complex { re: v, .. }) => std::num::Wrapping(v as i64),
    };
    with_native!(x.ty().element, T => {
        Wide::Int(x.to_vec::<T>()?.into_iter().map(|v: T| low_bits(v.number())).collect())
    })
}

/// Rounds accumulators (floats), or keeps their low bits (integers). A boolean is true if the accumulator is
/// not zero.
fn narrow<A: Accumulator>(values: &[A], ty: &TensorType) -> Result<SharedLiteral> {
    with_native!(ty.element, T => {
        let values: Vec<T> = values.iter().map(|v| T::from_number(v.to_number())).collect();
        Rc::new(Literal::from_vec(ty.dims.clone(), values)?)
    })
}

/// Evaluates `$body` on the two operands, widened, and rounded to `bf16` first if numerics and precision
/// require it.
macro_rules! with_wide {
    ($lhs:expr, $rhs:expr, $precision:expr, $numerics:expr, |$l:ident, $r:ident| $body:expr) => {{
        let to_bf16 = $numerics.bf16_multiply && $precision == [Precision::Default; 2];
        match (widen($lhs, to_bf16)?, widen($rhs, to_bf16)?) {
            (Wide::Float($l), Wide::Float($r)) => $body,
            (Wide::Int($l), Wide::Int($r)) => $body,
            (Wide::Complex($l), Wide::Complex($r)) => $body,
            _ => Err(crate::error::Error::type_error(format!(
                "a contraction of {} and {}, which are of different types",
                $lhs.ty(),
                $rhs.ty()
            ))),
        }
    }};
}

/// Multiplies by `product` in the [type of the products](product_type): converts the operands to it, and the
/// result from it.
fn multiply(
    lhs: &SharedLiteral,
    rhs: &SharedLiteral,
    ty: &TensorType,
    product: impl FnOnce(&Literal, &Literal, &TensorType) -> Result<SharedLiteral>,
) -> Result<SharedLiteral> {
    let element = product_type(lhs.ty().element, rhs.ty().element, ty.element);
    let [lhs, rhs] = [convert(lhs, element)?, convert(rhs, element)?];
    convert(&product(&lhs, &rhs, &ty.with_element(element))?, ty.element)
}

pub(super) fn dot_general(
    lhs: &SharedLiteral,
    rhs: &SharedLiteral,
    ty: &TensorType,
    attrs: &DotGeneral,
    numerics: Numerics,
) -> Result<SharedLiteral> {
    multiply(lhs, rhs, ty, |lhs, rhs, ty| {
        with_wide!(lhs, rhs, attrs.precision, numerics, |l, r| narrow(&dot((lhs.ty(), &l), (rhs.ty(), &r), attrs), ty))
    })
}

fn dot<A: Accumulator>(lhs: (&TensorType, &[A]), rhs: (&TensorType, &[A]), attrs: &DotGeneral) -> Vec<A> {
    // The positions, relative to the first element, of all indices of the dimensions `dims` of an operand.
    let positions = |ty: &TensorType, dims: &[usize]| {
        let strides = pick(&ty.strides(), dims);
        let mut list = Vec::new();
        for_each_index(&pick(&ty.dims, dims), |index| list.push(position(index, &strides)));
        list
    };
    let free =
        |ty: &TensorType, batch: &[usize], contracting: &[usize]| remaining_dims(ty.rank(), &[batch, contracting]);
    let lhs_free = positions(lhs.0, &free(lhs.0, &attrs.lhs_batch, &attrs.lhs_contracting));
    let rhs_free = positions(rhs.0, &free(rhs.0, &attrs.rhs_batch, &attrs.rhs_contracting));
    let batches = positions(lhs.0, &attrs.lhs_batch).into_iter().zip(positions(rhs.0, &attrs.rhs_batch));
    let lhs_k = positions(lhs.0, &attrs.lhs_contracting);
    let rhs_k = positions(rhs.0, &attrs.rhs_contracting);
    let mut result = Vec::new();
    for (lhs_batch, rhs_batch) in batches {
        for m in &lhs_free {
            let row: Vec<A> = lhs_k.iter().map(|k| lhs.1[lhs_batch + m + k]).collect();
            for n in &rhs_free {
                let base = rhs_batch + n;
                result.push(row.iter().zip(&rhs_k).fold(A::default(), |sum, (l, k)| sum + *l * rhs.1[base + k]));
            }
        }
    }
    result
}

pub(super) fn convolution(
    lhs: &SharedLiteral,
    rhs: &SharedLiteral,
    ty: &TensorType,
    attrs: &Convolution,
    numerics: Numerics,
) -> Result<SharedLiteral> {
    multiply(lhs, rhs, ty, |lhs, rhs, ty| {
        with_wide!(lhs, rhs, attrs.precision, numerics, |l, r| {
            narrow(&convolve((lhs.ty(), &l), (rhs.ty(), &r), ty, attrs), ty)
        })
    })
}

fn convolve<A: Accumulator>(
    lhs: (&TensorType, &[A]),
    rhs: (&TensorType, &[A]),
    ty: &TensorType,
    attrs: &Convolution,
) -> Vec<A> {
    let dims = &attrs.dims;
    let (lhs_strides, rhs_strides) = (lhs.0.strides(), rhs.0.strides());
    let kernel_shape = pick(&rhs.0.dims, &dims.kernel_spatial);
    let features = rhs.0.dims[dims.kernel_input_feature];
    let (lhs_feature, rhs_feature) = (lhs_strides[dims.input_feature], rhs_strides[dims.kernel_input_feature]);
    // The number of output features per group, and of batch elements per batch group.
    let out_features = ty.dims[dims.output_feature];
    let per_feature_group = (out_features / attrs.feature_group_count).max(1);
    let per_batch_group = (out_features / attrs.batch_group_count).max(1);
    let rows = ty.dims[dims.output_batch];
    let mut result = Vec::with_capacity(ty.num_elements());
    for_each_index(&ty.dims, |index| {
        let o = index[dims.output_feature];
        let row = o / per_batch_group * rows + index[dims.output_batch];
        let lhs_base = row * lhs_strides[dims.input_batch] + o / per_feature_group * features * lhs_feature;
        let rhs_base = o * rhs_strides[dims.kernel_output_feature];
        let mut sum = A::default();
        for_each_index(&kernel_shape, |k| {
            let (mut l, mut r) = (lhs_base, rhs_base);
            for (d, w) in attrs.window.iter().enumerate() {
                let tap = if w.reversal { w.size - 1 - k[d] } else { k[d] };
                // The index in the dilated input, without its padding.
                let dilated = (index[dims.output_spatial[d]] * w.stride + tap * w.window_dilation) as i64 - w.pad_low;
                let (at, gap) =
                    (dilated.div_euclid(w.base_dilation as i64), dilated.rem_euclid(w.base_dilation as i64));
                if gap != 0 || at < 0 || at >= lhs.0.dims[dims.input_spatial[d]] as i64 {
                    return; // Padding, or a gap of the dilation, is zero.
                }
                l += at as usize * lhs_strides[dims.input_spatial[d]];
                r += k[d] * rhs_strides[dims.kernel_spatial[d]];
            }
            for f in 0..features {
                sum = sum + lhs.1[l + f * lhs_feature] * rhs.1[r + f * rhs_feature];
            }
        });
        result.push(sum);
    });
    result
}
