//! Plain Rust, which the compiler vectorises as it can.

use crate::bf16::narrow;
use crate::simd::Simd;

/// 4 lanes of f32.
pub(crate) struct Portable;

impl Simd for Portable {
    type V = [f32; 4];
    const LANES: usize = 4;
    const REGISTERS: usize = 16;
    const HAS_FMA: bool = false;
    const HAS_MEMORY_BROADCAST: bool = false;
    const BF16_DOT: bool = false;

    #[inline(always)]
    unsafe fn splat(x: f32) -> [f32; 4] {
        [x; 4]
    }

    #[inline(always)]
    unsafe fn load(p: *const u32) -> [f32; 4] {
        // SAFETY: valid for a vector, by the trait's contract.
        unsafe { p.cast::<[f32; 4]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(p: *mut u32, v: [f32; 4]) {
        // SAFETY: valid for a vector, by contract.
        unsafe { p.cast::<[f32; 4]>().write_unaligned(v) }
    }

    #[inline(always)]
    unsafe fn broadcast(p: *const u32) -> [f32; 4] {
        // SAFETY: valid for a unit, by contract.
        [unsafe { p.cast::<f32>().read_unaligned() }; 4]
    }

    #[inline(always)]
    unsafe fn fma(a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        // Not `mul_add`: without the instruction it is a slow library call.
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    unsafe fn add(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    unsafe fn sub(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| a[i] - b[i])
    }

    #[inline(always)]
    unsafe fn dot(_: [f32; 4], _: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        c
    }

    #[inline(always)]
    unsafe fn lane_sums(v: [[f32; 4]; 4]) -> [f32; 4] {
        v.map(|[a, b, c, d]| (a + b) + (c + d))
    }

    #[inline(always)]
    unsafe fn store_bf16(p: *mut u16, v: [f32; 4]) {
        let halves = v.map(|x| narrow(x.to_bits()));
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
