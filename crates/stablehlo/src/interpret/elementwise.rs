//! Element-wise operations.

use std::cmp::Ordering;
use std::rc::Rc;

use super::element::Element;
use super::shared_literal::SharedLiteral;
use crate::error::{Error, Result};
use crate::literal::{Literal, NativeType};
use crate::ops::{Binary, CompareType, Direction, Unary};
use crate::types::{ElementType, TensorType};
use crate::with_native;

fn not_defined(op: &str, element: ElementType) -> Error {
    Error::type_error(format!("{op} is not defined for elements of type {element}"))
}

pub(super) fn unary(op: Unary, x: &Literal) -> Result<SharedLiteral> {
    if op == Unary::Abs && x.ty().element.is_complex() {
        let values: Vec<f64> = x.to_complex_vec()?.into_iter().map(super::complex::abs).collect();
        return real_literal(x.ty(), &values);
    }
    if op == Unary::IsFinite {
        let values: Vec<bool> = x.to_f64_vec()?.into_iter().map(f64::is_finite).collect();
        return Ok(Rc::new(Literal::from_vec(x.ty().dims.clone(), values)?));
    }
    with_native!(x.ty().element, T => {
        let f = T::unary(op).ok_or_else(|| not_defined(op.name(), x.ty().element))?;
        let values: Vec<T> = x.to_vec::<T>()?.into_iter().map(f).collect();
        Rc::new(Literal::from_vec(x.ty().dims.clone(), values)?)
    })
}

/// A literal of the shape of `ty`, and of its element type or that of its parts.
fn real_literal(ty: &TensorType, values: &[f64]) -> Result<SharedLiteral> {
    Ok(Rc::new(Literal::from_f64(ty.with_element(ty.element.part()), values)?))
}

/// `complex`: real and imaginary parts alternate in memory.
pub(super) fn complex(re: &Literal, im: &Literal, ty: &TensorType) -> Result<SharedLiteral> {
    let n = re.ty().element.bytes();
    let parts = re.bytes().chunks_exact(n).zip(im.bytes().chunks_exact(n));
    Ok(Rc::new(Literal::from_bytes(ty.clone(), parts.flat_map(|(re, im)| [re, im].concat()).collect())?))
}

pub(super) fn real(x: &SharedLiteral) -> Result<SharedLiteral> {
    if !x.ty().element.is_complex() {
        return Ok(x.clone());
    }
    real_literal(x.ty(), &x.to_complex_vec()?.into_iter().map(|z| z.re).collect::<Vec<f64>>())
}

pub(super) fn imag(x: &Literal) -> Result<SharedLiteral> {
    real_literal(x.ty(), &x.to_complex_vec()?.into_iter().map(|z| z.im).collect::<Vec<f64>>())
}

pub(super) fn binary(op: Binary, x: &Literal, y: &Literal) -> Result<SharedLiteral> {
    with_native!(x.ty().element, T => {
        let f = T::binary(op).ok_or_else(|| not_defined(op.name(), x.ty().element))?;
        let values: Vec<T> = x.to_vec::<T>()?.into_iter().zip(y.to_vec::<T>()?).map(|(x, y)| f(x, y)).collect();
        Rc::new(Literal::from_vec(x.ty().dims.clone(), values)?)
    })
}

/// Returns true if a comparison holds for operands of this order. Of unordered operands, only "not equal"
/// holds.
pub(super) fn holds(direction: Direction, order: Option<Ordering>) -> bool {
    match direction {
        Direction::Eq => order == Some(Ordering::Equal),
        Direction::Ne => order != Some(Ordering::Equal),
        Direction::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Direction::Gt => order == Some(Ordering::Greater),
        Direction::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Direction::Lt => order == Some(Ordering::Less),
    }
}

pub(super) fn compare(
    direction: Direction,
    how: Option<CompareType>,
    x: &Literal,
    y: &Literal,
) -> Result<SharedLiteral> {
    let total = how == Some(CompareType::TotalOrder);
    with_native!(x.ty().element, T => {
        let pairs = x.to_vec::<T>()?.into_iter().zip(y.to_vec::<T>()?);
        let order = |(x, y): (T, T)| if total { Some(x.total_order(y)) } else { x.order(y) };
        let values: Vec<bool> = pairs.map(|pair| holds(direction, order(pair))).collect();
        Rc::new(Literal::from_vec(x.ty().dims.clone(), values)?)
    })
}

pub(super) fn select(predicate: &Literal, on_true: &Literal, on_false: &Literal) -> Result<SharedLiteral> {
    let predicate = predicate.to_vec::<bool>()?;
    let n = on_true.ty().element.bytes();
    let mut bytes = Vec::with_capacity(on_true.bytes().len());
    for (i, (t, f)) in on_true.bytes().chunks_exact(n).zip(on_false.bytes().chunks_exact(n)).enumerate() {
        let p = if predicate.len() == 1 { predicate[0] } else { predicate[i] };
        bytes.extend_from_slice(if p { t } else { f });
    }
    Ok(Rc::new(Literal::from_bytes(on_true.ty().clone(), bytes)?))
}

/// `minimum(maximum(x, min), max)`.
pub(super) fn clamp(min: &Literal, x: &Literal, max: &Literal) -> Result<SharedLiteral> {
    with_native!(x.ty().element, T => {
        let undefined = || not_defined("clamp", x.ty().element);
        let (above, below) = (
            T::binary(Binary::Maximum).ok_or_else(undefined)?,
            T::binary(Binary::Minimum).ok_or_else(undefined)?,
        );
        let (min, max) = (min.to_vec::<T>()?, max.to_vec::<T>()?);
        let at = |bound: &[T], i: usize| if bound.len() == 1 { bound[0] } else { bound[i] };
        let clamp = |(i, x): (usize, T)| below(above(x, at(&min, i)), at(&max, i));
        let values: Vec<T> = x.to_vec::<T>()?.into_iter().enumerate().map(clamp).collect();
        Rc::new(Literal::from_vec(x.ty().dims.clone(), values)?)
    })
}

pub(super) fn convert(x: &SharedLiteral, element: ElementType) -> Result<SharedLiteral> {
    if x.ty().element == element {
        return Ok(x.clone());
    }
    let numbers = with_native!(x.ty().element, T => {
        x.to_vec::<T>()?.into_iter().map(Element::number).collect::<Vec<_>>()
    })?;
    with_native!(element, T => {
        let values: Vec<T> = numbers.into_iter().map(<T as Element>::from_number).collect();
        Rc::new(Literal::from_vec(x.ty().dims.clone(), values)?)
    })
}

/// The bits of the tensor, the lowest of each element first, are reinterpreted. An element of fewer than 8
/// bits is in the low bits of a byte.
pub(super) fn bitcast_convert(x: &Literal, ty: &TensorType) -> Result<SharedLiteral> {
    let (from, to) = (x.ty().element.bits(), ty.element.bits());
    if from == to || from.min(to) >= 8 {
        return Ok(Rc::new(Literal::from_bytes(ty.clone(), x.bytes().to_vec())?));
    }
    let elements = x.bytes().chunks_exact(x.ty().element.bytes());
    let bits: Vec<u8> = elements.flat_map(|e| (0..from).map(move |i| e[i / 8] >> (i % 8) & 1)).collect();
    let byte = |bits: &[u8]| bits.iter().rev().fold(0u8, |byte, bit| byte << 1 | bit);
    let bytes = bits.chunks_exact(to).flat_map(|element| element.chunks(8).map(byte)).collect();
    Ok(Rc::new(Literal::from_bytes(ty.clone(), bytes)?))
}

pub(super) fn iota(ty: &TensorType, dimension: usize) -> Result<SharedLiteral> {
    let stride = ty.strides()[dimension];
    with_native!(ty.element, T => {
        let values: Vec<T> = (0..ty.num_elements())
            .map(|i| <T as NativeType>::from_f64((i / stride % ty.dims[dimension]) as f64))
            .collect();
        Rc::new(Literal::from_vec(ty.dims.clone(), values)?)
    })
}

pub(super) fn reduce_precision(x: &Literal, exponent_bits: u32, mantissa_bits: u32) -> Result<SharedLiteral> {
    // Exponent and mantissa bits of the element type.
    let (own_exponent, own_mantissa) = match x.ty().element {
        ElementType::F64 => (11, 52),
        ElementType::F32 => (8, 23),
        ElementType::F16 => (5, 10),
        ElementType::Bf16 => (8, 7),
        other => return Err(not_defined("reduce_precision", other)),
    };
    let n = x.ty().element.bytes();
    let mut bytes = Vec::with_capacity(x.bytes().len());
    for chunk in x.bytes().chunks_exact(n) {
        let mut bits = [0; 8];
        bits[..n].copy_from_slice(chunk);
        let bits = narrow(u64::from_le_bytes(bits), (own_exponent, own_mantissa), (exponent_bits, mantissa_bits));
        bytes.extend_from_slice(&bits.to_le_bytes()[..n]);
    }
    Ok(Rc::new(Literal::from_bytes(x.ty().clone(), bytes)?))
}

/// Rounds the bits of a float with `own` (exponent, mantissa) bits to a format with `to` bits. Magnitudes
/// below the normal numbers of that format become zero.
fn narrow(bits: u64, own: (u32, u32), to: (u32, u32)) -> u64 {
    let sign = bits & (1 << (own.0 + own.1));
    let infinity = ((1u64 << own.0) - 1) << own.1;
    let mut magnitude = bits & !sign;
    if magnitude > infinity {
        return bits; // NaN
    }
    if to.1 < own.1 {
        // Add half a unit in the last remaining place, less one if that place is even: ties go to even. A
        // carry into the exponent rounds up to the next power of two.
        let dropped = own.1 - to.1;
        let last = magnitude >> dropped & 1;
        magnitude = (magnitude + (1u64 << (dropped - 1)) - 1 + last) & !((1u64 << dropped) - 1);
    }
    if to.0 < own.0 {
        let exponent = (magnitude >> own.1) as i64;
        let (own_bias, bias) = ((1i64 << (own.0 - 1)) - 1, (1i64 << (to.0 - 1)) - 1);
        if exponent > own_bias + bias {
            magnitude = infinity;
        } else if exponent <= own_bias - bias {
            magnitude = 0;
        }
    }
    sign | magnitude
}
