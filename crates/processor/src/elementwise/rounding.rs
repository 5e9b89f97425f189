//! Rounding of f32 numbers to narrower formats that registers hold as f32.

use half::f16;

/// Rounds to the nearest f16, ties to even.
#[inline(always)]
pub(crate) fn round_f16(x: f32) -> f32 {
    f16::from_f32(x).to_f32()
}

/// StableHLO's `reduce_precision`: rounds to a format with `exponent_bits` and `mantissa_bits`, held in an
/// f32.
pub(crate) fn reduce_precision(x: f32, exponent_bits: u32, mantissa_bits: u32) -> f32 {
    if x.is_nan() {
        return x;
    }
    let bits = x.to_bits();
    let mut rounded = bits;
    if mantissa_bits < 23 {
        let drop = 23 - mantissa_bits;
        let half = 1u32 << (drop - 1);
        let odd = (bits >> drop) & 1;
        rounded = bits.wrapping_add(half - 1 + odd) & !((1u32 << drop) - 1);
    }
    if exponent_bits < 8 {
        let bias = (1u32 << (exponent_bits - 1)) - 1;
        let exponent = (rounded >> 23) & 0xff;
        let sign = bits & 0x8000_0000;
        if exponent > 127 + bias {
            return f32::from_bits(sign | 0x7f80_0000);
        }
        if exponent <= 127 - bias {
            return f32::from_bits(sign);
        }
    }
    f32::from_bits(rounded)
}
