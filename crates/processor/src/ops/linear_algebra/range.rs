//! Arithmetic over the whole range of a type: powers of two that bring numbers near 1, so that their squares
//! neither overflow nor vanish.

use rustfft::num_complex::Complex;

use super::field::Field;

type C = Complex<f64>;

/// Combines numbers with partial results that begin with zero, and these with each other. An operation takes
/// several cycles, but several independent ones may begin in each cycle.
#[inline(always)]
fn in_lanes<T: Field>(values: &[T], add: impl Fn(f64, T) -> f64, join: impl Fn(f64, f64) -> f64) -> f64 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, x)| *lane = add(*lane, *x));
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, x)| *lane = add(*lane, *x));
    lanes.into_iter().fold(0.0, join)
}

/// The largest magnitude of a part of these numbers; NaNs do not count.
pub(super) fn largest_part<T: Field>(values: &[T]) -> f64 {
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    in_lanes(values, |largest, x| larger(larger(largest, x.re().abs()), x.im().abs()), larger)
}

/// A power of two, and the sum of the squares of the numbers' magnitudes times it: all digits of it, also
/// where their own squares overflow or vanish.
pub(super) fn scaled_squares<T: Field>(values: &[T]) -> (f64, f64) {
    let sum = |scale: f64| {
        let square = |x: f64| (x * scale) * (x * scale);
        in_lanes(values, |sum, x| sum + (square(x.re()) + square(x.im())), |a, b| a + b)
    };
    let unscaled = sum(1.0);
    if (1e-200..1e200).contains(&unscaled) {
        return (1.0, unscaled);
    }
    let scale = unit_scale(largest_part(values));
    (scale, sum(scale))
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

/// The scale of a magnitude that is far from 1, in `f32` as well; else 1.
pub(super) fn far_scale(magnitude: f64) -> f64 {
    const NEAR: f64 = (1u64 << 40) as f64;
    if (1.0 / NEAR..NEAR).contains(&magnitude) { 1.0 } else { unit_scale(magnitude) }
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
    let (scale, sum) = scaled_squares(x);
    sum.sqrt() / scale
}

/// A number of modulus 1 with the argument of a number that is not zero.
pub(super) fn direction<T: Field>(z: T) -> T {
    let scale = unit_scale(z.re().abs().max(z.im().abs()));
    let z = C::new(z.re() * scale, z.im() * scale);
    let modulus = z.norm();
    T::new(z.re / modulus, z.im / modulus)
}

#[cfg(test)]
mod tests {
    use super::*;

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
