//! Functions of complex numbers in terms of real functions of `f64`, with the branch cuts and special values
//! of C99's Annex G.
//!
//! Sources: W. Kahan, "Branch cuts for complex elementary functions, or Much ado about nothing's sign bit"
//! (1987), for `tanh`, the square root and logarithms near 1. Each condition becomes a selection.

use stablehlo::ops::{Binary, Direction, Unary};

use super::arithmetic::Range;
use super::pair::Pair;
use crate::ir::ValueId;
use crate::passes::emitter::Emitter;

/// Beyond it `e^x` is computed as `e^LIMIT e^(x - LIMIT)`.
const EXPONENT_LIMIT: f64 = 709.0;

impl Emitter<'_> {
    /// A function of one complex number that is neither `negate` nor `abs`; none if it is not defined.
    pub(super) fn pair_unary(&mut self, op: Unary, z: Pair) -> Option<Pair> {
        type Function<'t> = fn(&mut Emitter<'t>, Pair, Range) -> Pair;
        let function: Function<'_> = match op {
            Unary::Cbrt => Emitter::pair_cbrt,
            Unary::Cosine => |e, z, range| {
                let rotated = e.times_i(z);
                e.pair_cosh(rotated, range)
            },
            Unary::Exponential => Emitter::pair_exp,
            Unary::ExponentialMinusOne => Emitter::pair_exp_minus_one,
            Unary::Log => Emitter::pair_log,
            Unary::LogPlusOne => Emitter::pair_log_plus_one,
            Unary::Logistic => |e, z, range| {
                let negated = e.pair_negate(z);
                let (exp, one) = (e.pair_exp(negated, range), e.number_like(z, 1.0, 0.0));
                let sum = e.pair_add(one, exp);
                e.pair_div(one, sum, range)
            },
            Unary::Rsqrt => |e, z, range| {
                let (root, one) = (e.pair_sqrt(z, range), e.number_like(z, 1.0, 0.0));
                e.pair_div(one, root, range)
            },
            Unary::Sign => Emitter::pair_sign,
            Unary::Sine => |e, z, range| {
                let rotated = e.times_i(z);
                let result = e.pair_sinh(rotated, range);
                e.over_i(result)
            },
            Unary::Sqrt => Emitter::pair_sqrt,
            Unary::Tan => |e, z, range| {
                let rotated = e.times_i(z);
                let result = e.pair_tanh(rotated, range);
                e.over_i(result)
            },
            Unary::Tanh => Emitter::pair_tanh,
            _ => return None,
        };
        Some(self.in_f64([z], |e, [z], range| function(e, z, range)))
    }

    /// `e^x` as two factors, of which the second is 1 unless `x` is beyond the limit.
    fn split_exp(&mut self, x: ValueId, range: Range) -> [ValueId; 2] {
        let limit = self.full_like(x, EXPONENT_LIMIT);
        let near = self.binary(Binary::Minimum, x, limit);
        let near = self.unary(Unary::Exponential, near);
        [near, self.far_factor(x, range)]
    }

    /// `e^(x - LIMIT)` where `x` is beyond the limit, else 1. The range of `f32` does not need it: there the
    /// other factor overflows already.
    fn far_factor(&mut self, x: ValueId, range: Range) -> ValueId {
        if range == Range::F32 {
            return self.full_like(x, 1.0);
        }
        let (beyond, zero) = (self.plus(x, -EXPONENT_LIMIT), self.full_like(x, 0.0));
        let beyond = self.binary(Binary::Maximum, beyond, zero);
        self.unary(Unary::Exponential, beyond)
    }

    fn sin_cos(&mut self, x: ValueId) -> [ValueId; 2] {
        [self.unary(Unary::Sine, x), self.unary(Unary::Cosine, x)]
    }

    fn pair_exp(&mut self, z: Pair, range: Range) -> Pair {
        let ([near, far], [sin, cos]) = (self.split_exp(z.re, range), self.sin_cos(z.im));
        let (re, im) = (self.mul(near, cos), self.mul(near, sin));
        let (re, im) = (self.mul(re, far), self.mul(im, far));
        let is_real = self.is(Direction::Eq, z.im, 0.0);
        let (re, im) = (self.select(is_real, near, re), self.select(is_real, z.im, im));
        let re = if range == Range::F64 {
            let modulus = self.mul(near, far);
            self.select(is_real, modulus, re)
        } else {
            re
        };
        // An infinite real part decides the modulus, even if the angle is infinite or NaN.
        let is_finite = self.is_finite(z.im);
        let is_undefined = self.not(is_finite);
        let (vanishes, grows) =
            (self.is(Direction::Eq, z.re, f64::NEG_INFINITY), self.is(Direction::Eq, z.re, f64::INFINITY));
        let (vanishes, grows) = (self.and(is_undefined, vanishes), self.and(is_undefined, grows));
        let re = self.replace(grows, f64::INFINITY, re);
        Pair { re: self.replace(vanishes, 0.0, re), im: self.replace(vanishes, 0.0, im) }
    }

    /// `e^z - 1`: the real part is `(e^x - 1) cos y - 2 sin^2(y / 2)`.
    fn pair_exp_minus_one(&mut self, z: Pair, range: Range) -> Pair {
        let exp = self.pair_exp(z, range);
        let (less_one, cos) = (self.unary(Unary::ExponentialMinusOne, z.re), self.unary(Unary::Cosine, z.im));
        let product = self.mul(less_one, cos);
        let half = self.times(z.im, 0.5);
        let sin = self.unary(Unary::Sine, half);
        let square = self.mul(sin, sin);
        let versine = self.times(square, 2.0);
        let re = self.sub(product, versine);
        let (is_large, is_finite) = (self.is(Direction::Gt, z.re, 700.0), self.is_finite(z.im));
        let is_undefined = self.not(is_finite);
        let takes_exp = self.or(is_large, is_undefined);
        let difference = self.plus(exp.re, -1.0);
        Pair { re: self.select(takes_exp, difference, re), im: exp.im }
    }

    /// The logarithm of the modulus.
    fn log_modulus(&mut self, z: Pair, range: Range) -> ValueId {
        let [more, less] = self.sorted_magnitudes(z);
        let less_square = self.mul(less, less);
        // Near 1 the logarithm is that of 1 + ((x - 1) (x + 1) + y^2).
        let (below, above) = (self.plus(more, -1.0), self.plus(more, 1.0));
        let product = self.mul(below, above);
        let difference = self.add(product, less_square);
        let near = self.unary(Unary::LogPlusOne, difference);
        let near = self.times(near, 0.5);
        let far = match range {
            Range::F32 => {
                let square = self.mul(more, more);
                let sum = self.add(square, less_square);
                let log = self.unary(Unary::Log, sum);
                self.times(log, 0.5)
            }
            Range::F64 => {
                let ratio = self.div(less, more);
                let square = self.mul(ratio, ratio);
                let small = self.unary(Unary::LogPlusOne, square);
                let (small, large) = (self.times(small, 0.5), self.unary(Unary::Log, more));
                let (sum, is_zero) = (self.add(large, small), self.is(Direction::Eq, more, 0.0));
                self.select(is_zero, large, sum)
            }
        };
        let (above, below) = (self.is(Direction::Gt, more, 0.5), self.is(Direction::Lt, more, 2.0));
        let is_near = self.and(above, below);
        let log = self.select(is_near, near, far);
        let is_infinite = self.has_infinite(z);
        self.replace(is_infinite, f64::INFINITY, log)
    }

    fn pair_log(&mut self, z: Pair, range: Range) -> Pair {
        Pair { re: self.log_modulus(z, range), im: self.binary(Binary::Atan2, z.im, z.re) }
    }

    fn pair_log_plus_one(&mut self, z: Pair, range: Range) -> Pair {
        let shifted = Pair { re: self.plus(z.re, 1.0), im: z.im };
        let far = self.log_modulus(shifted, range);
        let two_more = self.plus(z.re, 2.0);
        let (product, square) = (self.mul(z.re, two_more), self.mul(z.im, z.im));
        let sum = self.add(product, square);
        let near = self.unary(Unary::LogPlusOne, sum);
        let near = self.times(near, 0.5);
        let [larger, _] = self.sorted_magnitudes(z);
        let is_near = self.is(Direction::Lt, larger, 0.5);
        let im = self.binary(Binary::Atan2, z.im, shifted.re);
        Pair { re: self.select(is_near, near, far), im }
    }

    fn pair_sqrt(&mut self, z: Pair, range: Range) -> Pair {
        let original = z;
        let [larger, _] = self.sorted_magnitudes(z);
        let (z, root) = match range {
            Range::F32 => (z, None),
            Range::F64 => {
                // An even power of two brings the larger part near 1.
                let (is_large, is_small) =
                    (self.is(Direction::Gt, larger, 1e150), self.is(Direction::Lt, larger, 1e-150));
                let mut factor = |large: f64, small: f64| {
                    let one = self.full_like(larger, 1.0);
                    let factor = self.replace(is_small, small, one);
                    self.replace(is_large, large, factor)
                };
                let by = factor(2f64.powi(-600), 2f64.powi(600));
                let root = factor(2f64.powi(300), 2f64.powi(-300));
                (self.scaled(z, by), Some(root))
            }
        };
        let (modulus, x, y) = (self.modulus(z, range), self.magnitude(z.re), self.magnitude(z.im));
        let sum = self.add(modulus, x);
        let half_sum = self.times(sum, 0.5);
        let half = self.unary(Unary::Sqrt, half_sum);
        let twice = self.times(half, 2.0);
        let other = self.div(y, twice);
        let is_right = self.is(Direction::Ge, z.re, 0.0);
        let (re, im) = (self.select(is_right, half, other), self.select(is_right, other, half));
        let (re, im) = match root {
            Some(root) => (self.mul(re, root), self.mul(im, root)),
            None => (re, im),
        };
        let im = self.with_sign(im, original.im);
        let (is_zero, is_infinite) = (self.is(Direction::Eq, larger, 0.0), self.is_infinite(original.im));
        let keeps_imaginary = self.or(is_zero, is_infinite);
        let re = self.replace(is_zero, 0.0, re);
        let re = self.replace(is_infinite, f64::INFINITY, re);
        Pair { re, im: self.select(keeps_imaginary, original.im, im) }
    }

    fn pair_cbrt(&mut self, z: Pair, range: Range) -> Pair {
        let argument = self.binary(Binary::Atan2, z.im, z.re);
        let modulus = self.modulus_to(z, range, |e, modulus| e.unary(Unary::Cbrt, modulus));
        let third = self.full_like(argument, 3.0);
        let angle = self.div(argument, third);
        let [sin, cos] = self.sin_cos(angle);
        let root = Pair { re: self.mul(modulus, cos), im: self.mul(modulus, sin) };
        let is_zero = self.is_zero(z);
        self.select_pair(is_zero, z, root)
    }

    /// A power of the modulus, which itself may be beyond the range or subnormal.
    fn modulus_to(&mut self, z: Pair, range: Range, power: impl Fn(&mut Self, ValueId) -> ValueId) -> ValueId {
        if range == Range::F32 {
            let modulus = self.modulus(z, range);
            return power(self, modulus);
        }
        let (z, factor) = self.away_from_limits(z);
        let modulus = self.modulus(z, range);
        let (near, by) = (power(self, modulus), power(self, factor));
        self.mul(near, by)
    }

    fn pair_sign(&mut self, z: Pair, range: Range) -> Pair {
        let is_zero = self.is_zero(z);
        let scaled = match range {
            Range::F32 => z,
            Range::F64 => {
                // Numbers near the ends of the range are brought to its middle first.
                let [larger, _] = self.sorted_magnitudes(z);
                let (is_large, is_small) =
                    (self.is(Direction::Gt, larger, 1e300), self.is(Direction::Lt, larger, 1e-300));
                let one = self.full_like(larger, 1.0);
                let by = self.replace(is_small, 2f64.powi(120), one);
                let by = self.replace(is_large, 2f64.powi(-60), by);
                self.scaled(z, by)
            }
        };
        let modulus = self.modulus(scaled, range);
        let sign = Pair { re: self.div(scaled.re, modulus), im: self.div(scaled.im, modulus) };
        self.select_pair(is_zero, z, sign)
    }

    /// `sinh x` and `cosh x` without the factor of what is beyond the limit, and that factor.
    fn sinh_cosh(&mut self, x: ValueId, range: Range) -> [ValueId; 3] {
        let (size, limit) = (self.magnitude(x), self.full_like(x, EXPONENT_LIMIT));
        let near = self.binary(Binary::Minimum, size, limit);
        let less_one = self.unary(Unary::ExponentialMinusOne, near);
        let exp = self.plus(less_one, 1.0);
        let (ratio, one) = (self.div(less_one, exp), self.full_like(x, 1.0));
        let (difference, inverse) = (self.add(less_one, ratio), self.div(one, exp));
        let sum = self.add(exp, inverse);
        let (sinh, cosh) = (self.times(difference, 0.5), self.times(sum, 0.5));
        let sinh = self.with_sign(sinh, x);
        [sinh, cosh, self.far_factor(size, range)]
    }

    /// `sinh x cos y + i cosh x sin y`
    fn pair_sinh(&mut self, z: Pair, range: Range) -> Pair {
        let ([sinh, cosh, far], [sin, cos]) = (self.sinh_cosh(z.re, range), self.sin_cos(z.im));
        let (re, im) = (self.mul(sinh, cos), self.mul(cosh, sin));
        let (re, im) = (self.mul(re, far), self.mul(im, far));
        // A part that is zero remains zero, even if the other is infinite.
        let (no_real, no_imaginary) = (self.is(Direction::Eq, z.re, 0.0), self.is(Direction::Eq, z.im, 0.0));
        Pair { re: self.select(no_real, z.re, re), im: self.select(no_imaginary, z.im, im) }
    }

    /// `cosh x cos y + i sinh x sin y`
    fn pair_cosh(&mut self, z: Pair, range: Range) -> Pair {
        let ([sinh, cosh, far], [sin, cos]) = (self.sinh_cosh(z.re, range), self.sin_cos(z.im));
        let (re, im) = (self.mul(cosh, cos), self.mul(sinh, sin));
        let (re, im) = (self.mul(re, far), self.mul(im, far));
        let (no_real, no_imaginary) = (self.is(Direction::Eq, z.re, 0.0), self.is(Direction::Eq, z.im, 0.0));
        let is_real = self.or(no_real, no_imaginary);
        let zero = self.mul(z.re, z.im);
        let is_defined = self.is_finite(zero);
        let zero = self.or_else(is_defined, zero, 0.0);
        Pair { re, im: self.select(is_real, zero, im) }
    }

    fn pair_tanh(&mut self, z: Pair, range: Range) -> Pair {
        let ([sinh, _, _], t) = (self.sinh_cosh(z.re, range), self.unary(Unary::Tan, z.im));
        let (t_square, sinh_square) = (self.mul(t, t), self.mul(sinh, sinh));
        let (beta, rho) = (self.plus(t_square, 1.0), self.plus(sinh_square, 1.0));
        let rho = self.unary(Unary::Sqrt, rho);
        let product = self.mul(beta, sinh_square);
        let scale = self.plus(product, 1.0);
        let numerator = self.mul(beta, rho);
        let numerator = self.mul(numerator, sinh);
        let (re, im) = (self.div(numerator, scale), self.div(t, scale));
        let is_real = self.is(Direction::Eq, z.im, 0.0);
        let im = self.select(is_real, z.im, im);
        // Beyond 20 tanh z is 1 - 2 e^-2z to the last digit.
        let size = self.magnitude(z.re);
        let exponent = self.times(size, -2.0);
        let (decay, [sin, cos]) = (self.unary(Unary::Exponential, exponent), self.sin_cos(z.im));
        let product = self.mul(sin, cos);
        let product = self.mul(product, decay);
        let (far_im, vanishes) = (self.times(product, 4.0), self.is(Direction::Eq, decay, 0.0));
        let far_im = self.replace(vanishes, 0.0, far_im);
        let one = self.full_like(size, 1.0);
        let far_re = self.with_sign(one, z.re);
        let (is_far, is_infinite) = (self.is(Direction::Gt, size, 20.0), self.is_infinite(size));
        // Of an infinite angle the value is undefined, unless the number itself is infinite.
        let has_angle = self.is_finite(z.im);
        let is_defined = self.or(is_infinite, has_angle);
        let is_far = self.and(is_far, is_defined);
        Pair { re: self.select(is_far, far_re, re), im: self.select(is_far, far_im, im) }
    }

    /// `x^y = |x|^c e^(-d arg x) (cos a + i sin a)` with `y = c + d i` and `a = c arg x + d ln |x|`.
    pub(super) fn pair_power(&mut self, x: Pair, y: Pair, range: Range) -> Pair {
        let argument = self.binary(Binary::Atan2, x.im, x.re);
        let power = self.modulus_to(x, range, |e, modulus| e.binary(Binary::Power, modulus, y.re));
        let log = self.log_modulus(x, range);
        let (turn, exponent) = (self.mul(y.im, log), self.mul(y.im, argument));
        let exponent = self.negate(exponent);
        let factor = self.unary(Unary::Exponential, exponent);
        let (size, angle) = (self.mul(power, factor), self.mul(y.re, argument));
        let is_real = self.is(Direction::Eq, y.im, 0.0);
        let turn = self.replace(is_real, 0.0, turn);
        let angle = self.add(angle, turn);
        let [sin, cos] = self.sin_cos(angle);
        let (re, im) = (self.mul(size, cos), self.mul(size, sin));
        let is_straight = self.is(Direction::Eq, angle, 0.0);
        let result = Pair { re, im: self.select(is_straight, angle, im) };
        // Powers of zero, and zeroth powers.
        let (nan, zero, one) =
            (self.full_like(re, f64::NAN), self.number_like(x, 0.0, 0.0), self.number_like(x, 1.0, 0.0));
        let infinity = Pair { re: self.replace(is_real, f64::INFINITY, nan), im: nan };
        let vanishes = self.is(Direction::Gt, y.re, 0.0);
        let of_zero = self.select_pair(vanishes, zero, infinity);
        let (x_zero, y_zero) = (self.is_zero(x), self.is_zero(y));
        let result = self.select_pair(x_zero, of_zero, result);
        self.select_pair(y_zero, one, result)
    }

    /// `-i ln((x + i y) / sqrt(x^2 + y^2))`
    pub(super) fn pair_atan2(&mut self, y: Pair, x: Pair, range: Range) -> Pair {
        let (xx, yy, rotated) = (self.pair_mul(x, x), self.pair_mul(y, y), self.times_i(y));
        let (square, sum) = (self.pair_add(xx, yy), self.pair_add(x, rotated));
        let root = self.pair_sqrt(square, range);
        let direction = self.pair_div(sum, root, range);
        let log = self.pair_log(direction, range);
        self.over_i(log)
    }
}
