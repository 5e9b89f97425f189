//! Operations of the `chlo` dialect, which JAX leaves in its programs: the reader expands each to StableHLO.

use crate::attributes::Attrs;
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{CompareType, Direction, OpKind};
use crate::program::Value;
use crate::types::{ElementType, TensorType};

/// Builds the expansion of the operation with that name (without `chlo.`).
///
/// # Errors
/// [`ErrorKind::Unsupported`] for an operation that is not listed here; a type error if the operands do not
/// fit.
pub(super) fn expand(b: &mut FuncBuilder, name: &str, operands: &[Value], attrs: &Attrs) -> Result<Vec<Value>> {
    if let [z] = *operands
        && b.ty(z).element.is_complex()
        && let Some(value) = b.complex_function(name, z)?
    {
        return Ok(vec![value]);
    }
    match (name, operands) {
        ("conj", [x]) => Ok(vec![*x]),
        ("square", [x]) => Ok(vec![b.multiply(*x, *x)?]),
        ("erf", [x]) => Ok(vec![b.erf(*x)?]),
        ("erf_inv", [x]) => Ok(vec![b.erf_inv(*x)?]),
        ("top_k", [x]) => {
            let k = attrs.size(&["k"])?.ok_or_else(|| Error::new(ErrorKind::Syntax, "attribute 'k' is missing"))?;
            top_k(b, *x, k)
        }
        _ => Err(Error::new(
            ErrorKind::Unsupported,
            format!("chlo.{name} of {} operands is not expanded by this reader", operands.len()),
        )),
    }
}

/// The `k` greatest elements along the last dimension, and their indices: a stable descending sort, then a
/// slice.
fn top_k(b: &mut FuncBuilder, x: Value, k: usize) -> Result<Vec<Value>> {
    let ty = b.ty(x).clone();
    let Some((last, outer)) = ty.dims.split_last() else {
        return Err(Error::type_error(format!("chlo.top_k: the operand has type {ty}, a dimension is needed")));
    };
    let dimension = outer.len();
    let index = b.iota(ty.with_element(ElementType::I32), dimension)?;
    let (value, position) = (TensorType::scalar(ty.element), TensorType::scalar(ElementType::I32));
    let compare_type = match ty.element {
        e if e.is_float() => CompareType::TotalOrder,
        e if e.is_signed() => CompareType::Signed,
        _ => CompareType::Unsigned,
    };
    let kind = OpKind::Compare { direction: Direction::Gt, compare_type: Some(compare_type) };
    let region =
        b.region(&[value.clone(), value, position.clone(), position], |b, p| b.push(kind, &p[..2], Vec::new()))?;
    let sorted = b.push(OpKind::Sort { dimension, is_stable: true }, &[x, index], vec![region])?;
    let limit: Vec<usize> = outer.iter().copied().chain([k.min(*last)]).collect();
    let (start, stride) = (vec![0; limit.len()], vec![1; limit.len()]);
    sorted.into_iter().map(|v| b.slice(v, &start, &limit, &stride)).collect()
}
