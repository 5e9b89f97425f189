//! Vectors of f32 lanes: one implementation for each instruction set.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
pub(crate) mod transpose;

use crate::bf16::{round_bits, widen};
use transpose::{Square, transpose};

/// Lanes of the widest vector.
pub(crate) const MAX_LANES: usize = 16;

/// A vector type and the few operations that the kernels need. Pointers need no alignment.
///
/// # Safety
/// The methods are unsafe because they may only run where the machine has the instruction set (which
/// `Isa::dispatch` ensures), and because pointers must be valid for the whole vector.
#[allow(clippy::missing_safety_doc)] // stated once, above
pub trait Simd {
    /// The vector.
    type V: Copy;
    /// f32 numbers in a vector.
    const LANES: usize;
    /// Vector registers.
    const REGISTERS: usize;
    /// True if [`Simd::fma`] is one instruction, rounded once.
    const HAS_FMA: bool;
    /// True if an arithmetic instruction can broadcast a unit from memory, so that it takes no register.
    const HAS_MEMORY_BROADCAST: bool;
    /// True if [`Simd::dot`] multiplies bf16 pairs.
    const BF16_DOT: bool;

    /// The vector with `x` in every lane.
    unsafe fn splat(x: f32) -> Self::V;
    /// Loads a vector of units.
    unsafe fn load(p: *const u32) -> Self::V;
    /// Loads a vector of bf16 numbers as f32.
    #[inline(always)]
    unsafe fn load_bf16(p: *const u16) -> Self::V {
        let mut x = [0u32; MAX_LANES];
        // SAFETY: valid for a vector of bf16 numbers, by contract; there is room for the widest vector.
        unsafe {
            for (i, x) in x.iter_mut().enumerate().take(Self::LANES) {
                *x = widen(p.add(i).read_unaligned());
            }
            Self::load(x.as_ptr())
        }
    }
    /// Stores a vector of units.
    unsafe fn store(p: *mut u32, v: Self::V);
    /// Loads one unit into every lane.
    unsafe fn broadcast(p: *const u32) -> Self::V;
    /// `a * b + c`.
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a + b`.
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    /// `a - b`.
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    /// `c` plus the dot products of bf16 pairs; only if [`Simd::BF16_DOT`].
    unsafe fn dot(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The sum of the lanes of each of four vectors.
    unsafe fn lane_sums(v: [Self::V; 4]) -> [f32; 4];
    /// The greater of `a` and `b`: `b` where they are equal, and a NaN where `a` is one.
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

    /// Prefetches a cache line into the second-level cache. The memory need not exist.
    fn prefetch_l2(p: *const u8);

    /// Prefetches a cache line into the first-level cache. The memory need not exist.
    fn prefetch_l1(p: *const u8);

    /// Prefetches a cache line that will be written, into the first-level cache. The memory need not exist.
    fn prefetch_for_store(p: *const u8);

    /// Writes a square of units transposed, with lines `pitch` units apart.
    #[inline(always)]
    unsafe fn transpose(units: &Square, to: *mut u32, pitch: usize) {
        // SAFETY: passed on.
        unsafe { transpose(units, to, pitch) }
    }
}
