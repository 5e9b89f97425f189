//! Elementary functions on f32 as straight-line code that vectorizes: no branches, tables or calls.
//!
//! The error of each is a few units in the last place over its whole range. NaN gives NaN. With `FMA`,
//! products are added with one rounding: then results differ from those without it in the last places.

use super::math64::{exp_reduction, polynomial};

/// 1.5 * 2^23: added to a number below 2^22, it leaves the nearest integer in the low bits of the
/// significand.
const ROUND_TO_INTEGER: f32 = 12_582_912.0;

/// `a b + c`.
#[inline(always)]
fn mul_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// A polynomial as in [`math64`](super::math64).
macro_rules! polynomial32 {
    ($x:expr; $first:expr $(, $next:expr)* $(,)?) => {{
        let p: f32 = $first;
        $(let p = mul_add::<FMA>(p, $x, $next);)*
        p
    }};
}

/// e^x. With x = n ln 2 + r and |r| <= ln 2 / 2, e^r is computed by its Taylor polynomial of degree 7.
#[inline(always)]
pub(crate) fn exp<const FMA: bool>(x: f32) -> f32 {
    // Beyond these limits the result is infinite or zero. A NaN passes both comparisons unchanged.
    let x = if x > 89.0 { 89.0 } else { x };
    let x = if x < -104.0 { -104.0 } else { x };
    let shifted = mul_add::<FMA>(x, std::f32::consts::LOG2_E, ROUND_TO_INTEGER);
    let n = shifted - ROUND_TO_INTEGER;
    // ln 2 is split in two parts, so that n ln 2 loses no digits of r (Cody and Waite).
    let r = mul_add::<FMA>(n, 2.121_944_4e-4, mul_add::<FMA>(n, -0.693_359_4, x));
    let p = polynomial32!(r; 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5);
    let p = mul_add::<FMA>(p * r, r, r) + 1.0;
    // 2^n is applied as two factors, so that subnormal results and 2^128 are correct.
    let k = (shifted.to_bits() as i32).wrapping_sub(ROUND_TO_INTEGER.to_bits() as i32);
    let half = k >> 1;
    let power = |k: i32| f32::from_bits((k.wrapping_add(127) as u32) << 23);
    p * power(half) * power(k.wrapping_sub(half))
}

/// ln x. With x = 2^k m and m in [sqrt(1/2), sqrt 2), ln m = 2 artanh((m - 1) / (m + 1)).
#[inline(always)]
pub(crate) fn log<const FMA: bool>(x: f32) -> f32 {
    let tiny = x < f32::MIN_POSITIVE;
    let scaled = if tiny { x * 8_388_608.0 } else { x };
    let bits = scaled.to_bits();
    let shifted = bits.wrapping_sub(0x3f35_04f3);
    let k = (shifted as i32) >> 23;
    let m = f32::from_bits((shifted & 0x007f_ffff).wrapping_add(0x3f35_04f3));
    let k = if tiny { k - 23 } else { k } as f32;
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let p = polynomial32!(z; 1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0);
    // 2s = f - s f. The small terms are added up before they are added to the large ones.
    let small = s * mul_add::<FMA>(2.0 * z, p, -f);
    let r = mul_add::<FMA>(k, 0.693_359_4, mul_add::<FMA>(k, -2.121_944_4e-4, small) + f);
    let r = if x == f32::INFINITY { x } else { r };
    let r = if x == 0.0 { f32::NEG_INFINITY } else { r };
    if x < 0.0 || x.is_nan() { f32::NAN } else { r }
}

/// e^x in f64, to about 1e-13, for f32 functions whose intermediate results cancel.
#[inline(always)]
fn exp64(x: f64) -> f64 {
    let (r, power) = exp_reduction(x);
    let p = polynomial!(
        r;
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

/// e^x - 1.
#[inline(always)]
pub(crate) fn exp_minus_one<const FMA: bool>(x: f32) -> f32 {
    let r = (exp64(x as f64) - 1.0) as f32;
    let r = if x > 89.0 { f32::INFINITY } else { r };
    let r = if x.abs() < 1e-6 { x + x * x * 0.5 } else { r };
    // The sum of a negative zero and a square would be a positive one.
    r.copysign(x)
}

/// ln(1 + x). 1 + x is nearly exact in f64; its distance from the nearest f32 is added as a correction.
#[inline(always)]
pub(crate) fn log_plus_one<const FMA: bool>(x: f32) -> f32 {
    let whole = 1.0 + x as f64;
    let near = whole as f32;
    let rest = ((whole - near as f64) / near as f64) as f32;
    let r = log::<FMA>(near) + rest;
    let series = x - x * x * (0.5 - x * (1.0 / 3.0));
    let r = if x.abs() < 1e-2 { series - x * x * x * x * (0.25 - x * 0.2) } else { r };
    let r = if x == f32::INFINITY { x } else { r };
    if x == -1.0 { f32::NEG_INFINITY } else { r }
}

/// tanh x = 1 - 2 / (e^2|x| + 1) with the sign of x. Near 0, where that cancels, an odd minimax polynomial is
/// used (relative error 1.5e-10 up to 5/8).
#[inline(always)]
pub(crate) fn tanh<const FMA: bool>(x: f32) -> f32 {
    let size = x.abs();
    let z = x * x;
    let p = polynomial32!(
        z;
        2.147_539_5e-3,
        -8.182_677e-3,
        2.170_296_8e-2,
        -5.394_720_5e-2,
        1.333_321e-1,
        -0.333_333_3,
    );
    let near = mul_add::<FMA>(x, z * p, x);
    let far = 1.0 - 2.0 / (exp::<FMA>(2.0 * size) + 1.0);
    // The sum of `near` loses the sign of a zero.
    (if size < 0.625 { near } else { far }).copysign(x)
}

/// 1 / (1 + e^-x).
#[inline(always)]
pub(crate) fn logistic<const FMA: bool>(x: f32) -> f32 {
    1.0 / (1.0 + exp::<FMA>(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worst(ours: fn(f32) -> f32, exact: fn(f64) -> f64, from: f32, to: f32) -> f64 {
        let n = 200_000;
        let mut worst = 0.0f64;
        for i in 0..=n {
            let x = from + (to - from) * (i as f32 / n as f32);
            let want = exact(x as f64);
            let ulp = ((want.abs() as f32).next_up() as f64 - want.abs() as f32 as f64).max(1e-45);
            worst = worst.max((ours(x) as f64 - want).abs() / ulp);
        }
        worst
    }

    #[test]
    fn within_a_few_units_in_the_last_place() {
        errors::<false>();
        errors::<true>();
    }

    fn errors<const FMA: bool>() {
        for (name, error) in [
            ("exp", worst(exp::<FMA>, f64::exp, -100.0, 88.7)),
            ("exp near 0", worst(exp::<FMA>, f64::exp, -1.0, 1.0)),
            ("log", worst(log::<FMA>, f64::ln, 1e-30, 50.0)),
            ("log near 1", worst(log::<FMA>, f64::ln, 0.5, 2.0)),
            ("expm1", worst(exp_minus_one::<FMA>, f64::exp_m1, -2.0, 2.0)),
            ("expm1 near 0", worst(exp_minus_one::<FMA>, f64::exp_m1, -1e-3, 1e-3)),
            ("log1p", worst(log_plus_one::<FMA>, f64::ln_1p, -0.9, 10.0)),
            ("log1p near 0", worst(log_plus_one::<FMA>, f64::ln_1p, -0.02, 0.02)),
            ("tanh", worst(tanh::<FMA>, f64::tanh, -12.0, 12.0)),
            ("tanh near 0", worst(tanh::<FMA>, f64::tanh, -1e-3, 1e-3)),
            ("logistic", worst(logistic::<FMA>, |x| 1.0 / (1.0 + (-x).exp()), -80.0, 80.0)),
        ] {
            assert!(error < 4.0, "{name}: {error} units, FMA {FMA}");
        }
    }

    #[test]
    fn special_values() {
        of_special_values::<false>();
        of_special_values::<true>();
    }

    fn of_special_values<const FMA: bool>() {
        assert_eq!(exp::<FMA>(f32::INFINITY), f32::INFINITY);
        assert_eq!(exp::<FMA>(f32::NEG_INFINITY), 0.0);
        assert_eq!(log::<FMA>(0.0), f32::NEG_INFINITY);
        assert_eq!(log::<FMA>(f32::INFINITY), f32::INFINITY);
        assert_eq!(tanh::<FMA>(f32::INFINITY), 1.0);
        assert_eq!(logistic::<FMA>(f32::NEG_INFINITY), 0.0);
        assert_eq!(exp_minus_one::<FMA>(f32::INFINITY), f32::INFINITY);
        assert_eq!(log_plus_one::<FMA>(-1.0), f32::NEG_INFINITY);
        assert!((log::<FMA>(1e-42) as f64 - (1e-42f32 as f64).ln()).abs() < 1e-4);
        for f in [exp::<FMA>, log::<FMA>, tanh::<FMA>, logistic::<FMA>, exp_minus_one::<FMA>, log_plus_one::<FMA>] {
            assert!(f(f32::NAN).is_nan());
        }
        assert!(log::<FMA>(-1.0).is_nan());
        for f in [tanh::<FMA>, exp_minus_one::<FMA>, log_plus_one::<FMA>] {
            assert_eq!([f(-0.0), f(0.0)].map(f32::to_bits), [-0.0f32, 0.0].map(f32::to_bits));
        }
    }
}
