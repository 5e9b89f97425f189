//! bf16 rounding and widening, on the bits of f32 numbers.

/// Rounds an f32 to bf16, to nearest with ties to even; takes and returns the bits of an f32.
///
/// The low half of the result is zero. NaN stays NaN (quiet).
///
/// ```
/// use kernels::bf16::round_bits;
/// assert_eq!(f32::from_bits(round_bits(1.001f32.to_bits())), 1.0);
/// assert!(f32::from_bits(round_bits(f32::NAN.to_bits())).is_nan());
/// ```
#[inline(always)]
pub fn round_bits(bits: u32) -> u32 {
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1));
    let quiet_nan = bits | 0x0040_0000;
    (if bits & 0x7fff_ffff > 0x7f80_0000 { quiet_nan } else { rounded }) & 0xffff_0000
}

/// Rounds an f32, given by its bits, to the bits of a bf16.
#[inline(always)]
pub fn narrow(bits: u32) -> u16 {
    (round_bits(bits) >> 16) as u16
}

/// Widens the bits of a bf16 to those of the f32 of the same value.
#[inline(always)]
pub fn widen(bits: u16) -> u32 {
    u32::from(bits) << 16
}
