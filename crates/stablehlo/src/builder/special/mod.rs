//! Special functions, expanded to element-wise operations: the error function, its complement and its
//! inverse.

mod bits;
mod error64;
mod expr;
mod gamma;
mod hyperbolic;
mod unsupported;

use super::{Derivative, FuncBuilder};
use crate::error::Result;
use crate::ops::{Direction, Unary};
use crate::program::Value;
use crate::types::ElementType;
use expr::Expr;
use unsupported::unsupported;

impl FuncBuilder {
    /// The error function `erf(x) = 2/√π ∫₀ˣ exp(-t²) dt`, element by element: `x P(x²) / Q(x²)` on [-4, 4],
    /// the rational approximation that XLA uses for f32 (`ErfImpl32` of its `math.cc`).
    ///
    /// The result is within 6 ulp of f32; for bf16 and f16 it is computed in f32 and rounded. It has a
    /// gradient.
    ///
    /// ```
    /// use stablehlo::{FuncBuilder, Literal, Module, interpret::evaluate};
    /// let mut b = FuncBuilder::new("main");
    /// let x = b.scalar(0.5f32)?;
    /// let y = b.erf(x)?;
    /// let result = evaluate(&Module::new("example", b.finish(vec![y])), &[])?;
    /// assert!((result[0].to_vec::<f32>()?[0] - 0.520_499_9).abs() < 1e-6);
    /// # Ok::<(), stablehlo::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if the element type is not f64, f32, f16
    /// or bf16.
    pub fn erf(&mut self, x: Value) -> Result<Value> {
        let y = in_f64_or_f32(self, x, error64::erf, erf)?;
        Ok(self.with_derivative(x, y, |b, x| gaussian(b, x, 1.0)))
    }

    /// The complementary error function `erfc(x) = 1 - erf(x)`, element by element, accurate in its right
    /// tail, where `1 - erf(x)` loses its digits: `exp(-x²) / x` times a polynomial in `1 / x²` beyond 1 (S.
    /// Moshier's Cephes, `ndtrf.c`).
    ///
    /// The relative error is below 1e-5 for f32 up to 9, mostly from rounding `x²`; for bf16 and f16 the
    /// function is computed in f32 and rounded. It has a gradient.
    ///
    /// ```
    /// use stablehlo::{FuncBuilder, Literal, Module, interpret::evaluate};
    /// let mut b = FuncBuilder::new("main");
    /// let x = b.scalar(4.0f32)?;
    /// let y = b.erfc(x)?;
    /// let result = evaluate(&Module::new("example", b.finish(vec![y])), &[])?;
    /// assert!((result[0].to_vec::<f32>()?[0] / 1.541_725_8e-8 - 1.0).abs() < 1e-5);
    /// # Ok::<(), stablehlo::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if the element type is not f64, f32, f16
    /// or bf16.
    pub fn erfc(&mut self, x: Value) -> Result<Value> {
        let y = in_f64_or_f32(self, x, error64::erfc, erfc)?;
        Ok(self.with_derivative(x, y, |b, x| gaussian(b, x, -1.0)))
    }

    /// The inverse of the error function, element by element, on [-1, 1]: M. Giles, "Approximating the erfinv
    /// function" (GPU Computing Gems, 2012). It is infinite at -1 and 1.
    ///
    /// For bf16 and f16 it is computed in f32 and rounded.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if the element type is not f64, f32, f16
    /// or bf16.
    pub fn erf_inv(&mut self, x: Value) -> Result<Value> {
        in_f64_or_f32(self, x, error64::erf_inv, erf_inv)
    }

    /// Notes the derivative of `y`, the result of a function of `x`.
    fn with_derivative(&mut self, x: Value, y: Value, slope: fn(&mut FuncBuilder, Value) -> Result<Value>) -> Value {
        self.derivatives.insert(y, Derivative { x, slope });
        y
    }
}

/// The derivative of the error function, `2/√π exp(-x²)`, times a sign.
fn gaussian(b: &mut FuncBuilder, x: Value, sign: f64) -> Result<Value> {
    let formula = |x: &Expr| Expr::constant(sign * std::f64::consts::FRAC_2_SQRT_PI) * (-(x * x)).exp();
    let element = b.ty(x).element;
    if element == ElementType::F64 {
        return formula(&Expr::value(x)).build(b, x);
    }
    let x = b.convert(x, ElementType::F32)?;
    let y = formula(&Expr::value(x)).build(b, x)?;
    b.convert(y, element)
}

/// Applies a formula for f64, or a function in f32.
fn in_f64_or_f32(
    b: &mut FuncBuilder,
    x: Value,
    f64: fn(&Expr) -> Expr,
    f32: fn(&mut FuncBuilder, Value) -> Result<Value>,
) -> Result<Value> {
    if b.ty(x).element == ElementType::F64 { f64(&Expr::value(x)).build(b, x) } else { in_f32(b, x, f32) }
}

/// Applies `f` in f32: bf16 and f16 operands are widened, and the result is rounded back.
fn in_f32(b: &mut FuncBuilder, x: Value, f: fn(&mut FuncBuilder, Value) -> Result<Value>) -> Result<Value> {
    let element = b.ty(x).element;
    if !matches!(element, ElementType::F32 | ElementType::F16 | ElementType::Bf16) {
        return Err(unsupported(b.ty(x)));
    }
    let x = b.convert(x, ElementType::F32)?;
    let y = f(b, x)?;
    b.convert(y, element)
}

/// The polynomial in `x` with these coefficients, highest power first, by Horner's rule.
fn polynomial<const N: usize>(b: &mut FuncBuilder, x: Value, coefficients: &[f64; N]) -> Result<Value> {
    let mut sum = b.full_like(x, coefficients[0])?;
    for c in &coefficients[1..] {
        let product = b.multiply(sum, x)?;
        let c = b.full_like(x, *c)?;
        sum = b.add(product, c)?;
    }
    Ok(sum)
}

/// `x` clamped to `[-limit, limit]`.
fn clamp_magnitude(b: &mut FuncBuilder, x: Value, limit: f64) -> Result<Value> {
    let (low, high) = (b.full_like(x, -limit)?, b.full_like(x, limit)?);
    b.clamp(low, x, high)
}

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
    let x = clamp_magnitude(b, x, 4.0)?;
    let square = b.multiply(x, x)?;
    let p = polynomial(b, square, &P)?;
    let q = polynomial(b, square, &Q)?;
    let p = b.multiply(x, p)?;
    let y = b.divide(p, q)?;
    clamp_magnitude(b, y, 1.0)
}

/// `1 - erf(x)` on [-1, 1]; beyond, the tail of `|x|`, or for negative `x` 2 minus the tail.
fn erfc(b: &mut FuncBuilder, x: Value) -> Result<Value> {
    const NEAR: [f64; 9] = [
        2.326819970068386e-02,
        -1.387039388740657e-01,
        3.687424674597105e-01,
        -5.824733027278666e-01,
        6.210004621745983e-01,
        -4.944515323274145e-01,
        3.404879937665872e-01,
        -2.741127028184656e-01,
        5.638259427386472e-01,
    ];
    const FAR: [f64; 8] = [
        -1.047766399936249e+01,
        1.297719955372516e+01,
        -7.495518717768503e+00,
        2.921019019210786e+00,
        -1.0152652792027e+00,
        4.218463358204948e-01,
        -2.820767439740514e-01,
        5.641895067754075e-01,
    ];
    // The tail vanishes in f32 before this limit, which keeps the gradient finite.
    let x = clamp_magnitude(b, x, 11.0)?;
    let magnitude = b.abs(x)?;
    let one = b.full_like(x, 1.0)?;
    let is_center = b.compare(Direction::Lt, magnitude, one)?;
    // The branch that is not selected gets a harmless argument: a division by zero would make the gradient
    // NaN.
    let argument = b.select(is_center, one, magnitude)?;
    let square = b.multiply(argument, argument)?;
    let negated = b.negate(square)?;
    let bell = b.exponential(negated)?;
    let reciprocal = b.divide(one, argument)?;
    let y = b.multiply(reciprocal, reciprocal)?;
    let (near, far) = (polynomial(b, y, &NEAR)?, polynomial(b, y, &FAR)?);
    let two = b.full_like(x, 2.0)?;
    let is_near = b.compare(Direction::Lt, argument, two)?;
    let p = b.select(is_near, near, far)?;
    let tail = b.multiply(bell, reciprocal)?;
    let tail = b.multiply(tail, p)?;
    let reflected = b.subtract(two, tail)?;
    let zero = b.full_like(x, 0.0)?;
    let is_negative = b.compare(Direction::Lt, x, zero)?;
    let tail = b.select(is_negative, reflected, tail)?;
    let center = erf(b, x)?;
    let center = b.subtract(one, center)?;
    b.select(is_center, center, tail)
}

/// `x` times a polynomial in `w = -log(1 - x²)`: one for `w < 5`, another in `√w` for the tails.
fn erf_inv(b: &mut FuncBuilder, x: Value) -> Result<Value> {
    const CENTER: [f64; 9] = [
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
    let negated = b.negate(x)?;
    let negated_square = b.multiply(x, negated)?;
    let log = b.unary(Unary::LogPlusOne, negated_square)?;
    let w = b.negate(log)?;
    let center_end = b.full_like(x, 5.0)?;
    let is_center = b.compare(Direction::Lt, w, center_end)?;
    let offset = b.full_like(x, 2.5)?;
    let center = b.subtract(w, offset)?;
    let center = polynomial(b, center, &CENTER)?;
    let root = b.sqrt(w)?;
    let offset = b.full_like(x, 3.0)?;
    let tail = b.subtract(root, offset)?;
    let tail = polynomial(b, tail, &TAIL)?;
    let p = b.select(is_center, center, tail)?;
    let y = b.multiply(p, x)?;
    // At -1 and 1 `w` is infinite, and the polynomials are not finite.
    let magnitude = b.abs(x)?;
    let one = b.full_like(x, 1.0)?;
    let is_end = b.compare(Direction::Eq, magnitude, one)?;
    let infinity = b.full_like(x, f64::INFINITY)?;
    let end = b.multiply(x, infinity)?;
    b.select(is_end, end, y)
}
