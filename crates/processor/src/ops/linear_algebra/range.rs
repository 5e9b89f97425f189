//! Arithmetic over the whole range of a type: powers of two that bring numbers near 1, so that their squares
//! neither overflow nor vanish, and quotients of complex numbers.

use rustfft::num_complex::Complex;

use super::field::Field;

type C = Complex<f64>;

/// The largest magnitude of a part of these numbers; NaNs do not count.
pub(super) fn largest_part<T: Field>(values: &[T]) -> f64 {
    values.iter().fold(0.0f64, |largest, x| largest.max(x.re().abs()).max(x.im().abs()))
}

/// The power of two that a magnitude times it is between 1 and 2; the nearest of [2^-1000, 2^1000], so that
/// its inverse is exact, too. 1 for zero.
pub(super) fn unit_scale(magnitude: f64) -> f64 {
    const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    const BIAS: i64 = 1023;
    const LIMIT: i64 = 1000;
    if magnitude == 0.0 {
        return 1.0;
    }
    // Subnormal numbers are those of the least exponents.
    let exponent = (magnitude.to_bits() >> MANTISSA_BITS).cast_signed() - BIAS;
    f64::from_bits((BIAS - exponent.clamp(-LIMIT, LIMIT)).cast_unsigned() << MANTISSA_BITS)
}

/// The power of two that a matrix whose largest magnitude this is has to be multiplied by, so that sums of
/// products with its elements neither overflow nor lose digits: 1 but near the ends of the range.
pub(super) fn guard_scale(magnitude: f64) -> f64 {
    const ROOM: i32 = 64;
    if magnitude >= 2f64.powi(f64::MAX_EXP - ROOM) {
        2f64.powi(-ROOM)
    } else if magnitude < 2f64.powi(f64::MIN_EXP + ROOM) {
        unit_scale(magnitude)
    } else {
        1.0
    }
}

/// Multiplies numbers by a power of two that is exact, unless the result is subnormal.
pub(super) fn rescale<T: Field>(values: &mut [T], by: f64) {
    if by != 1.0 {
        values.iter_mut().for_each(|x| *x = x.scale(by));
    }
}

/// The length of a vector, all digits of it also where squares vanish.
pub(super) fn norm<T: Field>(x: &[T]) -> f64 {
    let scale = unit_scale(largest_part(x));
    x.iter().map(|x| x.scale(scale).square()).sum::<f64>().sqrt() / scale
}

/// A number of modulus 1 with the argument of a number that is not zero.
pub(super) fn direction<T: Field>(z: T) -> T {
    let scale = unit_scale(z.re().abs().max(z.im().abs()));
    let z = C::new(z.re() * scale, z.im() * scale);
    let modulus = z.norm();
    T::new(z.re / modulus, z.im / modulus)
}

/// The quotient of complex numbers, right wherever it is representable (M. Baudin and R. L. Smith, "A robust
/// complex division in Scilab", 2012; LAPACK's `ladiv`).
pub(super) fn quotient(x: C, y: C) -> C {
    let ((x, x_scale), (y, y_scale)) = (inside(x), inside(y));
    let is_turned = y.im.abs() > y.re.abs();
    // With a divisor c + di whose imaginary part is larger: (a + bi) / (c + di) = (b - ai) / (d - ci).
    let turned = |z: C| if is_turned { C::new(z.im, -z.re) } else { z };
    let (x, y) = (turned(x), turned(y));
    let ratio = y.im / y.re;
    let divisor = y.re + y.im * ratio;
    let part = |a: f64, b: f64| {
        let product = b * ratio;
        if product != 0.0 {
            (a + product) / divisor
        } else if ratio != 0.0 {
            a / divisor + b / divisor * ratio
        } else {
            (a + y.im * (b / y.re)) / divisor
        }
    };
    C::new(part(x.re, x.im), part(x.im, -x.re)).scale(x_scale / y_scale)
}

/// A number away from the ends of the range, and the power of two that it has to be multiplied by.
fn inside(z: C) -> (C, f64) {
    const FAR: f64 = f64::EPSILON * f64::EPSILON / 2.0;
    let size = z.re.abs().max(z.im.abs());
    if size >= f64::MAX / 2.0 {
        (z.scale(0.5), 2.0)
    } else if size <= f64::MIN_POSITIVE * 2.0 / f64::EPSILON {
        (z.scale(1.0 / FAR), FAR)
    } else {
        (z, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of Baudin and Smith: exponents of two of the parts of the dividend and the divisor, and
    /// the quotient, which is exact but for rounding.
    #[test]
    fn hard_quotients() {
        let power = |exponent: i32| {
            // Subnormal powers are the products of two.
            2f64.powi(exponent.max(-1000)) * 2f64.powi((exponent + 1000).min(0))
        };
        let cases = [
            ([0, 0, 0, 1023], [power(-1023), -power(-1023)]),
            ([0, 0, -1023, -1023], [power(1023), 0.0]),
            ([1023, -1023, 677, -677], [power(346), -power(-1008)]),
            ([1020, -844, 656, -780], [power(364), -power(-1072)]),
            ([-71, 1021, 1001, -323], [power(-1072), power(20)]),
            ([-347, -54, -1037, -1058], [3.898_125_604_559_113_3e289, 8.174_961_907_852_354e295]),
            ([-1074, -1074, -1073, -1074], [0.6, 0.2]),
            ([1015, -989, 1023, 1023], [0.001_953_125, -0.001_953_125]),
            ([-622, -1071, -343, -798], [1.029_511_517_893_605_8e-84, 6.971_459_875_150_762e-220]),
        ];
        for (exponents, [re, im]) in cases {
            let [a, b, c, d] = exponents.map(power);
            let z = quotient(C::new(a, b), C::new(c, d));
            assert_eq!([z.re, z.im], [re, im], "{exponents:?}");
        }
        let half = quotient(C::new(f64::MAX, f64::MAX), C::new(f64::MAX, -f64::MAX));
        assert_eq!(half, C::new(0.0, 1.0));
    }

    #[test]
    fn scales_bring_numbers_near_one() {
        for exponent in -1000..1000 {
            let x = 1.5 * 2f64.powi(exponent);
            assert_eq!(x * unit_scale(x), 1.5, "{exponent}");
        }
        for x in [5e-324, 1e-310, f64::MIN_POSITIVE, f64::MAX] {
            let (scale, scaled) = (unit_scale(x), x * unit_scale(x));
            assert!(scale * (1.0 / scale) == 1.0 && (1e-30..1e30).contains(&scaled), "{x}: {scaled}");
        }
        assert_eq!(unit_scale(0.0), 1.0);
    }
}
