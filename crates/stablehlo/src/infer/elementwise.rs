//! Element-wise operations and conversions.

use super::context::OpContext;
use crate::error::Result;
use crate::ops::{CompareType, Unary};
use crate::types::{ElementType, TensorType};

pub(super) fn unary(cx: &OpContext, op: Unary) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    Ok(match (op, x.element) {
        (Unary::IsFinite, _) => x.with_element(ElementType::I1),
        (Unary::Abs, element) => x.with_element(element.part()),
        _ => x.clone(),
    })
}

pub(super) fn binary(cx: &OpContext) -> Result<TensorType> {
    cx.expect_operands::<2>()?;
    Ok(cx.expect_same_type()?.clone())
}

/// `complex`
pub(super) fn complex(cx: &OpContext) -> Result<TensorType> {
    cx.expect_operands::<2>()?;
    let x = cx.expect_same_type()?;
    let element = x.element.complex().ok_or_else(|| cx.error("parts have to be f32 or f64"))?;
    Ok(x.with_element(element))
}

/// `real` and `imag`
pub(super) fn part(cx: &OpContext) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    Ok(x.with_element(x.element.part()))
}

pub(super) fn compare(cx: &OpContext, compare_type: Option<CompareType>) -> Result<TensorType> {
    cx.expect_operands::<2>()?;
    let x = cx.expect_same_type()?;
    let (fits, what) = match compare_type {
        None => (true, ""),
        Some(CompareType::Float) => (x.element.is_float() || x.element.is_complex(), "FLOAT compares floating point"),
        Some(CompareType::TotalOrder) => (x.element.is_float(), "TOTALORDER compares floating point"),
        Some(CompareType::Signed) => (x.element.is_signed(), "SIGNED compares signed integers"),
        Some(CompareType::Unsigned) => {
            (x.element.is_unsigned() || x.element.is_bool(), "UNSIGNED compares unsigned integers and booleans")
        }
    };
    cx.require(fits, || what.into())?;
    Ok(x.with_element(ElementType::I1))
}

pub(super) fn select(cx: &OpContext) -> Result<TensorType> {
    let [predicate, on_true, on_false] = cx.expect_operands()?;
    cx.require(on_true == on_false, || "the last two have to be the same".into())?;
    cx.require(predicate.rank() == 0 || predicate.dims == on_true.dims, || {
        "the predicate has to be a scalar, or of the other operands' shape".into()
    })?;
    Ok(on_true.clone())
}

pub(super) fn clamp(cx: &OpContext) -> Result<TensorType> {
    let [min, x, max] = cx.expect_operands()?;
    for bound in [min, max] {
        cx.require(bound.element == x.element && (bound.rank() == 0 || bound == x), || {
            "bounds have to be scalars of the operand's element type, or have its type".into()
        })?;
    }
    Ok(x.clone())
}

pub(super) fn reduce_precision(cx: &OpContext, exponent_bits: u32) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    cx.require(exponent_bits >= 1, || "at least one exponent bit is needed".into())?;
    Ok(x.clone())
}

pub(super) fn convert(cx: &OpContext, result: &TensorType) -> Result<()> {
    let [x] = cx.expect_operands()?;
    cx.require(x.dims == result.dims, || format!("a conversion keeps the shape: the result cannot be {result}"))
}

pub(super) fn bitcast_convert(cx: &OpContext, result: &TensorType) -> Result<()> {
    let [x] = cx.expect_operands()?;
    // The narrower type has an additional last dimension, of the ratio of the widths.
    let (narrow, wide) = if x.element.bits() <= result.element.bits() { (x, result) } else { (result, x) };
    let (a, b) = (narrow.element.bits(), wide.element.bits());
    let fits = if a == b {
        narrow.dims == wide.dims
    } else {
        b.is_multiple_of(a) && narrow.dims.split_last() == Some((&(b / a), &wide.dims[..]))
    };
    let kind_fits =
        x.element.is_bool() == result.element.is_bool() && x.element.is_complex() == result.element.is_complex();
    cx.require(fits && kind_fits, || format!("its bits cannot be converted to {result}"))
}
