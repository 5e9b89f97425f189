//! Products of K planes on tile registers, for GEMM that emulates f32 by bf16.

use crate::micro::output::MAX_PANEL_VECTORS;
use crate::micro::tile_registers::{RowTile, SUMS_PITCH_BYTES, Sums, TILE};
use crate::simd::MAX_LANES;
use std::arch::asm;
use std::mem::offset_of;

/// Bytes that are prefetched with each K plane.
const PREFETCH_BYTES_PER_PLANE: usize = 192;

/// A tile's depth of the reduction: the byte offsets at which tiles of both operands begin, from the first
/// rows and from the panel.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct KPlane {
    pub left: usize,
    pub right: usize,
}

/// Multiplies one tile's steps at each of the planes, and adds all of them up: two tiles of rows with a panel
/// of two. Meanwhile it prefetches [`PREFETCH_BYTES_PER_PLANE`] bytes a plane from `prefetch` on, which need
/// not exist. Rows that the tiles do not have stay uninitialized in the result.
///
/// # Safety
/// The tiles are configured for those rows and whole steps; both operands are valid at all planes.
#[inline(always)]
pub(crate) unsafe fn multiply_planes(
    a: *const u32,
    tiles: [RowTile; 2],
    b: *const u32,
    planes: &[KPlane],
    prefetch: *const u8,
) -> Sums {
    let mut sums = Sums::uninit();
    // The block of sums and a panel have the same pitch, so that one register serves for both.
    const { assert!(SUMS_PITCH_BYTES == MAX_PANEL_VECTORS * MAX_LANES * size_of::<u32>()) };
    // SAFETY: reads what the contract names, and writes two tiles of sums.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "test {count}, {count}",
            "jz 3f",
            "2:",
            "mov {left}, [{planes}]",
            "mov {right}, [{planes} + {right_plane}]",
            "lea {other}, [{left} + {lower}]",
            "add {left}, {upper}",
            "add {right}, {b}",
            "tileloadd tmm6, [{right} + {pitch}]",
            "tileloadd tmm4, [{left} + {a_pitch}]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tileloadd tmm7, [{right} + {pitch} + 64]",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tileloadd tmm5, [{other} + {a_pitch}]",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tdpbf16ps tmm3, tmm5, tmm7",
            "prefetcht1 [{prefetch}]",
            "prefetcht1 [{prefetch} + 64]",
            "prefetcht1 [{prefetch} + 128]",
            "add {prefetch}, {prefetch_bytes}",
            "add {planes}, {plane_bytes}",
            "dec {count}",
            "jnz 2b",
            "3:",
            "tilestored [{sums} + {pitch}], tmm0",
            "tilestored [{sums} + {pitch} + 64], tmm1",
            "tilestored [{sums} + {pitch} + {lower_sums}], tmm2",
            "tilestored [{sums} + {pitch} + {lower_sums} + 64], tmm3",
            planes = inout(reg) planes.as_ptr() => _,
            count = inout(reg) planes.len() => _,
            upper = in(reg) a.wrapping_add(tiles[0].start),
            lower = in(reg) a.wrapping_add(tiles[1].start),
            a_pitch = in(reg) tiles[0].pitch_bytes,
            b = in(reg) b,
            pitch = in(reg) SUMS_PITCH_BYTES,
            sums = in(reg) &raw mut sums,
            left = out(reg) _,
            other = out(reg) _,
            right = out(reg) _,
            prefetch = inout(reg) prefetch => _,
            prefetch_bytes = const PREFETCH_BYTES_PER_PLANE,
            right_plane = const offset_of!(KPlane, right),
            plane_bytes = const size_of::<KPlane>(),
            lower_sums = const TILE * SUMS_PITCH_BYTES,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
    sums
}
