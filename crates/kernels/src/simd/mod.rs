//! Vectors of f32 lanes, one implementation for each instruction set.

use super::panel::{MAX_LANES, Panel};
use super::turn::{Square, turn};

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;

/// A vector type and the few operations the kernels need. Pointers need no alignment.
///
/// # Safety
/// The methods are unsafe because they may only run where the machine has the instruction set (which
/// [`Isa::dispatch`](super::Isa) sees to), and because pointers must be valid for the whole vector.
#[allow(clippy::missing_safety_doc)] // said once, above
pub(crate) trait Simd {
    /// The vector.
    type V: Copy;
    /// f32 numbers in it.
    const LANES: usize;
    /// Vector registers.
    const REGISTERS: usize;
    /// Whether [`Simd::dot`] multiplies bf16 pairs.
    const BF16_DOT: bool;

    /// The vector with `x` in every lane.
    unsafe fn splat(x: f32) -> Self::V;
    /// Loads a vector of units.
    unsafe fn load(p: *const u32) -> Self::V;
    /// Loads a vector of bf16 numbers as f32.
    #[inline(always)]
    unsafe fn load_bf16(p: *const u16) -> Self::V {
        let mut x = [0u32; MAX_LANES];
        // SAFETY: valid for a vector of halves, by contract; there is room for the widest vector.
        unsafe {
            for (i, x) in x.iter_mut().enumerate().take(Self::LANES) {
                *x = u32::from(p.add(i).read_unaligned()) << 16;
            }
            Self::load(x.as_ptr())
        }
    }
    /// Stores a vector of units.
    unsafe fn store(p: *mut u32, v: Self::V);
    /// One unit in every lane.
    unsafe fn broadcast(p: *const u32) -> Self::V;
    /// `a * b + c`.
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a + b`.
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    /// `a - b`.
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    /// `c` plus the dot products of bf16 pairs; only where [`Simd::BF16_DOT`].
    unsafe fn dot(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// For each of four vectors the sum of its lanes.
    unsafe fn lane_sums(v: [Self::V; 4]) -> [f32; 4];
    /// The greater of `a` and `b`: `b` where they are equal, and a NaN where there is one.
    #[inline(always)]
    unsafe fn max(a: Self::V, b: Self::V) -> Self::V {
        let (mut x, mut y) = ([0f32; MAX_LANES], [0f32; MAX_LANES]);
        // SAFETY: there is room for the widest vector.
        unsafe {
            Self::store(x.as_mut_ptr().cast(), a);
            Self::store(y.as_mut_ptr().cast(), b);
            for (x, &y) in x.iter_mut().zip(&y) {
                let greater = if *x > y { *x } else { y };
                *x = if x.is_nan() { *x } else { greater };
            }
            Self::load(x.as_ptr().cast())
        }
    }
    /// The lanes rounded to bf16.
    #[inline(always)]
    unsafe fn round_bf16(v: Self::V) -> Self::V {
        let mut x = [0u32; MAX_LANES];
        // SAFETY: as above.
        unsafe {
            Self::store(x.as_mut_ptr(), v);
            x.iter_mut().for_each(|bits| *bits = round_bits(*bits));
            Self::load(x.as_ptr())
        }
    }
    /// Stores the lanes rounded to bf16.
    unsafe fn store_bf16(p: *mut u16, v: Self::V);

    /// Asks for a cache line, of memory that need not exist.
    fn prefetch(p: *const u8);

    /// The same, for the first-level cache: it is wanted very soon.
    fn prefetch_near(p: *const u8);

    /// Asks for a cache line that will be written, for the first-level cache; of memory that need not exist.
    fn prefetch_to_write(p: *const u8);

    /// Writes a square of units transposed, lines `pitch` units apart.
    #[inline(always)]
    unsafe fn turn(units: &Square, to: *mut u32, pitch: usize) {
        // SAFETY: passed on.
        unsafe { turn(units, to, pitch) }
    }

    /// Runs the inner kernel with this instruction set's register tile for `vectors` (1 or 2) vectors of columns.
    unsafe fn panel<const ADJACENT: bool, const DOT: bool>(vectors: usize, panel: &Panel<'_>);
}

/// An f32's bits rounded to bf16 (to nearest, ties to even), as f32 bits with a zero low half. NaN stays NaN.
#[inline(always)]
pub(crate) fn round_bits(bits: u32) -> u32 {
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1));
    let quiet_nan = bits | 0x0040_0000;
    (if bits & 0x7fff_ffff > 0x7f80_0000 { quiet_nan } else { rounded }) & 0xffff_0000
}
