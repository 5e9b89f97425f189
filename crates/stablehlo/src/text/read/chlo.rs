//! Operations of the `chlo` dialect, which JAX leaves in its programs: each is expanded to StableHLO where it is read.

use super::attr::Attrs;
use crate::ops::{CompareType, Direction, Unary};
use crate::{ElementType, Error, ErrorKind, FuncBuilder, OpKind, Result, TensorType, Value};

/// Builds what the operation of that name (without `chlo.`) stands for.
///
/// # Errors
/// For an operation that is not expanded here, and where operands do not fit.
pub(super) fn expand(b: &mut FuncBuilder, name: &str, operands: &[Value], attrs: &Attrs) -> Result<Vec<Value>> {
    match (name, operands) {
        ("square", [x]) => Ok(vec![b.multiply(*x, *x)?]),
        ("erf", [x]) => Ok(vec![in_f32(b, *x, erf)?]),
        ("erf_inv", [x]) => Ok(vec![in_f32(b, *x, erf_inv)?]),
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

/// Computes in f32; bf16 and f16 are widened, and the result is rounded back.
fn in_f32(b: &mut FuncBuilder, x: Value, f: fn(&mut FuncBuilder, Value) -> Result<Value>) -> Result<Value> {
    let element = b.ty(x).element;
    if !matches!(element, ElementType::F32 | ElementType::F16 | ElementType::Bf16) {
        let message = format!("the approximation is for f32, f16 and bf16, not for {}", b.ty(x));
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let wide = b.convert(x, ElementType::F32)?;
    let y = f(b, wide)?;
    b.convert(y, element)
}

/// The polynomial in `x` with these coefficients, highest power first.
fn polynomial(b: &mut FuncBuilder, x: Value, coefficients: &[f64]) -> Result<Value> {
    let mut sum = b.full_like(x, 0.0)?;
    for c in coefficients {
        let product = b.multiply(sum, x)?;
        let c = b.full_like(x, *c)?;
        sum = b.add(product, c)?;
    }
    Ok(sum)
}

fn clamped(b: &mut FuncBuilder, x: Value, limit: f64) -> Result<Value> {
    let (low, high) = (b.full_like(x, -limit)?, b.full_like(x, limit)?);
    b.clamp(low, x, high)
}

/// x P(x²) / Q(x²) on [-4, 4], the rational approximation of erf that XLA uses for f32.
fn erf(b: &mut FuncBuilder, x: Value) -> Result<Value> {
    const P: [f64; 7] = [
        -2.72614225801306e-10,
        2.77068142495902e-08,
        -2.10102402082508e-06,
        -5.69250639462346e-05,
        -7.34990630326855e-04,
        -2.95459980854025e-03,
        -1.60960333262415e-02,
    ];
    const Q: [f64; 5] = [
        -1.45660718464996e-05,
        -2.13374055278905e-04,
        -1.68282697438203e-03,
        -7.37332916720468e-03,
        -1.42647390514189e-02,
    ];
    let x = clamped(b, x, 4.0)?;
    let square = b.multiply(x, x)?;
    let p = polynomial(b, square, &P)?;
    let q = polynomial(b, square, &Q)?;
    let p = b.multiply(x, p)?;
    let y = b.divide(p, q)?;
    clamped(b, y, 1.0)
}

/// M. Giles, "Approximating the erfinv function" (GPU Computing Gems, 2012): x times a polynomial in -log(1 - x²).
fn erf_inv(b: &mut FuncBuilder, x: Value) -> Result<Value> {
    const CENTRE: [f64; 9] = [
        2.81022636e-08,
        3.43273939e-07,
        -3.5233877e-06,
        -4.39150654e-06,
        0.00021858087,
        -0.00125372503,
        -0.00417768164,
        0.246640727,
        1.50140941,
    ];
    const TAIL: [f64; 9] = [
        -0.000200214257,
        0.000100950558,
        0.00134934322,
        -0.00367342844,
        0.00573950773,
        -0.0076224613,
        0.00943887047,
        1.00167406,
        2.83297682,
    ];
    let minus = b.negate(x)?;
    let minus_square = b.multiply(x, minus)?;
    let log = b.unary(Unary::LogPlusOne, minus_square)?;
    let w = b.negate(log)?;
    let five = b.full_like(x, 5.0)?;
    let near = b.compare(Direction::Lt, w, five)?;
    let offset = b.full_like(x, 2.5)?;
    let centre = b.subtract(w, offset)?;
    let centre = polynomial(b, centre, &CENTRE)?;
    let root = b.sqrt(w)?;
    let offset = b.full_like(x, 3.0)?;
    let tail = b.subtract(root, offset)?;
    let tail = polynomial(b, tail, &TAIL)?;
    let p = b.select(near, centre, tail)?;
    let y = b.multiply(p, x)?;
    // At -1 and 1 the polynomial of an infinity says nothing.
    let magnitude = b.abs(x)?;
    let one = b.full_like(x, 1.0)?;
    let at_end = b.compare(Direction::Eq, magnitude, one)?;
    let infinity = b.full_like(x, f64::INFINITY)?;
    let end = b.multiply(x, infinity)?;
    b.select(at_end, end, y)
}

/// The `k` greatest along the last dimension, and where they stood: a stable sort from the greatest on, then a slice.
fn top_k(b: &mut FuncBuilder, x: Value, k: usize) -> Result<Vec<Value>> {
    let ty = b.ty(x).clone();
    let Some((last, outer)) = ty.dims.split_last() else {
        return Err(Error::type_error(format!("chlo.top_k: the operand has type {ty}, a dimension is needed")));
    };
    let dimension = outer.len();
    let index = b.iota(ty.with_element(ElementType::I32), dimension)?;
    let (value, place) = (TensorType::scalar(ty.element), TensorType::scalar(ElementType::I32));
    let compare_type = match ty.element {
        e if e.is_float() => CompareType::TotalOrder,
        e if e.is_signed() => CompareType::Signed,
        _ => CompareType::Unsigned,
    };
    let kind = OpKind::Compare { direction: Direction::Gt, compare_type: Some(compare_type) };
    let region = b.region(&[value.clone(), value, place.clone(), place], |b, p| b.push(kind, &p[..2], Vec::new()))?;
    let sorted = b.push(OpKind::Sort { dimension, is_stable: true }, &[x, index], vec![region])?;
    let limit: Vec<usize> = outer.iter().copied().chain([k.min(*last)]).collect();
    let (start, stride) = (vec![0; limit.len()], vec![1; limit.len()]);
    sorted.into_iter().map(|v| b.slice(v, &start, &limit, &stride)).collect()
}
