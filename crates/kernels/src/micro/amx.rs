//! The panel micro-kernel on tile registers: AMX, the matrix unit of Intel's processors since Sapphire
//! Rapids.
//!
//! A tile register holds 16 rows of 64 bytes. One instruction multiplies 16 rows of 16 bf16 pairs with 16
//! steps of 16 columns and adds the 16x16 products up: fourteen times what the f32 multipliers do in that
//! time. Both operands are in memory already in the layout of tiles: rows of units on the left, packed panels
//! on the right. Four tiles of sums are computed at a time, of two tiles of rows and two of columns.
//!
//! The rows of a tile must be evenly spaced, so tiles end where the distance of the rows changes, as at the
//! end of an image's line.

use crate::element::{Element, WriteMode};
use crate::isa::WithSimd;
use crate::micro::output::{OutputPanel, store_rows};
use crate::micro::panel::{LhsRows, PanelKernel};
use crate::micro::tile_registers::{RowTile, SUMS_PITCH_BYTES, Sums, TILE, TileConfig, release};
use crate::simd::{MAX_LANES, Simd};
use std::arch::asm;
use std::mem::offset_of;

/// Fewest steps per round for which tiles are faster than vectors.
const MIN_STEPS: usize = 2;
/// Returns true if tiles can do a panel: the units of a run are adjacent, and enough of them go through at a
/// time.
pub(super) fn accepts(panel: &PanelKernel<'_>) -> bool {
    let is_empty = panel.taps.is_empty() || panel.tap_len == 0;
    !is_empty && matches!(panel.rows, LhsRows::Offsets(_)) && steps_per_round(panel.tap_len) >= MIN_STEPS
}

/// Units of a run that go through a tile at a time: the largest number that divides it.
fn steps_per_round(tap_len: usize) -> usize {
    (1..=TILE).rev().find(|&steps| tap_len.is_multiple_of(steps)).unwrap_or(1)
}

/// Runs a panel that tiles [accept](accepts).
pub(super) struct RunTiles<'a, 'b> {
    pub panel: &'a PanelKernel<'b>,
    pub vectors: usize,
}

impl WithSimd for RunTiles<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: the contract of `run_panel`, which takes tiles only where the machine has them.
        unsafe {
            match self.vectors {
                1 => panel::<S, 1>(self.panel),
                _ => panel::<S, 2>(self.panel),
            }
        }
    }
}

/// # Safety
/// As `run_panel`; the machine has tile registers, and [`accepts`] holds.
#[inline(always)]
unsafe fn panel<S: Simd, const VECTORS: usize>(p: &PanelKernel<'_>) {
    let LhsRows::Offsets(offsets) = p.rows else { return };
    let offsets = &offsets[..p.output.rows.len()];
    let steps = steps_per_round(p.tap_len);
    let mut prefetcher = p.prefetch.over(offsets.len().div_ceil(2 * TILE));
    let mut configured = None;
    let mut first = 0;
    while first < offsets.len() {
        prefetcher.issue::<S>();
        let upper = RowTile::new(offsets, first);
        // An odd last tile goes with one row of itself.
        let lower = match first + upper.rows {
            next if next < offsets.len() => RowTile::new(offsets, next),
            _ => RowTile { rows: 1, ..upper },
        };
        let config = TileConfig { rows: [upper.rows, lower.rows], steps };
        let rows = (upper.rows + lower.rows).min(offsets.len() - first);
        p.output.prefetch_stores::<S, VECTORS>(first, rows);
        let product = TileProduct {
            a: [p.a.wrapping_add(upper.start), p.a.wrapping_add(lower.start)],
            a_pitch_bytes: [upper.pitch_bytes, lower.pitch_bytes],
            b: p.b,
            taps: p.taps,
            rounds: p.tap_len / steps,
            round_bytes: steps * size_of::<u32>(),
            b_round_bytes: steps * VECTORS * MAX_LANES * size_of::<u32>(),
        };
        // SAFETY: tiles are within the rows, by contract, and so do their places in the result.
        unsafe {
            if configured != Some(config) {
                config.load();
                configured = Some(config);
            }
            match TileStores::in_place::<VECTORS>(&p.output, first, [upper.rows, rows - upper.rows]) {
                Some(stores) => product.run::<VECTORS>(p.output.write, stores),
                None => spill_and_scatter::<S, VECTORS>(&product, &p.output, first, [upper.rows, rows - upper.rows]),
            }
        }
        first += rows;
    }
    // SAFETY: the machine has tiles.
    unsafe { release() }
}

/// Stores sums by way of memory of our own: rows with any spacing, bf16, parts of vectors.
///
/// # Safety
/// As [`TileProduct::run`]; tiles are configured for at least `rows`.
#[inline(always)]
unsafe fn spill_and_scatter<S: Simd, const VECTORS: usize>(
    product: &TileProduct<'_>,
    output: &OutputPanel<'_>,
    first: usize,
    rows: [usize; 2],
) {
    let mut sums = Sums::uninit();
    // SAFETY: the block of sums takes two tiles; as many rows as these have are initialized then.
    unsafe {
        product.run::<VECTORS>(WriteMode::Overwrite, TileStores::of(&mut sums));
        let [upper, lower] = rows;
        store_rows::<S, VECTORS>(output, first, &sums.0[..upper]);
        store_rows::<S, VECTORS>(output, first + upper, &sums.0[TILE..TILE + lower]);
    }
}

/// The places that both tiles of rows are stored to, and loaded from if the result is added to.
#[derive(Clone, Copy)]
#[repr(C)]
struct TileStores {
    out: [*mut u8; 2],
    /// From one row to the next.
    pitch_bytes: [usize; 2],
}

impl TileStores {
    /// The places of two tiles of rows in a block of sums.
    #[inline(always)]
    fn of(sums: &mut Sums) -> TileStores {
        let out: *mut u8 = sums.0.as_mut_ptr().cast();
        TileStores { out: [out, out.wrapping_add(TILE * SUMS_PITCH_BYTES)], pitch_bytes: [SUMS_PITCH_BYTES; 2] }
    }

    /// The places in the result, if tiles can be loaded from there and stored there.
    #[inline(always)]
    fn in_place<const VECTORS: usize>(
        output: &OutputPanel<'_>,
        first: usize,
        [upper, lower]: [usize; 2],
    ) -> Option<TileStores> {
        let whole = output.column_step == 1 && output.columns == VECTORS * MAX_LANES;
        // The odd last tile has no place of its own.
        if !whole || output.element != Element::F32 || lower == 0 {
            return None;
        }
        let tiles = [RowTile::new(output.rows, first), RowTile::new(output.rows, first + upper)];
        (tiles[0].rows >= upper && tiles[1].rows >= lower).then(|| TileStores {
            out: tiles.map(|tile| output.out.wrapping_add(tile.start * size_of::<f32>())),
            pitch_bytes: tiles.map(|tile| tile.pitch_bytes),
        })
    }
}

/// The operands of a block of sums: two tiles of rows with a panel of one or two tiles of columns.
struct TileProduct<'a> {
    /// The first rows of both tiles.
    a: [*const u32; 2],
    a_pitch_bytes: [usize; 2],
    b: *const u32,
    /// Offsets, in units, at which the rows' runs begin.
    taps: &'a [usize],
    /// Rounds of steps in a tap.
    rounds: usize,
    /// From one round to the next, on the left and on the right.
    round_bytes: usize,
    b_round_bytes: usize,
}

/// The operands of [`TileProduct`] that the assembly reads from memory, for which there are too few
/// registers.
#[repr(C)]
struct MemoryOperands {
    a: [*const u32; 2],
    rounds: usize,
    round_bytes: usize,
    b_round_bytes: usize,
    stores: TileStores,
}

impl TileProduct<'_> {
    /// Computes all taps' products and stores them, or adds them to what is stored.
    ///
    /// # Safety
    /// The tiles are configured; both operands are valid for what `taps` (at least one) of `rounds` (at least
    /// one) name, and the places for the rows of the tiles.
    #[inline(always)]
    unsafe fn run<const VECTORS: usize>(&self, write: WriteMode, stores: TileStores) {
        let operands = MemoryOperands {
            a: self.a,
            rounds: self.rounds,
            round_bytes: self.round_bytes,
            b_round_bytes: self.b_round_bytes,
            stores,
        };
        macro_rules! tile_product {
            (begin: [$($begin:literal)*], round: [$($round:literal)*], end: [$($end:literal)*]) => {
                // SAFETY: reads and writes what the contract names.
                unsafe {
                    asm!(
                        $($begin,)*
                        "2:",
                        "mov {left}, [{taps}]",
                        "shl {left}, 2",
                        "mov {other}, {left}",
                        "add {left}, [{operands}]",
                        "add {other}, [{operands} + 8]",
                        "mov {round}, [{operands} + {rounds}]",
                        "3:",
                        $($round,)*
                        "add {left}, [{operands} + {round_bytes}]",
                        "add {other}, [{operands} + {round_bytes}]",
                        "add {b}, [{operands} + {b_round_bytes}]",
                        "dec {round}",
                        "jnz 3b",
                        "add {taps}, 8",
                        "dec {count}",
                        "jnz 2b",
                        "mov {left}, [{operands} + {stores}]",
                        "mov {round}, [{operands} + {stores} + 16]",
                        "mov {other}, [{operands} + {stores} + 8]",
                        "mov {count}, [{operands} + {stores} + 24]",
                        $($end,)*
                        operands = in(reg) &raw const operands,
                        taps = inout(reg) self.taps.as_ptr() => _,
                        count = inout(reg) self.taps.len() => _,
                        b = inout(reg) self.b => _,
                        pitch = in(reg) VECTORS * MAX_LANES * size_of::<u32>(),
                        a_pitch = in(reg) self.a_pitch_bytes[0],
                        other_pitch = in(reg) self.a_pitch_bytes[1],
                        left = out(reg) _,
                        other = out(reg) _,
                        round = out(reg) _,
                        rounds = const offset_of!(MemoryOperands, rounds),
                        round_bytes = const offset_of!(MemoryOperands, round_bytes),
                        b_round_bytes = const offset_of!(MemoryOperands, b_round_bytes),
                        stores = const offset_of!(MemoryOperands, stores),
                        out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                        out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                        options(nostack),
                    )
                }
            };
            // The columns of one tile.
            (begin: [$($begin:literal)*], 1) => {
                tile_product!(
                    begin: [$($begin)*],
                    round: [
                        "tileloadd tmm6, [{b} + {pitch}]"
                        "tileloadd tmm4, [{left} + {a_pitch}]"
                        "tdpbf16ps tmm0, tmm4, tmm6"
                        "tileloadd tmm5, [{other} + {other_pitch}]"
                        "tdpbf16ps tmm2, tmm5, tmm6"
                    ],
                    end: ["tilestored [{left} + {round}], tmm0" "tilestored [{other} + {count}], tmm2"]
                )
            };
            // The columns of two tiles.
            (begin: [$($begin:literal)*], 2) => {
                tile_product!(
                    begin: [$($begin)*],
                    round: [
                        "tileloadd tmm6, [{b} + {pitch}]"
                        "tileloadd tmm4, [{left} + {a_pitch}]"
                        "tdpbf16ps tmm0, tmm4, tmm6"
                        "tileloadd tmm7, [{b} + {pitch} + 64]"
                        "tdpbf16ps tmm1, tmm4, tmm7"
                        "tileloadd tmm5, [{other} + {other_pitch}]"
                        "tdpbf16ps tmm2, tmm5, tmm6"
                        "tdpbf16ps tmm3, tmm5, tmm7"
                    ],
                    end: [
                        "tilestored [{left} + {round}], tmm0"
                        "tilestored [{other} + {count}], tmm2"
                        "tilestored [{left} + {round} + 64], tmm1"
                        "tilestored [{other} + {count} + 64], tmm3"
                    ]
                )
            };
        }
        match (VECTORS, write) {
            (1, WriteMode::Overwrite) => tile_product!(begin: ["tilezero tmm0" "tilezero tmm2"], 1),
            (1, WriteMode::Accumulate) => tile_product!(
                begin: [
                    "mov {left}, [{operands} + {stores}]"
                    "mov {round}, [{operands} + {stores} + 16]"
                    "tileloadd tmm0, [{left} + {round}]"
                    "mov {left}, [{operands} + {stores} + 8]"
                    "mov {round}, [{operands} + {stores} + 24]"
                    "tileloadd tmm2, [{left} + {round}]"
                ],
                1
            ),
            (_, WriteMode::Overwrite) => {
                tile_product!(begin: ["tilezero tmm0" "tilezero tmm1" "tilezero tmm2" "tilezero tmm3"], 2)
            }
            (_, WriteMode::Accumulate) => tile_product!(
                begin: [
                    "mov {left}, [{operands} + {stores}]"
                    "mov {round}, [{operands} + {stores} + 16]"
                    "tileloadd tmm0, [{left} + {round}]"
                    "tileloadd tmm1, [{left} + {round} + 64]"
                    "mov {left}, [{operands} + {stores} + 8]"
                    "mov {round}, [{operands} + {stores} + 24]"
                    "tileloadd tmm2, [{left} + {round}]"
                    "tileloadd tmm3, [{left} + {round} + 64]"
                ],
                2
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_divide_a_run() {
        assert_eq!([48, 6, 14, 98, 17].map(steps_per_round), [16, 6, 14, 14, 1]);
    }
}
