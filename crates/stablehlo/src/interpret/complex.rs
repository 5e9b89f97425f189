//! Functions of complex numbers of `f64` parts, with the branch cuts and special values of C99's Annex G.
//!
//! Each is computed from real functions, scaled where an intermediate result would leave the range of `f64`.
//! W. Kahan, "Branch cuts for complex elementary functions, or Much ado about nothing's sign bit" (1987), is
//! the source of `tanh`, of `sqrt` and of the logarithms near 1.

use std::cmp::Ordering;
use std::f64::consts::LN_2;

use crate::complex::Complex;
use crate::ops::{Binary, Unary};

type C = Complex<f64>;

const ONE: C = C::new(1.0, 0.0);
const I: C = C::new(0.0, 1.0);

/// The function of an operation; `None` if it is not defined for complex numbers, or has a real result.
pub(super) fn unary(op: Unary) -> Option<fn(C) -> C> {
    Some(match op {
        Unary::Cbrt => cbrt,
        Unary::Cosine => cos,
        Unary::Exponential => exp,
        Unary::ExponentialMinusOne => exp_m1,
        Unary::Log => log,
        Unary::LogPlusOne => log_1p,
        Unary::Logistic => |z| div(ONE, ONE + exp(-z)),
        Unary::Negate => |z| -z,
        Unary::Rsqrt => |z| div(ONE, sqrt(z)),
        Unary::Sign => sign,
        Unary::Sine => |z| over_i(sinh(times_i(z))),
        Unary::Sqrt => sqrt,
        Unary::Tan => |z| over_i(tanh(times_i(z))),
        Unary::Tanh => tanh,
        _ => return None,
    })
}

/// The function of an operation; `None` if it is not defined for complex numbers.
pub(super) fn binary(op: Binary) -> Option<fn(C, C) -> C> {
    Some(match op {
        Binary::Add => |x, y| x + y,
        Binary::Atan2 => atan2,
        Binary::Divide => div,
        Binary::Maximum => |x, y| extremum(x, y, Ordering::Less),
        Binary::Minimum => |x, y| extremum(x, y, Ordering::Greater),
        Binary::Multiply => |x, y| x * y,
        Binary::Power => power,
        Binary::Subtract => |x, y| x - y,
        _ => return None,
    })
}

/// The order by real, then by imaginary part.
pub(super) fn order(x: C, y: C) -> Option<Ordering> {
    match x.re.partial_cmp(&y.re) {
        Some(Ordering::Equal) => x.im.partial_cmp(&y.im),
        other => other,
    }
}

/// The modulus. It is infinite if a part is, even if the other is NaN.
pub(super) fn abs(z: C) -> f64 {
    z.re.hypot(z.im)
}

fn has_nan(z: C) -> bool {
    z.re.is_nan() || z.im.is_nan()
}

fn times_i(z: C) -> C {
    C::new(-z.im, z.re)
}

fn over_i(z: C) -> C {
    C::new(z.im, -z.re)
}

fn scaled(z: C, by: f64) -> C {
    C::new(z.re * by, z.im * by)
}

/// `y` if the order of `x` and `y` is `replaced`, else `x`; a number with a NaN before any other.
fn extremum(x: C, y: C, replaced: Ordering) -> C {
    if has_nan(x) || !has_nan(y) && order(x, y) != Some(replaced) { x } else { y }
}

/// The quotient by Smith's algorithm (1962), and the special cases of Annex G.5.1.
fn div(x: C, y: C) -> C {
    let quotient = if y.re.abs() >= y.im.abs() {
        let ratio = y.im / y.re;
        let scale = y.re + y.im * ratio;
        C::new((x.re + x.im * ratio) / scale, (x.im - x.re * ratio) / scale)
    } else {
        let ratio = y.re / y.im;
        let scale = y.re * ratio + y.im;
        C::new((x.re * ratio + x.im) / scale, (x.im * ratio - x.re) / scale)
    };
    if !(quotient.re.is_nan() && quotient.im.is_nan()) {
        return quotient;
    }
    let is_infinite = |z: C| z.re.is_infinite() || z.im.is_infinite();
    let is_finite = |z: C| z.re.is_finite() && z.im.is_finite();
    // The directions of infinite numbers: a finite part counts as zero.
    let unit = |v: f64| (v.is_infinite() as u8 as f64).copysign(v);
    if y.re == 0.0 && y.im == 0.0 {
        scaled(x, f64::INFINITY.copysign(y.re))
    } else if is_infinite(x) && is_finite(y) {
        scaled(times_conjugate(C::new(unit(x.re), unit(x.im)), y), f64::INFINITY)
    } else if is_infinite(y) && is_finite(x) {
        scaled(times_conjugate(x, C::new(unit(y.re), unit(y.im))), 0.0)
    } else {
        quotient
    }
}

fn times_conjugate(x: C, y: C) -> C {
    C::new(x.re * y.re + x.im * y.im, x.im * y.re - x.re * y.im)
}

fn exp(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp(), z.im);
    }
    if !z.im.is_finite() && z.re.is_infinite() {
        return if z.re > 0.0 { C::new(z.re, f64::NAN) } else { C::new(0.0, 0.0) };
    }
    // Beyond 709 the modulus overflows where a part need not.
    let (near, far) = (z.re.min(709.0), (z.re - 709.0).max(0.0));
    let near = if z.re.is_nan() { z.re } else { near };
    let (sin, cos) = z.im.sin_cos();
    C::new(near.exp() * cos * far.exp(), near.exp() * sin * far.exp())
}

/// `e^z - 1`: the real part is `(e^x - 1) cos y - 2 sin^2(y / 2)`.
fn exp_m1(z: C) -> C {
    let e = exp(z);
    if z.im == 0.0 || !z.re.is_finite() || z.re.abs() > 700.0 {
        let re = if z.im == 0.0 { z.re.exp_m1() } else { e.re - 1.0 };
        return C::new(re, e.im);
    }
    let half = (z.im / 2.0).sin();
    C::new(z.re.exp_m1() * z.im.cos() - 2.0 * half * half, e.im)
}

/// The logarithm of the modulus.
fn log_abs(z: C) -> f64 {
    let (x, y) = (z.re.abs(), z.im.abs());
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    let (more, less) = if x > y { (x, y) } else { (y, x) };
    if more > 0.5 && more < 2.0 {
        ((more - 1.0) * (more + 1.0) + less * less).ln_1p() / 2.0
    } else if more > 1e300 {
        (more / 2.0).hypot(less / 2.0).ln() + LN_2
    } else if more < 1e-300 {
        (more * 2f64.powi(60)).hypot(less * 2f64.powi(60)).ln() - 60.0 * LN_2
    } else {
        x.hypot(y).ln()
    }
}

fn log(z: C) -> C {
    C::new(log_abs(z), z.im.atan2(z.re))
}

fn log_1p(z: C) -> C {
    let near_one = C::new(1.0 + z.re, z.im);
    let re = if z.re.abs() < 0.5 && z.im.abs() < 0.5 {
        (z.re * (2.0 + z.re) + z.im * z.im).ln_1p() / 2.0
    } else {
        log_abs(near_one)
    };
    C::new(re, z.im.atan2(near_one.re))
}

fn sqrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(0.0, z.im);
    }
    if z.im.is_infinite() {
        return C::new(f64::INFINITY, z.im);
    }
    if z.re.is_infinite() {
        let difference = if z.im.is_nan() { z.im } else { 0.0 };
        return match z.re > 0.0 {
            true => C::new(z.re, difference.copysign(z.im)),
            false => C::new(difference, f64::INFINITY.copysign(z.im)),
        };
    }
    // An even power of two brings the larger part near 1.
    let size = z.re.abs().max(z.im.abs());
    let (by, root) = match size {
        s if s > 1e150 => (2f64.powi(-600), 2f64.powi(300)),
        s if s < 1e-150 => (2f64.powi(600), 2f64.powi(-300)),
        _ => (1.0, 1.0),
    };
    let z = scaled(z, by);
    let half = ((abs(z) + z.re.abs()) / 2.0).sqrt();
    let other = z.im.abs() / (2.0 * half);
    let (re, im) = if z.re >= 0.0 { (half, other) } else { (other, half) };
    C::new(re * root, im.copysign(z.im) * root)
}

fn cbrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return z;
    }
    let (modulus, angle) = (abs(z).cbrt(), z.im.atan2(z.re) / 3.0);
    C::new(modulus * angle.cos(), modulus * angle.sin())
}

fn sign(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return z;
    }
    // Numbers near the ends of the range are brought to its middle first.
    let size = z.re.abs().max(z.im.abs());
    let z = scaled(z, if size > 1e300 { 2f64.powi(-60) } else { 1.0 });
    let z = scaled(z, if size < 1e-300 { 2f64.powi(120) } else { 1.0 });
    let modulus = abs(z);
    C::new(z.re / modulus, z.im / modulus)
}

/// `sinh x cos y + i cosh x sin y`
fn sinh(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.sinh(), z.im);
    }
    if z.re == 0.0 && !z.im.is_finite() {
        return C::new(z.re, f64::NAN);
    }
    if z.re.is_infinite() && !z.im.is_finite() {
        return C::new(z.re, f64::NAN);
    }
    let (near, far) = (z.re.clamp(-709.0, 709.0), (z.re.abs() - 709.0).max(0.0).exp());
    let (sin, cos) = z.im.sin_cos();
    let far = if z.re.is_nan() { z.re } else { far };
    C::new(near.sinh() * cos * far, near.cosh() * sin * far)
}

/// `cosh x cos y + i sinh x sin y`, of `i z`.
fn cos(z: C) -> C {
    let (x, y) = (-z.im, z.re);
    if x == 0.0 || y == 0.0 {
        // A zero part remains zero, even if the other is infinite.
        let im = if !y.is_finite() || !x.is_finite() { 0.0 } else { x.sinh() * y.sin() };
        return C::new(x.cosh() * y.cos(), im);
    }
    if x.is_infinite() && !y.is_finite() {
        return C::new(f64::INFINITY, f64::NAN);
    }
    let (near, far) = (x.clamp(-709.0, 709.0), (x.abs() - 709.0).max(0.0).exp());
    let (sin, cos) = y.sin_cos();
    let far = if x.is_nan() { x } else { far };
    C::new(near.cosh() * cos * far, near.sinh() * sin * far)
}

fn tanh(z: C) -> C {
    if z.re.abs() > 20.0 && (z.re.is_infinite() || z.im.is_finite()) {
        // Here tanh z is 1 - 2 e^-2z to the last digit.
        let decay = (-2.0 * z.re.abs()).exp();
        let im = if decay == 0.0 { 0.0 } else { 4.0 * z.im.sin() * z.im.cos() * decay };
        return C::new(1f64.copysign(z.re), im);
    }
    if z.im == 0.0 {
        return C::new(z.re.tanh(), z.im);
    }
    let (t, s) = (z.im.tan(), z.re.sinh());
    let beta = 1.0 + t * t;
    let rho = (1.0 + s * s).sqrt();
    let scale = 1.0 + beta * s * s;
    C::new(beta * rho * s / scale, t / scale)
}

/// `x^y = |x|^c e^(-d arg x) (cos a + i sin a)` with `y = c + d i` and `a = c arg x + d ln |x|`.
fn power(x: C, y: C) -> C {
    if y.re == 0.0 && y.im == 0.0 {
        return ONE;
    }
    if x.re == 0.0 && x.im == 0.0 {
        return match y.re > 0.0 {
            true => C::default(),
            false => C::new(if y.im == 0.0 { f64::INFINITY } else { f64::NAN }, f64::NAN),
        };
    }
    let (modulus, argument) = (abs(x), x.im.atan2(x.re));
    let size = modulus.powf(y.re) * (-y.im * argument).exp();
    let angle = y.re * argument + if y.im == 0.0 { 0.0 } else { y.im * log_abs(x) };
    C::new(size * angle.cos(), if angle == 0.0 { angle } else { size * angle.sin() })
}

/// `-i ln((x + i y) / sqrt(x^2 + y^2))`, of the operands `y` and `x`.
fn atan2(y: C, x: C) -> C {
    over_i(log(div(x + I * y, sqrt(x * x + y * y))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(op: Unary, re: f64, im: f64) -> (f64, f64) {
        let z = unary(op).expect("a complex function")(C::new(re, im));
        (z.re, z.im)
    }

    fn close((a, b): (f64, f64), (c, d): (f64, f64)) -> bool {
        (a - c).hypot(b - d) <= 4e-15 * c.hypot(d)
    }

    // Values of mpmath with 40 digits, at 0.5 + 1.25 i.
    #[test]
    fn functions_of_one_number() {
        for (op, expected) in [
            (Unary::Cbrt, (1.0184186806785388, 0.4267002825324969)),
            (Unary::Cosine, (1.6572478640539147, -0.7680009178735728)),
            (Unary::Exponential, (0.5198786860084937, 1.5646111274988195)),
            (Unary::ExponentialMinusOne, (-0.4801213139915063, 1.5646111274988195)),
            (Unary::Log, (0.2973535538733464, 1.1902899496825317)),
            (Unary::LogPlusOne, (0.669142570966765, 0.6947382761967032)),
            (Unary::Logistic, (0.6805661698086823, 0.3288352746951482)),
            (Unary::Rsqrt, (0.7136677874451546, -0.483176615608977)),
            (Unary::Sine, (0.9053586344209572, 1.4058162504314683)),
            (Unary::Sqrt, (0.9608046632337985, 0.6504964265019547)),
            (Unary::Tan, (0.12610856648423438, 0.906724804319431)),
            (Unary::Tanh, (1.583963548284424, 0.8066346988510736)),
        ] {
            let got = apply(op, 0.5, 1.25);
            assert!(close(got, expected), "{op:?} {got:?} {expected:?}");
        }
    }

    #[test]
    fn identities_hold_to_the_last_digits() {
        for (re, im) in [(0.3, -0.7), (-2.5, 0.1), (1e-3, 40.0), (5.0, 5.0), (-0.2, 1e-9)] {
            let z = C::new(re, im);
            let pair = |z: C| (z.re, z.im);
            assert!(close(pair(sqrt(z) * sqrt(z)), pair(z)));
            assert!(close(pair(exp(log(z))), pair(z)));
            assert!(close(pair(exp_m1(z) + ONE), pair(exp(z))));
            assert!(close(pair(div(z * C::new(2.0, -3.0), C::new(2.0, -3.0))), pair(z)));
            let (s, c) = (apply(Unary::Sine, re, im), apply(Unary::Cosine, re, im));
            assert!(close(apply(Unary::Tan, re, im), pair(div(C::new(s.0, s.1), C::new(c.0, c.1)))));
            assert!(close(pair(power(z, C::new(2.0, 0.0))), pair(z * z)));
        }
    }

    // C99, G.6.2.6.
    #[test]
    fn tanh_of_an_infinite_or_undefined_angle_is_undefined_unless_the_number_is_infinite() {
        for im in [f64::INFINITY, f64::NAN] {
            for re in [1.0, -30.0, 1e300] {
                let (re, im) = apply(Unary::Tanh, re, im);
                assert!(re.is_nan() && im.is_nan());
            }
            assert_eq!(apply(Unary::Tanh, f64::NEG_INFINITY, im), (-1.0, 0.0));
        }
    }

    #[test]
    fn ends_of_the_range_neither_overflow_nor_vanish() {
        let (max, tiny) = (f64::MAX, f64::MIN_POSITIVE);
        assert!(close(apply(Unary::Sqrt, max, max), (1.4730945569055656e154, 6.101757441282702e153)));
        assert!(close(apply(Unary::Sqrt, tiny, 0.0), (tiny.sqrt(), 0.0)));
        assert!(close(apply(Unary::Log, max, max), (max.ln() + LN_2 / 2.0, std::f64::consts::FRAC_PI_4)));
        assert!(close(apply(Unary::Sign, max, max), (0.5f64.sqrt(), 0.5f64.sqrt())));
        assert_eq!(abs(C::new(3e300, 4e300)), 5e300);
        // The small part of a logarithm near 1 is exact.
        assert!(close(apply(Unary::Log, 1.0, 1e-10), (5e-21, 1e-10)));
    }

    #[test]
    fn special_values_of_annex_g() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        assert_eq!(apply(Unary::Sqrt, -1.0, -0.0), (0.0, -1.0), "below the branch cut");
        assert_eq!(apply(Unary::Sqrt, -1.0, 0.0), (0.0, 1.0));
        assert_eq!(apply(Unary::Sqrt, nan, inf), (inf, inf));
        assert_eq!(apply(Unary::Log, -0.0, 0.0), (-inf, std::f64::consts::PI));
        assert_eq!(apply(Unary::Exponential, inf, 0.0), (inf, 0.0));
        assert_eq!(apply(Unary::Exponential, -inf, inf), (0.0, 0.0));
        assert_eq!(apply(Unary::Tanh, inf, inf), (1.0, 0.0));
        assert_eq!(abs(C::new(inf, nan)), inf);
        let by_zero = div(C::new(1.0, 0.0), C::default());
        assert!(by_zero.re == inf && by_zero.im.is_nan());
        let by_infinity = div(ONE, C::new(inf, inf));
        assert_eq!((by_infinity.re, by_infinity.im), (0.0, -0.0));
        assert_eq!(order(C::new(1.0, nan), C::new(1.0, 0.0)), None);
        assert_eq!(order(C::new(1.0, 2.0), C::new(1.0, 0.0)), Some(Ordering::Greater));
    }
}
