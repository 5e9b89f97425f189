//! AVX2 with FMA.

use crate::bf16::narrow;
use crate::simd::Simd;
use std::arch::x86_64::*;

/// 8 lanes of f32.
pub(crate) struct Avx2;

impl Simd for Avx2 {
    type V = __m256;
    const LANES: usize = 8;
    const REGISTERS: usize = 16;
    const HAS_FMA: bool = true;
    const HAS_MEMORY_BROADCAST: bool = false;
    const BF16_DOT: bool = false;

    #[inline(always)]
    unsafe fn splat(x: f32) -> __m256 {
        // SAFETY: the machine has AVX2, by the trait's contract; so below.
        unsafe { _mm256_set1_ps(x) }
    }

    #[inline(always)]
    unsafe fn load(p: *const u32) -> __m256 {
        // SAFETY: valid for a vector, by contract.
        unsafe { _mm256_loadu_ps(p.cast()) }
    }

    #[inline(always)]
    unsafe fn store(p: *mut u32, v: __m256) {
        // SAFETY: valid for a vector, by contract.
        unsafe { _mm256_storeu_ps(p.cast(), v) }
    }

    #[inline(always)]
    unsafe fn broadcast(p: *const u32) -> __m256 {
        // SAFETY: valid for a unit, by contract.
        unsafe { _mm256_set1_ps(p.cast::<f32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn fma(a: __m256, b: __m256, c: __m256) -> __m256 {
        // SAFETY: the instruction set, by contract.
        unsafe { _mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    unsafe fn add(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the instruction set, by contract.
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn sub(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the instruction set, by contract.
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn dot(_: __m256, _: __m256, c: __m256) -> __m256 {
        c
    }

    #[inline(always)]
    unsafe fn lane_sums([a, b, c, d]: [__m256; 4]) -> [f32; 4] {
        // SAFETY: the instruction set, by contract; a vector of four floats is four floats.
        unsafe {
            let halves = _mm256_hadd_ps(_mm256_hadd_ps(a, b), _mm256_hadd_ps(c, d));
            let sums = _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps::<1>(halves));
            std::mem::transmute::<__m128, [f32; 4]>(sums)
        }
    }

    #[inline(always)]
    unsafe fn store_bf16(p: *mut u16, v: __m256) {
        let lanes: [u32; 8] = bits(v);
        let halves = lanes.map(narrow);
        // SAFETY: valid for 8 bf16 numbers, by contract.
        unsafe { p.cast::<[u16; 8]>().write_unaligned(halves) }
    }

    #[inline(always)]
    fn prefetch_l2(p: *const u8) {
        // SAFETY: a hint, which reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(p.cast()) }
    }

    #[inline(always)]
    fn prefetch_l1(p: *const u8) {
        // SAFETY: a hint, which reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(p.cast()) }
    }

    #[inline(always)]
    fn prefetch_for_store(p: *const u8) {
        // SAFETY: a hint, which reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(p.cast()) }
    }
}

/// The lanes' bits.
#[inline(always)]
fn bits(v: __m256) -> [u32; 8] {
    // SAFETY: both are 256 plain bits.
    unsafe { std::mem::transmute(v) }
}
