//! Elementary functions of f32 that are computed in f64 as straight-line code that vectorizes.
//!
//! Errors are a few units in the last place of f64, so the results rounded to f32 are, but for rare cases,
//! those of the standard library's functions rounded to f32. Numbers outside of a function's range here
//! ([`trigonometric`], [`power`]) take the standard library's function.

use super::operands::{Operands, cast, cast_mut};

/// 1.5 * 2^52: added to a number below 2^51, it leaves the nearest integer in the low bits of the
/// significand.
const ROUND_TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// The polynomial with these coefficients, that of the highest power first (Horner's scheme). A macro, so
/// that it is inlined into code for any instruction set.
macro_rules! polynomial {
    ($x:expr; $first:expr $(, $next:expr)* $(,)?) => {{
        let p: f64 = $first;
        $(let p = p * $x + $next;)*
        p
    }};
}
pub(super) use polynomial;

/// Elements whose operands are checked together.
const CHUNK: usize = 64;

/// The functions of an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigonometric {
    Sine,
    Cosine,
    Tangent,
}

/// The largest angle whose quotient by pi / 2 has few enough bits for an exact reduction.
const MAX_ANGLE: f32 = 500_000.0;

/// Sine and cosine of an angle up to [`MAX_ANGLE`]. With x = n pi/2 + r and |r| <= pi/4, both come from
/// the Taylor polynomials of r.
#[inline(always)]
fn sine_and_cosine(x: f32) -> (f64, f64) {
    let x = f64::from(x);
    let shifted = x * std::f64::consts::FRAC_2_PI + ROUND_TO_INTEGER;
    let n = shifted - ROUND_TO_INTEGER;
    // pi / 2 in three parts, of which the first two have 33 bits, so that their products by n are exact
    // (Cody and Waite).
    let r = ((x - n * f64::from_bits(0x3ff9_21fb_5440_0000)) - n * f64::from_bits(0x3dd0_b461_1a60_0000))
        - n * f64::from_bits(0x3ba3_198a_2e03_7073);
    let z = r * r;
    let s = polynomial!(
        z;
        1.0 / 355_687_428_096_000.0,
        -1.0 / 1_307_674_368_000.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 39_916_800.0,
        1.0 / 362_880.0,
        -1.0 / 5_040.0,
        1.0 / 120.0,
        -1.0 / 6.0,
    );
    // The product keeps the sign of zero.
    let sine = r * (1.0 + z * s);
    let c = polynomial!(
        z;
        1.0 / 20_922_789_888_000.0,
        -1.0 / 87_178_291_200.0,
        1.0 / 479_001_600.0,
        -1.0 / 3_628_800.0,
        1.0 / 40_320.0,
        -1.0 / 720.0,
        1.0 / 24.0,
    );
    let cosine = (1.0 - 0.5 * z) + z * z * c;
    // An odd n swaps the two; their signs are those of the quadrant.
    let n = shifted.to_bits();
    let (a, b) = if n & 1 == 0 { (sine, cosine) } else { (cosine, sine) };
    let sign = |quadrant: u64| (quadrant & 2) << 62;
    (f64::from_bits(a.to_bits() ^ sign(n)), f64::from_bits(b.to_bits() ^ sign(n + 1)))
}

/// Sine, cosine or tangent of a tile.
#[inline(always)]
pub(crate) fn trigonometric(function: Trigonometric, o: Operands<'_>) {
    match function {
        Trigonometric::Sine => with_exceptions(o, f64::sin, |x| sine_and_cosine(x).0 as f32),
        Trigonometric::Cosine => with_exceptions(o, f64::cos, |x| sine_and_cosine(x).1 as f32),
        Trigonometric::Tangent => with_exceptions(o, f64::tan, |x| {
            let (sine, cosine) = sine_and_cosine(x);
            (sine / cosine) as f32
        }),
    }
}

/// Applies `f`, and `exact` to angles beyond [`MAX_ANGLE`] and to NaN.
#[inline(always)]
fn with_exceptions(o: Operands<'_>, exact: fn(f64) -> f64, f: impl Fn(f32) -> f32) {
    let is_ordinary = |x: f32| x.abs() <= MAX_ANGLE;
    let (angles, results) = (cast::<f32>(o.a), cast_mut::<f32>(o.out));
    for (x, out) in angles.chunks(CHUNK).zip(results.chunks_mut(CHUNK)) {
        out.iter_mut().zip(x).for_each(|(out, x)| *out = f(*x));
        if !x.iter().fold(true, |all, x| all & is_ordinary(*x)) {
            let exceptions = out.iter_mut().zip(x).filter(|(_, x)| !is_ordinary(**x));
            exceptions.for_each(|(out, x)| *out = exact(f64::from(*x)) as f32);
        }
    }
}

/// ln x of a positive, finite f32. With x = 2^k m and m in [sqrt(1/2), sqrt 2), ln m = 2 artanh((m - 1)
/// / (m + 1)).
#[inline(always)]
fn log(x: f32) -> f64 {
    const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    let shifted = f64::from(x).to_bits().wrapping_sub(SQRT_HALF);
    // The exponent, from -150 to 128, as the low bits of a number of fixed exponent.
    let k = f64::from_bits((shifted.cast_signed() >> 52).cast_unsigned().wrapping_add(ROUND_TO_INTEGER.to_bits()))
        - ROUND_TO_INTEGER;
    let m = f64::from_bits((shifted & 0x000f_ffff_ffff_ffff).wrapping_add(SQRT_HALF));
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let p = polynomial!(
        z;
        1.0 / 23.0,
        1.0 / 21.0,
        1.0 / 19.0,
        1.0 / 17.0,
        1.0 / 15.0,
        1.0 / 13.0,
        1.0 / 11.0,
        1.0 / 9.0,
        1.0 / 7.0,
        1.0 / 5.0,
        1.0 / 3.0,
    );
    let small = 2.0 * s * z * p + k * 1.908_214_929_270_587_7e-10;
    k * 0.693_147_180_369_123_8 + (2.0 * s + small)
}

/// `(r, 2^n)` of x = n ln 2 + r with |r| <= ln 2 / 2, for |x| up to 700; numbers beyond, whose exponential is
/// infinity or zero in f32, count as 700 or -700. A NaN stays one.
#[inline(always)]
pub(super) fn exp_reduction(x: f64) -> (f64, f64) {
    let x = if x > 700.0 { 700.0 } else { x };
    let x = if x < -700.0 { -700.0 } else { x };
    let shifted = x * std::f64::consts::LOG2_E + ROUND_TO_INTEGER;
    let n = shifted - ROUND_TO_INTEGER;
    // ln 2 is split in two parts, so that n ln 2 loses no digits of r (Cody and Waite).
    let r = (x - n * 0.693_147_180_369_123_8) - n * 1.908_214_929_270_587_7e-10;
    let k = shifted.to_bits().wrapping_sub(ROUND_TO_INTEGER.to_bits());
    (r, f64::from_bits(k.wrapping_add(1023) << 52))
}

/// e^x by the Taylor polynomial of degree 13. See [`exp_reduction`] for the range.
#[inline(always)]
fn exp(x: f64) -> f64 {
    let (r, power) = exp_reduction(x);
    let p = polynomial!(
        r;
        1.0 / 6_227_020_800.0,
        1.0 / 479_001_600.0,
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
    );
    ((p * r) * r + r + 1.0) * power
}

/// x^y of a positive, finite x and a finite y.
#[inline(always)]
fn power_of_positive(x: f32, y: f32) -> f32 {
    let r = exp(f64::from(y) * log(x));
    // Where the exact result is halfway between two f32, it has to be so here, to be rounded to even.
    const HALF: u64 = 1 << 28;
    const NEAR: u64 = 256;
    let low = r.to_bits() & (2 * HALF - 1);
    let is_near = low.wrapping_sub(HALF - NEAR) <= 2 * NEAR;
    let r = if is_near { f64::from_bits(r.to_bits() - low + HALF) } else { r };
    // Squares are exact in f64.
    let r = if y == 2.0 { f64::from(x) * f64::from(x) } else { r };
    r as f32
}

/// `power` of a tile of f32 by a tile; either may be a single element that is broadcast.
#[inline(always)]
pub(crate) fn power(o: Operands<'_>) {
    let is_ordinary = |x: f32, y: f32| (x > 0.0) & (x < f32::INFINITY) & (y.abs() < f32::INFINITY);
    let (x, y) = (cast::<f32>(o.a), cast::<f32>(o.b));
    let (mut xs, mut ys) = ([1.0; CHUNK], [1.0; CHUNK]);
    for (i, out) in cast_mut::<f32>(o.out).chunks_mut(CHUNK).enumerate() {
        let n = out.len();
        for (operand, chunk) in [(x, &mut xs), (y, &mut ys)] {
            match operand {
                [one] => chunk.fill(*one),
                _ => chunk[..n].copy_from_slice(&operand[i * CHUNK..i * CHUNK + n]),
            }
        }
        // Plain loops over arrays: the body is too large to be inlined into an iterator's, and would be
        // compiled without the features of the instruction set.
        let mut results = [0.0; CHUNK];
        for j in 0..CHUNK {
            results[j] = power_of_positive(xs[j], ys[j]);
        }
        out.copy_from_slice(&results[..n]);
        let mut all = true;
        for j in 0..n {
            all &= is_ordinary(xs[j], ys[j]);
        }
        if all {
            continue;
        }
        for (j, out) in out.iter_mut().enumerate().filter(|(j, _)| !is_ordinary(xs[*j], ys[*j])) {
            *out = f64::from(xs[j]).powf(f64::from(ys[j])) as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all magnitudes and signs, and special ones.
    fn numbers(count: usize) -> Vec<f32> {
        let mut seed = 1u64;
        let special =
            [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -0.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-45, f32::MAX];
        let random = (0..count).map(|i| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = (seed >> 32) as u32;
            let fraction = (seed >> 40) as f32 / (1u64 << 24) as f32 - 0.5;
            match i % 3 {
                0 => f32::from_bits(bits),
                1 => fraction * 20.0,
                _ => fraction * 2000.0,
            }
        });
        special.into_iter().chain(random).collect()
    }

    fn bytes(values: &[f32]) -> &[u8] {
        bytemuck::cast_slice(values)
    }

    /// The number of results that are not those of the standard library, none of which may be off by
    /// more than a unit in the last place.
    fn differences(ours: &[f32], exact: impl Iterator<Item = f64>) -> usize {
        let mut different = 0;
        for (ours, exact) in ours.iter().zip(exact) {
            let exact = exact as f32;
            if ours.to_bits() == exact.to_bits() || (ours.is_nan() && exact.is_nan()) {
                continue;
            }
            different += 1;
            assert!(*ours == exact.next_up() || *ours == exact.next_down(), "{ours:e} for {exact:e}");
        }
        different
    }

    #[test]
    fn functions_of_angles_round_as_those_of_the_standard_library() {
        let x = numbers(600_000);
        for function in [Trigonometric::Sine, Trigonometric::Cosine, Trigonometric::Tangent] {
            let exact = match function {
                Trigonometric::Sine => f64::sin,
                Trigonometric::Cosine => f64::cos,
                Trigonometric::Tangent => f64::tan,
            };
            let mut out = vec![0f32; x.len()];
            let operands = Operands { a: bytes(&x), b: &[], c: &[], out: bytemuck::cast_slice_mut(&mut out), start: 0 };
            trigonometric(function, operands);
            let different = differences(&out, x.iter().map(|x| exact(f64::from(*x))));
            assert!(different <= 1, "{function:?}: {different} of {}", x.len());
        }
    }

    fn powers(x: &[f32], y: &[f32], n: usize) -> usize {
        let mut out = vec![0f32; n];
        power(Operands { a: bytes(x), b: bytes(y), c: &[], out: bytemuck::cast_slice_mut(&mut out), start: 0 });
        let at = |of: &[f32], i: usize| f64::from(of[if of.len() == 1 { 0 } else { i }]);
        differences(&out, (0..n).map(|i| at(x, i).powf(at(y, i))))
    }

    #[test]
    fn powers_round_as_those_of_the_standard_library() {
        let x = numbers(300_000);
        let mut y = x.clone();
        y.reverse();
        assert!(powers(&x, &y, x.len()) <= 2);
        for exponent in [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 7.0, -3.0, 88.0, f32::INFINITY, f32::NAN]
        {
            assert!(powers(&x, &[exponent], x.len()) <= 2, "{exponent}");
        }
        assert!(powers(&[1.7], &y, y.len()) <= 2);
    }

    #[test]
    fn powers_halfway_between_two_numbers_round_to_even() {
        // Small integers, some of whose powers have 25 bits, and their multiples by powers of two.
        let x: Vec<f32> = (1..20_000).flat_map(|i| [i as f32, i as f32 / 4096.0]).collect();
        for exponent in [2.0, 3.0, 4.0, 5.0, 1.5, 2.5] {
            assert_eq!(powers(&x, &[exponent], x.len()), 0, "{exponent}");
        }
    }
}
