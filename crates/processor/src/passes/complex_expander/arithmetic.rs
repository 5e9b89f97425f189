//! Arithmetic of pairs: products, quotients, moduli and orders of complex numbers.

use stablehlo::ElementType;
use stablehlo::ops::{Binary, Direction, Unary};

use super::pair::Pair;
use crate::ir::ValueId;
use crate::passes::emitter::Emitter;

/// The type of the complex numbers that a function takes. Either kind is computed in parts of `f64`, of which
/// numbers of `f32` parts leave half the digits and most of the range: they need no scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Range {
    F32,
    F64,
}

impl Range {
    /// That of complex numbers whose parts have this type.
    pub(super) fn of(part: ElementType) -> Self {
        if part == ElementType::F64 { Self::F64 } else { Self::F32 }
    }
}

impl Emitter<'_> {
    /// Evaluates a function of pairs in `f64`, and rounds its result.
    pub(super) fn in_f64<const N: usize>(
        &mut self,
        operands: [Pair; N],
        f: impl FnOnce(&mut Self, [Pair; N], Range) -> Pair,
    ) -> Pair {
        let element = self.types.of(operands[0].re).element;
        let range = Range::of(element);
        let widened = operands.map(|z| self.converted(z, ElementType::F64));
        let result = f(self, widened, range);
        self.converted(result, element)
    }

    pub(super) fn converted(&mut self, z: Pair, element: ElementType) -> Pair {
        Pair { re: self.convert(z.re, element), im: self.convert(z.im, element) }
    }

    /// The same complex number everywhere.
    pub(super) fn number_like(&mut self, z: Pair, re: f64, im: f64) -> Pair {
        Pair { re: self.full_like(z.re, re), im: self.full_like(z.re, im) }
    }

    pub(super) fn scaled(&mut self, z: Pair, by: ValueId) -> Pair {
        Pair { re: self.mul(z.re, by), im: self.mul(z.im, by) }
    }

    pub(super) fn pair_add(&mut self, x: Pair, y: Pair) -> Pair {
        Pair { re: self.add(x.re, y.re), im: self.add(x.im, y.im) }
    }

    pub(super) fn pair_sub(&mut self, x: Pair, y: Pair) -> Pair {
        Pair { re: self.sub(x.re, y.re), im: self.sub(x.im, y.im) }
    }

    pub(super) fn pair_negate(&mut self, z: Pair) -> Pair {
        Pair { re: self.negate(z.re), im: self.negate(z.im) }
    }

    pub(super) fn pair_mul(&mut self, x: Pair, y: Pair) -> Pair {
        let (a, b) = (self.mul(x.re, y.re), self.mul(x.im, y.im));
        let (c, d) = (self.mul(x.re, y.im), self.mul(x.im, y.re));
        Pair { re: self.sub(a, b), im: self.add(c, d) }
    }

    /// `x` times the conjugate of `y`.
    fn times_conjugate(&mut self, x: Pair, y: Pair) -> Pair {
        let (a, b) = (self.mul(x.re, y.re), self.mul(x.im, y.im));
        let (c, d) = (self.mul(x.im, y.re), self.mul(x.re, y.im));
        Pair { re: self.add(a, b), im: self.sub(c, d) }
    }

    /// `i z`
    pub(super) fn times_i(&mut self, z: Pair) -> Pair {
        Pair { re: self.negate(z.im), im: z.re }
    }

    /// `-i z`
    pub(super) fn over_i(&mut self, z: Pair) -> Pair {
        Pair { re: z.im, im: self.negate(z.re) }
    }

    /// The modulus, computed in `f64`. It is infinite where a part is.
    pub(super) fn modulus(&mut self, z: Pair, range: Range) -> ValueId {
        let finite = match range {
            Range::F32 => {
                let (a, b) = (self.mul(z.re, z.re), self.mul(z.im, z.im));
                let sum = self.add(a, b);
                self.unary(Unary::Sqrt, sum)
            }
            Range::F64 => {
                let [more, less] = self.sorted_magnitudes(z);
                let ratio = self.div(less, more);
                let square = self.mul(ratio, ratio);
                let sum = self.plus(square, 1.0);
                let root = self.unary(Unary::Sqrt, sum);
                let (product, is_zero) = (self.mul(more, root), self.is(Direction::Eq, more, 0.0));
                self.select(is_zero, more, product)
            }
        };
        let is_infinite = self.has_infinite(z);
        self.replace(is_infinite, f64::INFINITY, finite)
    }

    /// The larger and the smaller of the parts' magnitudes.
    pub(super) fn sorted_magnitudes(&mut self, z: Pair) -> [ValueId; 2] {
        let (a, b) = (self.magnitude(z.re), self.magnitude(z.im));
        [self.binary(Binary::Maximum, a, b), self.binary(Binary::Minimum, a, b)]
    }

    pub(super) fn has_infinite(&mut self, z: Pair) -> ValueId {
        let (a, b) = (self.is_infinite(z.re), self.is_infinite(z.im));
        self.or(a, b)
    }

    fn has_finite_parts(&mut self, z: Pair) -> ValueId {
        let (a, b) = (self.is_finite(z.re), self.is_finite(z.im));
        self.and(a, b)
    }

    fn has_nan(&mut self, z: Pair) -> ValueId {
        let (a, b) = (self.is_nan(z.re), self.is_nan(z.im));
        self.or(a, b)
    }

    /// True where both parts are zero.
    pub(super) fn is_zero(&mut self, z: Pair) -> ValueId {
        let (a, b) = (self.is(Direction::Eq, z.re, 0.0), self.is(Direction::Eq, z.im, 0.0));
        self.and(a, b)
    }

    /// The quotient, in `f64`, with the special cases of C99's Annex G.5.1.
    pub(super) fn pair_div(&mut self, x: Pair, y: Pair, range: Range) -> Pair {
        let quotient = match range {
            Range::F32 => {
                let product = self.times_conjugate(x, y);
                let (a, b) = (self.mul(y.re, y.re), self.mul(y.im, y.im));
                let square = self.add(a, b);
                Pair { re: self.div(product.re, square), im: self.div(product.im, square) }
            }
            Range::F64 => self.scaled_quotient(x, y),
        };
        let (a, b) = (self.is_nan(quotient.re), self.is_nan(quotient.im));
        let is_undefined = self.and(a, b);
        let by_zero = {
            let infinity = self.full_like(y.re, f64::INFINITY);
            let infinity = self.with_sign(infinity, y.re);
            self.scaled(x, infinity)
        };
        let (x_unit, y_unit) = (self.directions(x), self.directions(y));
        let (infinity, zero) = (self.full_like(x.re, f64::INFINITY), self.full_like(x.re, 0.0));
        let (of_infinite, by_infinite) = (self.times_conjugate(x_unit, y), self.times_conjugate(x, y_unit));
        let (of_infinite, by_infinite) = (self.scaled(of_infinite, infinity), self.scaled(by_infinite, zero));
        let (x_infinite, y_infinite) = (self.has_infinite(x), self.has_infinite(y));
        let (x_finite, y_finite) = (self.has_finite_parts(x), self.has_finite_parts(y));
        let (of_case, by_case) = (self.and(x_infinite, y_finite), self.and(y_infinite, x_finite));
        let special = self.select_pair(by_case, by_infinite, quotient);
        let special = self.select_pair(of_case, of_infinite, special);
        let is_zero = self.is_zero(y);
        let special = self.select_pair(is_zero, by_zero, special);
        self.select_pair(is_undefined, special, quotient)
    }

    /// The quotient, right wherever it is representable (M. Baudin and R. L. Smith, "A robust complex
    /// division in Scilab", 2012; LAPACK's `ladiv`).
    fn scaled_quotient(&mut self, x: Pair, y: Pair) -> Pair {
        let ((x, x_scale), (y, y_scale)) = (self.away_from_limits(x), self.away_from_limits(y));
        let quotient = self.smith_quotient(x, y);
        let scale = self.div(x_scale, y_scale);
        self.scaled(quotient, scale)
    }

    /// A number away from the ends of the range, and the power of two that it has to be multiplied by.
    pub(super) fn away_from_limits(&mut self, z: Pair) -> (Pair, ValueId) {
        const FAR: f64 = f64::EPSILON * f64::EPSILON / 2.0;
        let [larger, _] = self.sorted_magnitudes(z);
        let is_large = self.is(Direction::Ge, larger, f64::MAX / 2.0);
        let is_small = self.is(Direction::Le, larger, f64::MIN_POSITIVE * 2.0 / f64::EPSILON);
        let mut factor = |large: f64, small: f64| {
            let one = self.full_like(larger, 1.0);
            let factor = self.replace(is_small, small, one);
            self.replace(is_large, large, factor)
        };
        let (by, back) = (factor(0.5, 1.0 / FAR), factor(2.0, FAR));
        (self.scaled(z, by), back)
    }

    /// Smith's algorithm (1962): divides by the larger part of the divisor first.
    fn smith_quotient(&mut self, x: Pair, y: Pair) -> Pair {
        let (a, b) = (self.magnitude(y.re), self.magnitude(y.im));
        let real_is_larger = self.compare(Direction::Ge, a, b);
        // With a divisor c + di whose imaginary part is larger: (a + bi) / (c + di) = (b - ai) / (d - ci).
        let (rotated_x, rotated_y) = (self.over_i(x), self.over_i(y));
        let (x, y) = (self.select_pair(real_is_larger, x, rotated_x), self.select_pair(real_is_larger, y, rotated_y));
        let ratio = self.div(y.im, y.re);
        let product = self.mul(y.im, ratio);
        let divisor = self.add(y.re, product);
        let negated = self.negate(x.re);
        let mut part = |a: ValueId, b: ValueId| self.smith_part([a, b], y, [ratio, divisor]);
        Pair { re: part(x.re, x.im), im: part(x.im, negated) }
    }

    /// `(a + b ratio) / divisor` with `ratio = y.im / y.re`, also where a product vanishes.
    fn smith_part(&mut self, [a, b]: [ValueId; 2], y: Pair, [ratio, divisor]: [ValueId; 2]) -> ValueId {
        let product = self.mul(b, ratio);
        let quotients = [self.div(a, divisor), self.div(b, divisor)];
        let second = self.mul(quotients[1], ratio);
        let of_quotients = self.add(quotients[0], second);
        let other = self.div(b, y.re);
        let other = self.mul(y.im, other);
        let (no_product, no_ratio) = (self.is(Direction::Eq, product, 0.0), self.is(Direction::Eq, ratio, 0.0));
        let term = self.select(no_ratio, other, product);
        let sum = self.add(a, term);
        let quotient = self.div(sum, divisor);
        let has_ratio = self.not(no_ratio);
        let takes_quotients = self.and(no_product, has_ratio);
        self.select(takes_quotients, of_quotients, quotient)
    }

    /// The directions of infinite numbers: 1 or -1 for an infinite part, 0 for a finite one.
    fn directions(&mut self, z: Pair) -> Pair {
        let mut direction = |part: ValueId| {
            let (is_infinite, sign) = (self.is_infinite(part), self.unary(Unary::Sign, part));
            self.or_else(is_infinite, sign, 0.0)
        };
        Pair { re: direction(z.re), im: direction(z.im) }
    }

    /// The comparison of complex numbers: by their real, then by their imaginary parts.
    pub(super) fn pair_compare(&mut self, direction: Direction, x: Pair, y: Pair) -> ValueId {
        let (re, im) = (self.compare(direction, x.re, y.re), self.compare(direction, x.im, y.im));
        let strict = match direction {
            Direction::Eq => return self.and(re, im),
            Direction::Ne => return self.or(re, im),
            Direction::Ge | Direction::Gt => Direction::Gt,
            Direction::Le | Direction::Lt => Direction::Lt,
        };
        let (first, tie) = (self.compare(strict, x.re, y.re), self.compare(Direction::Eq, x.re, y.re));
        let second = self.and(tie, im);
        self.or(first, second)
    }

    /// `maximum` (`replaced`: less) or `minimum` (`replaced`: greater): `y` where the comparison holds for
    /// `x` and `y`, else `x`; a number with a NaN before any other.
    pub(super) fn pair_extremum(&mut self, replaced: Direction, x: Pair, y: Pair) -> Pair {
        let (loses, x_nan, y_nan) = (self.pair_compare(replaced, x, y), self.has_nan(x), self.has_nan(y));
        let (replaces, x_counts) = (self.or(loses, y_nan), self.not(x_nan));
        let takes_y = self.and(replaces, x_counts);
        self.select_pair(takes_y, y, x)
    }
}
