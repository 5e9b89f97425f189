//! Operations of the `chlo` dialect: the reader expands each to StableHLO.

use crate::attributes::{Attr, Attrs};
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{Binary, CompareType, Direction, OpKind};
use crate::program::Value;
use crate::types::{ElementType, TensorType};

/// The functions of one operand.
type UnaryFunction = fn(&mut FuncBuilder, Value) -> Result<Value>;

const UNARY: &[(&str, UnaryFunction)] = &[
    ("acos", FuncBuilder::acos),
    ("acosh", FuncBuilder::acosh),
    ("asin", FuncBuilder::asin),
    ("asinh", FuncBuilder::asinh),
    ("atan", FuncBuilder::atan),
    ("atanh", FuncBuilder::atanh),
    ("bessel_i1e", FuncBuilder::bessel_i1e),
    ("conj", |_, x| Ok(x)),
    ("cosh", FuncBuilder::cosh),
    ("digamma", FuncBuilder::digamma),
    ("erf", FuncBuilder::erf),
    ("erf_inv", FuncBuilder::erf_inv),
    ("erfc", FuncBuilder::erfc),
    ("is_inf", |b, x| b.is_infinite(x, None)),
    ("is_neg_inf", |b, x| b.is_infinite(x, Some(-1.0))),
    ("is_pos_inf", |b, x| b.is_infinite(x, Some(1.0))),
    ("lgamma", FuncBuilder::lgamma),
    ("sinh", FuncBuilder::sinh),
    ("square", |b, x| b.multiply(x, x)),
    ("tan", FuncBuilder::tan),
];

/// The functions of two operands of the same type.
type BinaryFunction = fn(&mut FuncBuilder, Value, Value) -> Result<Value>;

const BINARY: &[(&str, BinaryFunction)] = &[
    ("mulhi", FuncBuilder::multiply_high),
    ("next_after", FuncBuilder::next_after),
    ("polygamma", FuncBuilder::polygamma),
    ("zeta", FuncBuilder::zeta),
];

/// Binary operations that broadcast their operands to a common shape first, by their names after
/// `broadcast_`; those with other names than StableHLO's.
const BROADCAST: &[(&str, Binary)] = &[("pow", Binary::Power)];

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
    if let (Some((_, f)), [x]) = (UNARY.iter().find(|(n, _)| *n == name), operands) {
        return Ok(vec![f(b, *x)?]);
    }
    if let (Some((_, f)), [x, y]) = (BINARY.iter().find(|(n, _)| *n == name), operands) {
        return Ok(vec![f(b, *x, *y)?]);
    }
    if let Some(name) = name.strip_prefix("broadcast_")
        && let Some(result) = broadcast(b, name, operands, attrs)?
    {
        return Ok(vec![result]);
    }
    match (name, operands) {
        ("constant", []) => match attrs.get(&["value"]) {
            Some(Attr::Dense(literal)) => Ok(vec![b.constant(literal.clone())?]),
            _ => Err(Error::new(ErrorKind::Syntax, "attribute 'value' is missing")),
        },
        ("constant_like", [x]) => {
            let value = match attrs.get(&["value"]) {
                Some(Attr::Float(value)) => *value,
                Some(Attr::Int(value)) => *value as f64,
                _ => return Err(Error::new(ErrorKind::Syntax, "attribute 'value' has to be a number")),
            };
            Ok(vec![b.full_like(*x, value)?])
        }
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

/// An operation whose operands are broadcast to a common shape first: their last dimensions correspond, and
/// those of size 1 are repeated. `None` for an unknown name.
fn broadcast(b: &mut FuncBuilder, name: &str, operands: &[Value], attrs: &Attrs) -> Result<Option<Value>> {
    let binary = BROADCAST.iter().find(|(n, _)| *n == name).map(|(_, op)| *op);
    let binary = binary.or_else(|| Binary::ALL.iter().copied().find(|op| op.name() == name));
    if binary.is_none() && !matches!(name, "compare" | "select") {
        return Ok(None);
    }
    let rank = operands.iter().map(|v| b.ty(*v).rank()).max().unwrap_or(0);
    let mut shape = vec![1; rank];
    for value in operands {
        let dims = b.dims(*value);
        for (size, d) in shape[rank - dims.len()..].iter_mut().zip(dims) {
            *size = if *size == 1 { *d } else { *size };
        }
    }
    let mut values = Vec::new();
    for value in operands {
        let dims: Vec<usize> = (rank - b.dims(*value).len()..rank).collect();
        values.push(if b.dims(*value) == shape { *value } else { b.broadcast_in_dim(*value, &dims, &shape)? });
    }
    let result = match (binary, &values[..]) {
        (Some(op), [x, y]) => b.binary(op, *x, *y)?,
        (None, [p, x, y]) if name == "select" => b.select(*p, *x, *y)?,
        (None, [x, y]) if name == "compare" => {
            let def = crate::ops::find("stablehlo.compare");
            let def = def.ok_or_else(|| Error::new(ErrorKind::Unsupported, "there is no comparison"))?;
            let kind = crate::attributes::kind(def, attrs, &[b.ty(*x), b.ty(*y)])?;
            b.push(kind, &[*x, *y], Vec::new())?[0]
        }
        _ => return Ok(None),
    };
    Ok(Some(result))
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
