//! Advanced SIMD, which every 64-bit ARM machine has.

use crate::bf16::narrow;
use crate::simd::Simd;
use std::arch::aarch64::*;

/// 4 lanes of f32.
pub(crate) struct Neon;

impl Simd for Neon {
    type V = float32x4_t;
    const LANES: usize = 4;
    const REGISTERS: usize = 32;
    const HAS_FMA: bool = true;
    const HAS_MEMORY_BROADCAST: bool = false;
    const BF16_DOT: bool = false;

    #[inline(always)]
    unsafe fn splat(x: f32) -> float32x4_t {
        // SAFETY: the machine has Advanced SIMD, by the trait's contract; so below.
        unsafe { vdupq_n_f32(x) }
    }

    #[inline(always)]
    unsafe fn load(p: *const u32) -> float32x4_t {
        // SAFETY: valid for a vector, by contract; byte loads need no alignment.
        unsafe { vreinterpretq_f32_u8(vld1q_u8(p.cast())) }
    }

    #[inline(always)]
    unsafe fn store(p: *mut u32, v: float32x4_t) {
        // SAFETY: valid for a vector, by contract.
        unsafe { vst1q_u8(p.cast(), vreinterpretq_u8_f32(v)) }
    }

    #[inline(always)]
    unsafe fn broadcast(p: *const u32) -> float32x4_t {
        // SAFETY: valid for a unit, by contract.
        unsafe { vdupq_n_f32(p.cast::<f32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn fma(a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        // SAFETY: the instruction set, by contract.
        unsafe { vfmaq_f32(c, a, b) }
    }

    #[inline(always)]
    unsafe fn add(a: float32x4_t, b: float32x4_t) -> float32x4_t {
        // SAFETY: the instruction set, by contract.
        unsafe { vaddq_f32(a, b) }
    }

    #[inline(always)]
    unsafe fn sub(a: float32x4_t, b: float32x4_t) -> float32x4_t {
        // SAFETY: the instruction set, by contract.
        unsafe { vsubq_f32(a, b) }
    }

    #[inline(always)]
    unsafe fn dot(_: float32x4_t, _: float32x4_t, c: float32x4_t) -> float32x4_t {
        c
    }

    #[inline(always)]
    unsafe fn lane_sums([a, b, c, d]: [float32x4_t; 4]) -> [f32; 4] {
        // SAFETY: the instruction set, by contract; a vector of four floats is four floats.
        unsafe {
            let sums = vpaddq_f32(vpaddq_f32(a, b), vpaddq_f32(c, d));
            std::mem::transmute::<float32x4_t, [f32; 4]>(sums)
        }
    }

    #[inline(always)]
    unsafe fn store_bf16(p: *mut u16, v: float32x4_t) {
        let halves = bits(v).map(narrow);
        // SAFETY: valid for 4 bf16 numbers, by contract.
        unsafe { p.cast::<[u16; 4]>().write_unaligned(halves) }
    }

    #[inline(always)]
    fn prefetch_l2(_: *const u8) {}

    #[inline(always)]
    fn prefetch_l1(_: *const u8) {}

    #[inline(always)]
    fn prefetch_for_store(_: *const u8) {}
}

/// The lanes' bits.
#[inline(always)]
fn bits(v: float32x4_t) -> [u32; 4] {
    // SAFETY: both are 128 plain bits.
    unsafe { std::mem::transmute(v) }
}
