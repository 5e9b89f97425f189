//! Conversion of whole slices between storage types.
//!
//! Numbers round to nearest, ties to even; NaN stays NaN; numbers too large for f16 become infinite.

use crate::bf16::{narrow, widen};
use crate::isa::{Isa, WithSimd};
use crate::simd::Simd;
use half::{bf16, f16};

/// Applies a function to each element.
struct Map<'a, T, U, F> {
    from: &'a [T],
    to: &'a mut [U],
    function: F,
}

impl<T: Copy, U, F: Fn(T) -> U> WithSimd for Map<'_, T, U, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        for (to, &from) in self.to.iter_mut().zip(self.from) {
            *to = (self.function)(from);
        }
    }
}

/// Rounds f32 numbers to bf16, by the instruction for it where there is one.
struct ToBf16<'a> {
    from: &'a [f32],
    to: &'a mut [bf16],
}

impl WithSimd for ToBf16<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let n = self.from.len().min(self.to.len());
        let whole = if S::BF16_DOT { n / S::LANES * S::LANES } else { 0 };
        let (from, to) = (self.from.as_ptr().cast::<u32>(), self.to.as_mut_ptr().cast::<u16>());
        for at in (0..whole).step_by(S::LANES) {
            // SAFETY: both slices have so many elements; `dispatch` chose an `S` that the machine has.
            unsafe { S::store_bf16(to.add(at), S::load(from.add(at))) }
        }
        for (to, &from) in self.to[whole..n].iter_mut().zip(&self.from[whole..n]) {
            *to = bf16::from_bits(narrow(from.to_bits()));
        }
    }
}

/// f32 to bf16.
///
/// Converts as many elements as the shorter slice has.
///
/// ```
/// use kernels::{Isa, convert};
/// let mut to = [half::bf16::ZERO; 2];
/// convert::f32_to_bf16(Isa::best(), &[1.0, -2.5], &mut to);
/// assert_eq!(to.map(f32::from), [1.0, -2.5]);
/// ```
pub fn f32_to_bf16(isa: Isa, from: &[f32], to: &mut [bf16]) {
    isa.dispatch(ToBf16 { from, to });
}

macro_rules! conversions {
    ($($(#[$doc:meta])* $name:ident: $from:ty => $to:ty = $function:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// Converts as many elements as the shorter slice has.
        pub fn $name(isa: Isa, from: &[$from], to: &mut [$to]) {
            isa.dispatch(Map { from, to, function: $function });
        }
    )*};
}

conversions! {
    /// bf16 to f32, exactly.
    bf16_to_f32: bf16 => f32 = |x: bf16| f32::from_bits(widen(x.to_bits()));
    /// f32 to f16.
    f32_to_f16: f32 => f16 = f32_to_f16_bits;
    /// f16 to f32, exactly.
    f16_to_f32: f16 => f32 = f16_bits_to_f32;
    /// f32 rounded to f16, as f32.
    f32_rounded_to_f16: f32 => f32 = |x: f32| f16_bits_to_f32(f32_to_f16_bits(x));
    /// u8 to f32.
    u8_to_f32: u8 => f32 = f32::from;
    /// u8 to bf16, exactly: bf16 has eight bits.
    u8_to_bf16: u8 => bf16 = |x: u8| bf16::from_bits((f32::from(x).to_bits() >> 16) as u16);
    /// i32 to f32.
    i32_to_f32: i32 => f32 = |x: i32| x as f32;
}

/// Has no branches, so that the loop is vectorized. Subnormal results come from a float addition that shifts
/// the bits into place and rounds them.
#[inline(always)]
fn f32_to_f16_bits(x: f32) -> f16 {
    const INFINITE: u32 = 0x7c00;
    const QUIET_NAN: u32 = 0x7e00;
    // With the exponent of 0.5 the last bit of an f32 weighs 2^-24, as that of a subnormal f16 does.
    const HALF: f32 = 0.5;
    let bits = x.to_bits();
    let sign = (bits >> 16) & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    let odd = (magnitude >> 13) & 1;
    let normal = magnitude.wrapping_sub(0x3800_0000).wrapping_add(0xfff + odd) >> 13;
    let subnormal = (f32::from_bits(magnitude) + HALF).to_bits().wrapping_sub(HALF.to_bits());
    let finite = if magnitude < 0x3880_0000 { subnormal } else { normal };
    let large = if magnitude > 0x7f80_0000 { QUIET_NAN | ((magnitude >> 13) & 0x3ff) } else { INFINITE };
    f16::from_bits((sign | if magnitude >= 0x4780_0000 { large } else { finite }) as u16)
}

/// Has no branches either; a multiplication by a power of two shifts the exponent, subnormal or not.
#[inline(always)]
fn f16_bits_to_f32(x: f16) -> f32 {
    let bits = u32::from(x.to_bits());
    let sign = (bits & 0x8000) << 16;
    let magnitude = (bits & 0x7fff) << 13;
    let scaled = (f32::from_bits(magnitude) * f32::from_bits(0x7780_0000)).to_bits();
    let value = if bits & 0x7c00 == 0x7c00 { magnitude | 0x7f80_0000 } else { scaled };
    f32::from_bits(sign | value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values at and around every rounding boundary: all upper halves of an f32 with lower halves near the
    /// ties.
    fn f32_cases() -> Vec<f32> {
        let lower = [0u32, 1, 0x0fff, 0x1000, 0x1001, 0x7fff, 0x8000, 0x8001, 0xffff];
        (0..=0xffff_u32).flat_map(|upper| lower.map(|lower| f32::from_bits(upper << 16 | lower))).collect()
    }

    #[test]
    fn f32_becomes_bf16_and_f16_as_the_half_crate_says() {
        let from = f32_cases();
        for isa in Isa::available() {
            let (mut b, mut h) = (vec![bf16::ZERO; from.len()], vec![f16::ZERO; from.len()]);
            f32_to_bf16(isa, &from, &mut b);
            f32_to_f16(isa, &from, &mut h);
            let mut rounded = vec![0.0; from.len()];
            f32_rounded_to_f16(isa, &from, &mut rounded);
            for (i, &x) in from.iter().enumerate() {
                if x.is_nan() {
                    assert!(b[i].is_nan() && h[i].is_nan() && rounded[i].is_nan(), "{isa}: {:#x}", x.to_bits());
                } else {
                    assert_eq!(b[i], bf16::from_f32(x), "{isa}: {x:e}");
                    assert_eq!(h[i], f16::from_f32(x), "{isa}: {x:e}");
                    assert_eq!(rounded[i].to_bits(), h[i].to_f32().to_bits(), "{isa}: {x:e}");
                }
            }
        }
    }

    #[test]
    fn every_half_becomes_its_f32() {
        let halves: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
        let brains: Vec<bf16> = (0..=u16::MAX).map(bf16::from_bits).collect();
        for isa in Isa::available() {
            let (mut h, mut b) = (vec![0.0; halves.len()], vec![0.0; brains.len()]);
            f16_to_f32(isa, &halves, &mut h);
            bf16_to_f32(isa, &brains, &mut b);
            for i in 0..halves.len() {
                assert!(h[i] == halves[i].to_f32() || h[i].is_nan() && halves[i].is_nan(), "{isa}: {i:#x}");
                assert!(b[i] == brains[i].to_f32() || b[i].is_nan() && brains[i].is_nan(), "{isa}: {i:#x}");
            }
        }
    }

    #[test]
    fn bytes_become_the_same_numbers() {
        let from: Vec<u8> = (0..=255).collect();
        for isa in Isa::available() {
            let (mut f, mut b) = (vec![0.0; 256], vec![bf16::ZERO; 256]);
            u8_to_f32(isa, &from, &mut f);
            u8_to_bf16(isa, &from, &mut b);
            assert!(from.iter().zip(f).all(|(&x, y)| f32::from(x) == y));
            assert!(from.iter().zip(b).all(|(&x, y)| f32::from(x) == y.to_f32()));
        }
    }
}
