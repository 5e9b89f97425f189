//! Elementary functions of complex numbers that StableHLO has no operation for, from those that it has.
//!
//! W. Kahan, "Branch cuts for complex elementary functions, or Much ado about nothing's sign bit" (1987), is
//! the source of the inverse functions and of their branch cuts. They are computed in `complex<f64>`, and
//! rounded to the type of the operand.

use std::f64::consts::LN_2;

use super::FuncBuilder;
use crate::error::Result;
use crate::ops::{Binary, Direction, Unary};
use crate::program::Value;
use crate::types::ElementType;

/// From here on `asinh x` is `ln 2x` to the last digit.
const LARGE: f64 = 1e10;

impl FuncBuilder {
    /// The complex function of that name, as `chlo` names it; `None` if it is not defined here.
    pub(crate) fn complex_function(&mut self, name: &str, z: Value) -> Result<Option<Value>> {
        let inverse: fn(&mut Self, Value) -> Result<Value> = match name {
            "conj" => return self.conjugate(z).map(Some),
            "cosh" => {
                let rotated = self.times_i(z)?;
                return self.unary(Unary::Cosine, rotated).map(Some);
            }
            "sinh" => {
                let rotated = self.times_i(z)?;
                let sine = self.unary(Unary::Sine, rotated)?;
                return self.over_i(sine).map(Some);
            }
            "tan" => return self.unary(Unary::Tan, z).map(Some),
            "acos" => Self::complex_acos,
            "acosh" => Self::complex_acosh,
            "asin" => Self::complex_asin,
            "asinh" => |b, z| {
                let rotated = b.times_i(z)?;
                let asin = b.complex_asin(rotated)?;
                b.over_i(asin)
            },
            "atan" => |b, z| {
                let rotated = b.times_i(z)?;
                let atanh = b.complex_atanh(rotated)?;
                b.over_i(atanh)
            },
            "atanh" => Self::complex_atanh,
            _ => return Ok(None),
        };
        let element = self.ty(z).element;
        let widened = self.convert(z, ElementType::Complex128)?;
        let result = inverse(self, widened)?;
        self.convert(result, element).map(Some)
    }

    fn parts(&mut self, z: Value) -> Result<(Value, Value)> {
        Ok((self.real(z)?, self.imag(z)?))
    }

    fn conjugate(&mut self, z: Value) -> Result<Value> {
        let (re, im) = self.parts(z)?;
        let negated = self.negate(im)?;
        self.complex(re, negated)
    }

    /// `i z`
    fn times_i(&mut self, z: Value) -> Result<Value> {
        let (re, im) = self.parts(z)?;
        let negated = self.negate(im)?;
        self.complex(negated, re)
    }

    /// `-i z`
    fn over_i(&mut self, z: Value) -> Result<Value> {
        let (re, im) = self.parts(z)?;
        let negated = self.negate(re)?;
        self.complex(im, negated)
    }

    /// `x + c`, of real numbers.
    fn plus(&mut self, x: Value, c: f64) -> Result<Value> {
        let c = self.full_like(x, c)?;
        self.add(x, c)
    }

    /// `c x`, of real numbers.
    fn times(&mut self, x: Value, c: f64) -> Result<Value> {
        let c = self.full_like(x, c)?;
        self.multiply(x, c)
    }

    /// The square roots of `1 - z` and `1 + z`. Their imaginary parts keep the sign of a zero.
    fn roots_beside_one(&mut self, z: Value) -> Result<[(Value, Value); 2]> {
        let (re, im) = self.parts(z)?;
        let (negated_re, negated_im) = (self.negate(re)?, self.negate(im)?);
        let (below, above) = (self.plus(negated_re, 1.0)?, self.plus(re, 1.0)?);
        let (minus, plus) = (self.complex(below, negated_im)?, self.complex(above, im)?);
        let (minus, plus) = (self.unary(Unary::Sqrt, minus)?, self.unary(Unary::Sqrt, plus)?);
        Ok([self.parts(minus)?, self.parts(plus)?])
    }

    /// `a b - c d`, or the sum if `op` is [`Binary::Add`].
    fn products(&mut self, op: Binary, [a, b, c, d]: [Value; 4]) -> Result<Value> {
        let (left, right) = (self.multiply(a, b)?, self.multiply(c, d)?);
        self.binary(op, left, right)
    }

    /// `sign x ln(|x| + sqrt(1 + x^2))`, of real numbers.
    fn real_asinh(&mut self, x: Value) -> Result<Value> {
        let size = self.abs(x)?;
        let square = self.multiply(size, size)?;
        let more = self.plus(square, 1.0)?;
        let root = self.unary(Unary::Sqrt, more)?;
        let divisor = self.plus(root, 1.0)?;
        let rest = self.divide(square, divisor)?;
        let sum = self.add(size, rest)?;
        let near = self.unary(Unary::LogPlusOne, sum)?;
        let log = self.log(size)?;
        let far = self.plus(log, LN_2)?;
        let limit = self.full_like(size, LARGE)?;
        let is_far = self.compare(Direction::Gt, size, limit)?;
        let magnitude = self.select(is_far, far, near)?;
        // The sign of a zero, too.
        let (sign, zero) = (self.sign(x)?, self.full_like(x, 0.0)?);
        let is_zero = self.compare(Direction::Eq, x, zero)?;
        let signed = self.multiply(magnitude, sign)?;
        self.select(is_zero, x, signed)
    }

    fn complex_acos(&mut self, z: Value) -> Result<Value> {
        let [(a, b), (c, d)] = self.roots_beside_one(z)?;
        let half = self.atan2(a, c)?;
        let sinh = self.products(Binary::Subtract, [c, b, d, a])?;
        let (re, im) = (self.times(half, 2.0)?, self.real_asinh(sinh)?);
        self.complex(re, im)
    }

    fn complex_asin(&mut self, z: Value) -> Result<Value> {
        let [(a, b), (c, d)] = self.roots_beside_one(z)?;
        let x = self.real(z)?;
        let cosine = self.products(Binary::Subtract, [a, c, b, d])?;
        let sinh = self.products(Binary::Subtract, [a, d, b, c])?;
        let (re, im) = (self.atan2(x, cosine)?, self.real_asinh(sinh)?);
        self.complex(re, im)
    }

    fn complex_acosh(&mut self, z: Value) -> Result<Value> {
        let (re, im) = self.parts(z)?;
        let (below, above) = (self.plus(re, -1.0)?, self.plus(re, 1.0)?);
        let (minus, plus) = (self.complex(below, im)?, self.complex(above, im)?);
        let (minus, plus) = (self.unary(Unary::Sqrt, minus)?, self.unary(Unary::Sqrt, plus)?);
        let ((a, b), (c, d)) = (self.parts(minus)?, self.parts(plus)?);
        let sinh = self.products(Binary::Add, [a, c, b, d])?;
        let half = self.atan2(b, c)?;
        let (re, im) = (self.real_asinh(sinh)?, self.times(half, 2.0)?);
        self.complex(re, im)
    }

    /// `ln(1 + 4 x / ((1 - x)^2 + y^2)) / 4 + i atan2(2 y, (1 - x)(1 + x) - y^2) / 2`; far from zero the real
    /// part is that of `1 / z`, and the imaginary part `pi / 2`.
    fn complex_atanh(&mut self, z: Value) -> Result<Value> {
        let (x, y) = self.parts(z)?;
        let size = self.abs(x)?;
        let negated = self.negate(size)?;
        let (below, above) = (self.plus(negated, 1.0)?, self.plus(size, 1.0)?);
        let (below_square, y_square) = (self.multiply(below, below)?, self.multiply(y, y)?);
        let distance = self.add(below_square, y_square)?;
        let quadruple = self.times(size, 4.0)?;
        let ratio = self.divide(quadruple, distance)?;
        let log = self.unary(Unary::LogPlusOne, ratio)?;
        let near_re = self.times(log, 0.25)?;
        let product = self.multiply(below, above)?;
        let (difference, twice) = (self.subtract(product, y_square)?, self.times(y, 2.0)?);
        let angle = self.atan2(twice, difference)?;
        let near_im = self.times(angle, 0.5)?;
        let one = self.full_like(z, 1.0)?;
        let inverse = self.divide(one, z)?;
        let inverse = self.real(inverse)?;
        let far_re = self.abs(inverse)?;
        let y_sign = self.full_like(y, 0.0)?;
        let is_below = self.compare(Direction::Lt, y, y_sign)?;
        let (right_angle, opposite) =
            (self.full_like(y, std::f64::consts::FRAC_PI_2)?, self.full_like(y, -std::f64::consts::FRAC_PI_2)?);
        let far_im = self.select(is_below, opposite, right_angle)?;
        let (height, limit) = (self.abs(y)?, self.full_like(x, 1e15)?);
        let larger = self.maximum(size, height)?;
        let is_far = self.compare(Direction::Gt, larger, limit)?;
        let (re, im) = (self.select(is_far, far_re, near_re)?, self.select(is_far, far_im, near_im)?);
        let (sign, zero) = (self.sign(x)?, self.full_like(x, 0.0)?);
        let (signed, is_zero) = (self.multiply(re, sign)?, self.compare(Direction::Eq, x, zero)?);
        let re = self.select(is_zero, x, signed)?;
        self.complex(re, im)
    }
}
