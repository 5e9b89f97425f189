//! Tile registers (AMX): their configuration, the rows that they are loaded from and the sums that they are
//! stored to.
//!
//! # Tile registers and Rust
//! Rust gives no meaning to a register between two `asm!` blocks that do not name it as an operand, and tile
//! registers cannot be operands. Therefore all that is in them is loaded, multiplied and stored within one
//! block, which declares them overwritten. What does persist from block to block is the tile configuration
//! ([`TileConfig::load`], [`release`]). It is state of the thread that the operating system saves and
//! restores, like the rounding mode. No other code changes it: compilers use tile registers only in functions
//! that enable the AMX features, of which this process has none, and nothing else is called between loading a
//! configuration and the blocks that rely on it.

use crate::micro::output::MAX_PANEL_WIDTH;
use std::arch::asm;
use std::mem::MaybeUninit;

/// Rows of a tile register, and units of a row.
pub(crate) const TILE: usize = 16;
/// Bytes of a row of [`Sums`].
pub(super) const SUMS_PITCH_BYTES: usize = MAX_PANEL_WIDTH * size_of::<f32>();

/// The sizes of the tile registers: rows of the upper and the lower tile, steps of the reduction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct TileConfig {
    pub rows: [usize; 2],
    pub steps: usize,
}

impl TileConfig {
    /// Configures the registers: 0 to 3 are sums, 4 and 5 rows, 6 and 7 columns.
    ///
    /// # Safety
    /// The machine has tiles.
    #[inline(always)]
    pub(crate) unsafe fn load(self) {
        /// The palette, then the bytes of a row and the rows of each register.
        #[repr(C, align(64))]
        struct Memory {
            palette: [u8; 16],
            row_bytes: [u16; 16],
            rows: [u8; 16],
        }
        let TileConfig { rows: [upper, lower], steps } = self;
        let (upper, lower, steps) = (upper as u8, lower as u8, steps as u8);
        let bytes = 4 * u16::from(steps);
        let mut memory = Memory { palette: [0; 16], row_bytes: [0; 16], rows: [0; 16] };
        memory.palette[0] = 1;
        memory.row_bytes[..8].copy_from_slice(&[64, 64, 64, 64, bytes, bytes, 64, 64]);
        memory.rows[..8].copy_from_slice(&[upper, upper, lower, lower, upper, lower, steps, steps]);
        // SAFETY: a valid configuration; no code but this crate's uses tiles.
        unsafe {
            asm!(
                "ldtilecfg [{}]",
                in(reg) &raw const memory,
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(readonly, nostack, preserves_flags)
            );
        }
    }
}

/// Clears the configuration, so that the tiles need not be saved while the thread does other things.
///
/// # Safety
/// The machine has tiles.
#[inline(always)]
pub(crate) unsafe fn release() {
    // SAFETY: by contract.
    unsafe {
        asm!(
            "tilerelease",
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nomem, nostack, preserves_flags)
        );
    }
}

/// A block of sums, two tiles high.
#[repr(align(64))]
pub(crate) struct Sums(pub [[MaybeUninit<f32>; MAX_PANEL_WIDTH]; 2 * TILE]);

impl Sums {
    #[inline(always)]
    pub(super) fn uninit() -> Sums {
        Sums([[MaybeUninit::uninit(); MAX_PANEL_WIDTH]; 2 * TILE])
    }
}

/// Rows that are evenly spaced.
#[derive(Clone, Copy)]
pub(crate) struct RowTile {
    /// Unit offset of the first row.
    pub start: usize,
    pub rows: usize,
    /// From one row to the next.
    pub pitch_bytes: usize,
}

impl RowTile {
    /// As many rows from `first` on as a tile holds.
    #[inline(always)]
    pub(super) fn new(offsets: &[usize], first: usize) -> RowTile {
        let offsets = &offsets[first..offsets.len().min(first + TILE)];
        let start = offsets[0];
        let pitch = offsets.get(1).map_or(0, |next| next.wrapping_sub(start));
        let rows = 1 + offsets.windows(2).take_while(|pair| pair[1].wrapping_sub(pair[0]) == pitch).count();
        RowTile { start, rows, pitch_bytes: pitch.wrapping_mul(size_of::<u32>()) }
    }
}

/// Multiplies numbers that all differ, in four products a round that do not wait for each other. Returns the
/// number of operations.
///
/// # Safety
/// The machine has tiles.
pub(crate) unsafe fn measure_products(rounds: u64) -> u64 {
    let rounds = rounds.max(1);
    // Numbers between 1 and 2, or -1 and -2, in no order.
    let noise = |i: usize| 0x3f80_3f80 | (i as u32 + 1).wrapping_mul(0x9e37_79b9) & 0x807f_807f;
    let operands: [[u32; TILE * TILE]; 4] = std::array::from_fn(|tile| std::array::from_fn(|i| noise(tile * 256 + i)));
    // SAFETY: the operands take four tiles.
    unsafe {
        TileConfig { rows: [TILE; 2], steps: TILE }.load();
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "tileloadd tmm4, [{operands} + {row}]",
            "tileloadd tmm5, [{operands} + {row} + 1024]",
            "tileloadd tmm6, [{operands} + {row} + 2048]",
            "tileloadd tmm7, [{operands} + {row} + 3072]",
            "2:",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tdpbf16ps tmm3, tmm5, tmm7",
            "dec {rounds}",
            "jnz 2b",
            operands = in(reg) operands.as_ptr(),
            row = in(reg) TILE * size_of::<u32>(),
            rounds = inout(reg) rounds => _,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(readonly, nostack),
        );
        release();
    }
    // Two for each of the products of two numbers in each of a row's units.
    rounds * 4 * 2 * (TILE * TILE * 2 * TILE) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_where_their_distance_changes() {
        let offsets = [0, 8, 16, 40, 48, 5];
        let tiles = [(0, 3, 8), (3, 2, 8), (5, 1, 0)];
        for (first, rows, pitch) in tiles {
            let tile = RowTile::new(&offsets, first);
            assert_eq!((tile.start, tile.rows, tile.pitch_bytes), (offsets[first], rows, pitch * 4));
        }
    }
}
