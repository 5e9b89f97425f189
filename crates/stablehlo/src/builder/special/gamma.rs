//! The gamma function's logarithm and derivatives, and the Hurwitz zeta function.

use std::f64::consts::PI;

use super::expr::{Expr, floats};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::{Direction, Unary};
use crate::program::Value;

/// The parameter `g` of Lanczos' approximation (C. Lanczos, "A Precision Approximation of the Gamma
/// Function", 1964), and its coefficients for 9 terms (P. Godfrey, 2001).
const LANCZOS_G: f64 = 7.0;
const LANCZOS: [f64; 9] = [
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-06,
    1.5056327351493116e-07,
];

/// `(2j)! / B(2j)` for j from 1 on, with the Bernoulli numbers `B`: the divisors of the Euler-Maclaurin
/// formula.
const EULER_MACLAURIN: [f64; 12] = [
    12.0,
    -720.0,
    30240.0,
    -1209600.0,
    47900160.0,
    -1892437580.3183792,
    7.47242496e10,
    -2950130727918.164,
    116467828143500.67,
    -4597978722407473.0,
    1.8152105401943546e+17,
    -7.166165256175667e+18,
];

impl FuncBuilder {
    /// The logarithm of the absolute value of the gamma function, element by element, by Lanczos'
    /// approximation and, below 1/2, the reflection formula. It is infinite at 0 and negative integers.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if the elements are not f64, f32, f16 or
    /// bf16.
    pub fn lgamma(&mut self, x: Value) -> Result<Value> {
        floats(self, [x], |[x], _| lgamma(&x))
    }

    /// The digamma function, the derivative of [`lgamma`](Self::lgamma), element by element. It is NaN at 0
    /// and negative integers.
    ///
    /// # Errors
    /// As [`lgamma`](Self::lgamma).
    pub fn digamma(&mut self, x: Value) -> Result<Value> {
        floats(self, [x], |[x], _| digamma(&x))
    }

    /// The Hurwitz zeta function, the sum of `(q + k)^-x` over all `k` from 0 on, element by element, by the
    /// Euler-Maclaurin formula. It is NaN for `x` below 1, and for negative `q` unless `x` is an integer.
    ///
    /// # Errors
    /// As [`lgamma`](Self::lgamma), or the types differ.
    pub fn zeta(&mut self, x: Value, q: Value) -> Result<Value> {
        floats(self, [x, q], |[x, q], _| zeta(&x, &q))
    }

    /// The polygamma function: the `n`th derivative of [`digamma`](Self::digamma) at `x`, element by element.
    /// It is NaN unless `n` is an integer from 0 on.
    ///
    /// # Errors
    /// As [`lgamma`](Self::lgamma), or the types differ.
    pub fn polygamma(&mut self, n: Value, x: Value) -> Result<Value> {
        floats(self, [n, x], |[n, x], _| {
            let next = &n + 1.0;
            let is_odd = (&n - (&n * 0.5).floor() * 2.0).equal(1.0);
            let sign = is_odd.select(1.0, -1.0);
            let y = sign * lgamma(&next).exp() * zeta(&next, &x);
            let y = n.equal(0.0).select(digamma(&x), y);
            let is_order = n.equal(n.floor()).and(n.compare(Direction::Ge, 0.0));
            is_order.select(y, f64::NAN)
        })
    }
}

/// The argument `z` of Lanczos' approximation of the gamma function at `z + 1`, and where it is reflected.
fn lanczos_argument(x: &Expr) -> (Expr, Expr) {
    let reflects = x.less(0.5);
    let z = reflects.select(-x, x - 1.0);
    (z, reflects)
}

fn lgamma(x: &Expr) -> Expr {
    let (z, reflects) = lanczos_argument(x);
    let terms = LANCZOS.iter().enumerate().skip(1);
    let sum = terms.fold(Expr::constant(LANCZOS[0]), |sum, (i, c)| sum + Expr::constant(*c) / (&z + i as f64));
    let shift = LANCZOS_G + 0.5;
    let t = &z + shift;
    let log_t = (&z / shift).log1p() + shift.ln();
    // (z + 1/2) log t - t, without an overflow in between.
    let power = (&z + 0.5 - &t / &log_t) * &log_t;
    let direct = power + (2.0 * PI).sqrt().ln() + sum.log();
    // log |π / sin(π x)| - lgamma(1 - x), with the sine of the distance to the nearest integer.
    let fraction = x.abs() - x.abs().floor();
    let distance = fraction.compare(Direction::Gt, 0.5).select(Expr::constant(1.0) - &fraction, &fraction);
    let log_sine = (distance * PI).unary(Unary::Sine).log();
    let finite = log_sine.unary(Unary::IsFinite);
    let reflected = finite.select(-(&log_sine - PI.ln()) - &direct, -&log_sine);
    let y = reflects.select(reflected, &direct);
    x.abs().equal(f64::INFINITY).select(f64::INFINITY, y)
}

fn digamma(x: &Expr) -> Expr {
    let (z, reflects) = lanczos_argument(x);
    let (mut numerator, mut denominator) = (Expr::constant(0.0), Expr::constant(LANCZOS[0]));
    for (i, c) in LANCZOS.iter().enumerate().skip(1) {
        let term = &z + i as f64;
        numerator = numerator - Expr::constant(*c) / (&term * &term);
        denominator = denominator + Expr::constant(*c) / term;
    }
    let shift = LANCZOS_G + 0.5;
    let t = &z + shift;
    let log_t = (&z / shift).log1p() + shift.ln();
    let direct = log_t + numerator / denominator - Expr::constant(LANCZOS_G) / &t;
    // digamma(1 - x) - π / tan(π x), with the tangent of the distance to the nearest integer.
    let distance = (x + (x.abs() + 0.5).floor()) * PI;
    let cotangent = distance.unary(Unary::Cosine) / distance.unary(Unary::Sine);
    let y = reflects.select(&direct - cotangent * PI, &direct);
    let is_pole = x.compare(Direction::Le, 0.0).and(x.equal(x.floor()));
    is_pole.select(f64::NAN, y)
}

fn zeta(x: &Expr, q: &Expr) -> Expr {
    const DIRECT_TERMS: usize = 9;
    let exponent = -x;
    let mut sum = q.pow(&exponent);
    let (mut a, mut power) = (q.clone(), Expr::constant(0.0));
    for _ in 0..DIRECT_TERMS {
        a = a + 1.0;
        power = a.pow(&exponent);
        sum = sum + &power;
    }
    // The terms from `a` on: the integral, less half of the last term, and the corrections.
    let tail = &power * &a / (x - 1.0) - &power * 0.5;
    let inverse_square = Expr::constant(1.0) / (&a * &a);
    let (mut factor, mut correction) = (&power * x / &a, Expr::constant(0.0));
    for (j, divisor) in EULER_MACLAURIN.iter().enumerate() {
        correction = correction + &factor * (1.0 / divisor);
        let order = 2.0 * j as f64;
        factor = factor * (x + (order + 1.0)) * (x + (order + 2.0)) * &inverse_square;
    }
    let y = sum + tail + correction;
    let is_integer = |v: &Expr| v.equal(v.floor());
    let is_even = is_integer(&(x * 0.5));
    let negative = q.compare(Direction::Le, 0.0);
    let at_pole = negative.and(is_integer(q));
    let y = negative.and(x.compare(Direction::Ne, x.floor())).select(f64::NAN, y);
    let y = at_pole.select(is_even.select(f64::INFINITY, f64::NAN), y);
    let y = x.less(1.0).select(f64::NAN, y);
    x.equal(1.0).select(f64::INFINITY, y)
}
