//! Element-wise functions of one tensor.

use std::f64::consts::{FRAC_PI_2, LN_2, LN_10, PI};

use stablehlo::FuncBuilder;
use stablehlo::ops::{Binary, Unary};

use super::broadcast::binary;
use super::declare::operations;
use super::dtype;
use super::logic::{equal, isnan, less, where_};
use super::tensor::Tensor;
use crate::error::Error;

/// A function of floating-point numbers; integers are converted first.
fn float(name: &str, op: Unary, x: &Tensor) -> Tensor {
    x.float().map(name, |b, x| b.unary(op, x))
}

/// A function of floating-point numbers that the builder expands.
fn special(
    name: &str,
    x: &Tensor,
    f: impl FnOnce(&mut FuncBuilder, stablehlo::Value) -> stablehlo::Result<stablehlo::Value>,
) -> Tensor {
    x.float().map(name, f)
}

/// A function that leaves integers as they are.
fn rounding(name: &str, op: Unary, x: &Tensor) -> Tensor {
    if x.element().is_float() { x.map(name, |b, x| b.unary(op, x)) } else { x.clone() }
}

/// The angle of the point `(x, y)`.
fn angle_of(y: &Tensor, x: &Tensor) -> Tensor {
    binary("arctan2", Binary::Atan2, y, x)
}

operations! {
    /// `|x|`.
    fn absolute(x: &Tensor) -> Tensor {
        let kept = x.element().is_unsigned() || x.element().is_bool();
        if kept { x.clone() } else { x.map("absolute", |b, x| b.abs(x)) }
    }
    /// `|x|`.
    fn abs(x: &Tensor) -> Tensor { absolute(x) }
    /// `|x|`, in floating point.
    fn fabs(x: &Tensor) -> Tensor { absolute(&x.float()) }
    /// `-x`.
    fn negative(x: &Tensor) -> Tensor { x.map("negative", |b, x| b.negate(x)) }
    /// -1, 0 or 1, the sign of `x`.
    fn sign(x: &Tensor) -> Tensor {
        if x.element().is_unsigned() { return where_(&equal(x, &x.filled(0.0)), x, &x.filled(1.0)); }
        x.map("sign", |b, x| b.sign(x))
    }
    /// `x²`.
    fn square(x: &Tensor) -> Tensor { x * x }
    /// `√x`.
    fn sqrt(x: &Tensor) -> Tensor { float("sqrt", Unary::Sqrt, x) }
    /// `1 / √x`.
    fn rsqrt(x: &Tensor) -> Tensor { float("rsqrt", Unary::Rsqrt, x) }
    /// The cube root.
    fn cbrt(x: &Tensor) -> Tensor { float("cbrt", Unary::Cbrt, x) }
    /// `1 / x`.
    fn reciprocal(x: &Tensor) -> Tensor { 1.0 / x }
    /// `e^x`.
    fn exp(x: &Tensor) -> Tensor { float("exp", Unary::Exponential, x) }
    /// `2^x`.
    fn exp2(x: &Tensor) -> Tensor { let x = x.float(); binary("exp2", Binary::Power, &x.filled(2.0), &x) }
    /// `e^x - 1`, exact near 0.
    fn expm1(x: &Tensor) -> Tensor { float("expm1", Unary::ExponentialMinusOne, x) }
    /// The natural logarithm.
    fn log(x: &Tensor) -> Tensor { float("log", Unary::Log, x) }
    /// `log(1 + x)`, exact near 0.
    fn log1p(x: &Tensor) -> Tensor { float("log1p", Unary::LogPlusOne, x) }
    /// The logarithm to base 2.
    fn log2(x: &Tensor) -> Tensor { log(x) / LN_2 }
    /// The logarithm to base 10.
    fn log10(x: &Tensor) -> Tensor { log(x) / LN_10 }
    /// The sine.
    fn sin(x: &Tensor) -> Tensor { float("sin", Unary::Sine, x) }
    /// The cosine.
    fn cos(x: &Tensor) -> Tensor { float("cos", Unary::Cosine, x) }
    /// The tangent.
    fn tan(x: &Tensor) -> Tensor { float("tan", Unary::Tan, x) }
    /// The inverse sine.
    fn arcsin(x: &Tensor) -> Tensor { special("arcsin", x, |b, x| b.asin(x)) }
    /// The inverse cosine.
    fn arccos(x: &Tensor) -> Tensor { special("arccos", x, |b, x| b.acos(x)) }
    /// The inverse tangent.
    fn arctan(x: &Tensor) -> Tensor { let x = x.float(); angle_of(&x, &x.filled(1.0)) }
    /// The hyperbolic sine.
    fn sinh(x: &Tensor) -> Tensor { special("sinh", x, |b, x| b.sinh(x)) }
    /// The hyperbolic cosine.
    fn cosh(x: &Tensor) -> Tensor { special("cosh", x, |b, x| b.cosh(x)) }
    /// The hyperbolic tangent.
    fn tanh(x: &Tensor) -> Tensor { float("tanh", Unary::Tanh, x) }
    /// The inverse hyperbolic sine.
    fn arcsinh(x: &Tensor) -> Tensor { special("arcsinh", x, |b, x| b.asinh(x)) }
    /// The inverse hyperbolic cosine.
    fn arccosh(x: &Tensor) -> Tensor { special("arccosh", x, |b, x| b.acosh(x)) }
    /// The inverse hyperbolic tangent.
    fn arctanh(x: &Tensor) -> Tensor { special("arctanh", x, |b, x| b.atanh(x)) }
    /// The error function.
    fn erf(x: &Tensor) -> Tensor { special("erf", x, |b, x| b.erf(x)) }
    /// `1 - erf(x)`, exact for large `x`.
    fn erfc(x: &Tensor) -> Tensor { special("erfc", x, |b, x| b.erfc(x)) }
    /// The inverse of the error function.
    fn erfinv(x: &Tensor) -> Tensor { special("erfinv", x, |b, x| b.erf_inv(x)) }
    /// Rounded up.
    fn ceil(x: &Tensor) -> Tensor { rounding("ceil", Unary::Ceil, &x.float()) }
    /// Rounded down.
    fn floor(x: &Tensor) -> Tensor { rounding("floor", Unary::Floor, &x.float()) }
    /// Rounded to the nearest integer, ties to even.
    fn round(x: &Tensor) -> Tensor { rounding("round", Unary::RoundNearestEven, x) }
    /// Rounded toward 0.
    fn trunc(x: &Tensor) -> Tensor { if x.element().is_float() { sign(x) * floor(&absolute(x)) } else { x.clone() } }
    /// Degrees to radians.
    fn deg2rad(x: &Tensor) -> Tensor { x.float() * (PI / 180.0) }
    /// Radians to degrees.
    fn rad2deg(x: &Tensor) -> Tensor { x.float() * (180.0 / PI) }
    /// `sin(πx) / (πx)`; 1 at 0.
    fn sinc(x: &Tensor) -> Tensor {
        let x = x.float() * PI;
        let zero = equal(&x, &x.filled(0.0));
        let safe = where_(&zero, &x.filled(FRAC_PI_2), &x);
        where_(&zero, &x.filled(1.0), &(sin(&safe) / &safe))
    }
    /// True where the sign bit is set.
    fn signbit(x: &Tensor) -> Tensor {
        // The angle of (x, -1) is -π for -0 and π for 0, so zeros are told apart, too.
        let x = x.float();
        let angle = angle_of(&x, &x.filled(-1.0));
        less(&angle, &angle.filled(0.0))
    }
    /// Every bit inverted; booleans negated.
    fn bitwise_not(x: &Tensor) -> Tensor { x.map("bitwise_not", |b, x| b.not(x)) }
    /// Every bit inverted; booleans negated.
    fn bitwise_invert(x: &Tensor) -> Tensor { bitwise_not(x) }
    /// `x` clamped to `[x_min, x_max]`.
    fn clip(x: &Tensor, x_min: f64, x_max: f64) -> Tensor {
        x.map("clip", |b, x| {
            let scalar = stablehlo::TensorType::scalar(b.ty(x).element);
            let low = b.full(scalar.clone(), x_min)?;
            let high = b.full(scalar, x_max)?;
            b.clamp(low, x, high)
        })
    }
    /// NaN and infinities replaced by these numbers.
    fn nan_to_num(x: &Tensor, nan: f64, posinf: f64, neginf: f64) -> Tensor {
        let x = where_(&isnan(x), &x.filled(nan), x);
        let x = where_(&super::logic::isposinf(&x), &x.filled(posinf), &x);
        where_(&super::logic::isneginf(&x), &x.filled(neginf), &x)
    }
    /// Converted to an element type by Keras's name, such as `bfloat16`.
    fn cast(x: &Tensor, dtype: &str) -> Tensor {
        match dtype::from_name(dtype) {
            Some(dtype::BOOL) => super::logic::truth(x),
            Some(element) => x.to(element),
            None => x.fail(Error::argument(format!("ops.cast: there is no element type {dtype:?}"))),
        }
    }
    /// `x`.
    fn copy(x: &Tensor) -> Tensor { x.clone() }
    /// The angle of `x` as a complex number: π where it is negative, otherwise 0.
    fn angle(x: &Tensor) -> Tensor { let x = x.float(); angle_of(&x.filled(0.0), &x) }
    /// True everywhere for real numbers.
    fn isreal(x: &Tensor) -> Tensor { x.map("isreal", |b, v| {
        let dims = b.dims(v).to_vec();
        b.full(stablehlo::TensorType::new(stablehlo::ElementType::I1, dims), 1.0)
    }) }
    /// The real part.
    fn real(x: &Tensor) -> Tensor { if x.element().is_complex() { x.map("real", |b, x| b.real(x)) } else { x.clone() } }
    /// The imaginary part.
    fn imag(x: &Tensor) -> Tensor {
        if x.element().is_complex() { x.map("imag", |b, x| b.imag(x)) } else { x.filled(0.0) }
    }
}
