//! AVX-512, with (`DOT`) or without the bf16 dot product.

use crate::simd::Simd;
use crate::simd::transpose::Square;
use std::arch::x86_64::*;

/// 16 lanes of f32.
pub(crate) struct Avx512<const DOT: bool>;

impl<const BF16: bool> Simd for Avx512<BF16> {
    type V = __m512;
    const LANES: usize = 16;
    const REGISTERS: usize = 32;
    const HAS_FMA: bool = true;
    const HAS_MEMORY_BROADCAST: bool = true;
    const BF16_DOT: bool = BF16;

    #[inline(always)]
    unsafe fn splat(x: f32) -> __m512 {
        // SAFETY: the machine has AVX-512, by the trait's contract; so below.
        unsafe { _mm512_set1_ps(x) }
    }

    #[inline(always)]
    unsafe fn load(p: *const u32) -> __m512 {
        // SAFETY: valid for a vector, by contract.
        unsafe { _mm512_loadu_ps(p.cast()) }
    }

    #[inline(always)]
    unsafe fn load_bf16(p: *const u16) -> __m512 {
        // SAFETY: valid for 16 bf16 numbers, by contract.
        unsafe { widen(_mm256_loadu_si256(p.cast())) }
    }

    #[inline(always)]
    unsafe fn store(p: *mut u32, v: __m512) {
        // SAFETY: valid for a vector, by contract.
        unsafe { _mm512_storeu_ps(p.cast(), v) }
    }

    #[inline(always)]
    unsafe fn broadcast(p: *const u32) -> __m512 {
        // SAFETY: valid for a unit, by contract.
        unsafe { _mm512_set1_ps(p.cast::<f32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn fma(a: __m512, b: __m512, c: __m512) -> __m512 {
        // SAFETY: the instruction set, by contract.
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    unsafe fn add(a: __m512, b: __m512) -> __m512 {
        // SAFETY: the instruction set, by contract.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn sub(a: __m512, b: __m512) -> __m512 {
        // SAFETY: the instruction set, by contract.
        unsafe { _mm512_sub_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn dot(a: __m512, b: __m512, c: __m512) -> __m512 {
        // SAFETY: only called where `BF16_DOT`; the vectors are 512 plain bits.
        unsafe {
            let (a, b) = (std::mem::transmute::<__m512, __m512bh>(a), std::mem::transmute::<__m512, __m512bh>(b));
            _mm512_dpbf16_ps(c, a, b)
        }
    }

    #[inline(always)]
    unsafe fn lane_sums([a, b, c, d]: [__m512; 4]) -> [f32; 4] {
        // SAFETY: the instruction set, by contract; a vector of four floats is four floats.
        unsafe {
            let ab = _mm512_add_ps(_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b));
            let cd = _mm512_add_ps(_mm512_unpacklo_ps(c, d), _mm512_unpackhi_ps(c, d));
            let (ab, cd) = (_mm512_castps_pd(ab), _mm512_castps_pd(cd));
            let low = _mm512_castpd_ps(_mm512_unpacklo_pd(ab, cd));
            let high = _mm512_castpd_ps(_mm512_unpackhi_pd(ab, cd));
            // Each quarter now holds a partial sum of all four.
            let quarters = _mm512_add_ps(low, high);
            let halves = _mm256_add_ps(_mm512_castps512_ps256(quarters), _mm512_extractf32x8_ps::<1>(quarters));
            let sums = _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps::<1>(halves));
            std::mem::transmute::<__m128, [f32; 4]>(sums)
        }
    }

    #[inline(always)]
    unsafe fn max(a: __m512, b: __m512) -> __m512 {
        // SAFETY: the instruction set, by contract.
        unsafe {
            let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(a, a);
            _mm512_mask_mov_ps(_mm512_max_ps(a, b), nan, a)
        }
    }

    #[inline(always)]
    unsafe fn round_bf16(v: __m512) -> __m512 {
        // SAFETY: the instruction set, by contract.
        unsafe { widen(narrow::<BF16>(v)) }
    }

    #[inline(always)]
    unsafe fn store_bf16(p: *mut u16, v: __m512) {
        // SAFETY: valid for 16 bf16 numbers, by contract.
        unsafe { _mm256_storeu_si256(p.cast(), narrow::<BF16>(v)) }
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

    #[inline(always)]
    unsafe fn transpose(units: &Square, to: *mut u32, pitch: usize) {
        // SAFETY: the instruction set, and `to` is valid for all lines, by contract.
        unsafe {
            // No closures here: they would be compiled without the instruction set's features.
            let mut v = [_mm512_setzero_si512(); 16];
            for (v, line) in v.iter_mut().zip(units) {
                *v = _mm512_loadu_si512(line.as_ptr().cast());
            }
            // Squares of 4x4 in the vectors' quarters: first pairs of units, then pairs of pairs.
            let mut quads = v;
            for g in [0, 4, 8, 12] {
                let (ab_low, ab_high) = (_mm512_unpacklo_epi32(v[g], v[g + 1]), _mm512_unpackhi_epi32(v[g], v[g + 1]));
                let [c, d] = [v[g + 2], v[g + 3]];
                let (cd_low, cd_high) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
                quads[g] = _mm512_unpacklo_epi64(ab_low, cd_low);
                quads[g + 1] = _mm512_unpackhi_epi64(ab_low, cd_low);
                quads[g + 2] = _mm512_unpacklo_epi64(ab_high, cd_high);
                quads[g + 3] = _mm512_unpackhi_epi64(ab_high, cd_high);
            }
            // Now vector `4 g + j` has, in quarter `q`, units `4 q + j` of the lines `4 g` to `4 g + 3`.
            for j in 0..4 {
                let [a, b, c, d] = [quads[j], quads[4 + j], quads[8 + j], quads[12 + j]];
                let (ab_even, ab_odd) = (_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0xdd>(a, b));
                let (cd_even, cd_odd) = (_mm512_shuffle_i32x4::<0x88>(c, d), _mm512_shuffle_i32x4::<0xdd>(c, d));
                let rows = [
                    (0, _mm512_shuffle_i32x4::<0x88>(ab_even, cd_even)),
                    (1, _mm512_shuffle_i32x4::<0x88>(ab_odd, cd_odd)),
                    (2, _mm512_shuffle_i32x4::<0xdd>(ab_even, cd_even)),
                    (3, _mm512_shuffle_i32x4::<0xdd>(ab_odd, cd_odd)),
                ];
                for (q, row) in rows {
                    _mm512_storeu_si512(to.add((4 * q + j) * pitch).cast(), row);
                }
            }
        }
    }
}

/// Lanes of bf16 as f32.
///
/// # Safety
/// The machine has AVX-512.
#[inline(always)]
unsafe fn widen(halves: __m256i) -> __m512 {
    // SAFETY: the instruction set, by contract.
    unsafe { _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(halves))) }
}

/// Lanes rounded to bf16.
///
/// # Safety
/// The machine has AVX-512, and its bf16 part if `BF16`.
#[inline(always)]
unsafe fn narrow<const BF16: bool>(v: __m512) -> __m256i {
    /// The class of subnormal numbers, for which the instruction gives zero.
    const SUBNORMAL: i32 = 0x20;
    // SAFETY: the instruction set, by contract; a vector of halves is plain bits.
    unsafe {
        if BF16 && _mm512_fpclass_ps_mask::<SUBNORMAL>(v) == 0 {
            return std::mem::transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(v));
        }
        let bits = _mm512_castps_si512(v);
        let odd = _mm512_and_si512(_mm512_srli_epi32::<16>(bits), _mm512_set1_epi32(1));
        let rounded = _mm512_add_epi32(bits, _mm512_add_epi32(odd, _mm512_set1_epi32(0x7fff)));
        let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(v, v);
        let quiet = _mm512_mask_or_epi32(rounded, nan, bits, _mm512_set1_epi32(0x0040_0000));
        _mm512_cvtepi32_epi16(_mm512_srli_epi32::<16>(quiet))
    }
}
