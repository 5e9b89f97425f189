//! The inner kernel on tile registers: AMX, the matrix unit of Intel's processors since Sapphire Rapids.
//!
//! A tile register holds 16 rows of 64 bytes. One instruction multiplies 16 rows of 16 bf16 pairs with 16 steps of 16 columns
//! and adds the 16x16 products up: fourteen times what the f32 multipliers do in that time. Both operands are in memory
//! already as tiles want them: rows of units on the left, packed panels on the right. Four tiles of sums are computed at a
//! time, of two tiles of rows and two of columns.
//!
//! Rows of a tile must lie evenly apart, so tiles end where the rows' distance changes, as at the end of an image's line.

use super::element::{Element, WriteMode};
use super::isa::{Isa, WithSimd};
use super::panel::{MAX_LANES, MAX_VECTORS, Panel, Rows, Target, store_rows};
use super::simd::Simd;
use std::arch::asm;
use std::mem::{MaybeUninit, offset_of};
use std::sync::OnceLock;

/// Rows of a tile register, and units of a row.
pub(super) const TILE: usize = 16;
/// Fewest steps for which tiles are worth their while.
const LEAST_STEPS: usize = 2;
/// Floats in a row of a block of sums.
const PITCH: usize = MAX_LANES * MAX_VECTORS;

/// Whether the processor has tiles of bf16 pairs and the system lets this process use them, which it asks for once.
pub(super) fn is_available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        // Leaf 7: AMX-BF16 is bit 22, AMX-TILE bit 24.
        const TILES: u32 = 1 << 22 | 1 << 24;
        let leaf = std::arch::x86_64::__cpuid_count(7, 0);
        std::arch::x86_64::__cpuid(0).eax >= 7 && leaf.edx & TILES == TILES && is_granted()
    })
}

/// Linux gives tile registers to processes that ask.
#[cfg(target_os = "linux")]
fn is_granted() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_int = 0x1023;
    const XFEATURE_XTILEDATA: libc::c_ulong = 18;
    // SAFETY: asks the kernel for a permission; touches no memory.
    unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn is_granted() -> bool {
    false
}

/// Whether tiles do such a panel: rows of consecutive units whose number tiles divide.
pub(super) fn applies(panel: &Panel<'_>, isa: Isa) -> bool {
    let is_empty = panel.taps.is_empty() || panel.tap_len == 0;
    isa == Isa::Amx && !is_empty && matches!(panel.rows, Rows::At(_)) && steps(panel.tap_len) >= LEAST_STEPS
}

/// Units of a run that go through a tile at a time: the most that divide it.
fn steps(tap_len: usize) -> usize {
    (1..=TILE).rev().find(|&steps| tap_len.is_multiple_of(steps)).unwrap_or(1)
}

/// Runs a panel that tiles [do](applies).
pub(super) struct RunTiles<'a, 'b> {
    pub panel: &'a Panel<'b>,
    pub vectors: usize,
}

impl WithSimd for RunTiles<'_, '_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: the contract of `Panel::run`; the machine has tiles, as `Isa::Amx` is available.
        unsafe {
            match self.vectors {
                1 => panel::<S, 1>(self.panel),
                _ => panel::<S, 2>(self.panel),
            }
        }
    }
}

/// # Safety
/// As [`Panel::run`]; the machine has tile registers, and [`applies`] holds.
#[inline(always)]
unsafe fn panel<S: Simd, const VECTORS: usize>(p: &Panel<'_>) {
    let Rows::At(offsets) = p.rows else { return };
    let offsets = &offsets[..p.target.rows.len()];
    let steps = steps(p.tap_len);
    let mut ahead = p.ahead.in_visits(offsets.len().div_ceil(2 * TILE));
    let mut configured = None;
    let mut first = 0;
    while first < offsets.len() {
        ahead.visit::<S>();
        let upper = RowTile::new(offsets, first);
        // An odd last tile goes with one row of itself.
        let lower = match first + upper.rows {
            next if next < offsets.len() => RowTile::new(offsets, next),
            _ => RowTile { rows: 1, ..upper },
        };
        let shape = Shape { rows: [upper.rows, lower.rows], steps };
        let rows = (upper.rows + lower.rows).min(offsets.len() - first);
        p.target.ask_for::<S, VECTORS>(first, rows);
        let operands = Operands {
            a: [p.a.wrapping_add(upper.start), p.a.wrapping_add(lower.start)],
            b: p.b,
            taps: p.taps.as_ptr(),
            rounds: p.tap_len / steps,
            step: steps * size_of::<u32>(),
            b_step: steps * VECTORS * MAX_LANES * size_of::<u32>(),
        };
        // SAFETY: tiles lie within the rows, by contract, and so do places in the result.
        unsafe {
            if configured != Some(shape) {
                shape.load();
                configured = Some(shape);
            }
            let multiply = || operands.multiply::<VECTORS>([upper.apart, lower.apart], p.taps.len());
            match Places::new::<VECTORS>(&p.target, first, [upper.rows, rows - upper.rows]) {
                Some(places) => {
                    if p.target.write == WriteMode::Accumulate {
                        places.load::<VECTORS>()
                    } else {
                        zero()
                    }
                    multiply();
                    places.store::<VECTORS>();
                }
                None => {
                    zero();
                    multiply();
                    store_elsewhere::<S, VECTORS>(&p.target, first, [upper.rows, rows - upper.rows]);
                }
            }
        }
        first += rows;
    }
    // SAFETY: the machine has tiles.
    unsafe { release() }
}

/// Gives the tiles back, so that they need not be saved while the thread does other things.
///
/// # Safety
/// The machine has tiles; nothing relies on what they hold.
#[inline(always)]
pub(super) unsafe fn release() {
    // SAFETY: by contract.
    unsafe { asm!("tilerelease", options(nomem, nostack, preserves_flags)) }
}

/// Stores the sums by way of memory of our own: rows that lie anywhere, bf16, parts of vectors.
///
/// # Safety
/// As [`Panel::run`]; tiles are configured for at least `rows`.
#[inline(always)]
unsafe fn store_elsewhere<S: Simd, const VECTORS: usize>(target: &Target<'_>, first: usize, rows: [usize; 2]) {
    // SAFETY: tiles are configured; as many rows as they have are initialised then.
    unsafe {
        let sums = Sums::of_tiles::<VECTORS>();
        let [upper, lower] = rows;
        store_rows::<S, VECTORS>(target, first, &sums.0[..upper]);
        store_rows::<S, VECTORS>(target, first + upper, &sums.0[TILE..TILE + lower]);
    }
}

/// A block of sums, two tiles high.
#[repr(align(64))]
pub(super) struct Sums(pub [[MaybeUninit<f32>; PITCH]; 2 * TILE]);

impl Sums {
    /// What the tiles hold. Rows that they do not have stay uninitialised.
    ///
    /// # Safety
    /// Tiles are configured.
    #[inline(always)]
    unsafe fn of_tiles<const VECTORS: usize>() -> Sums {
        let mut sums = Sums([[MaybeUninit::uninit(); PITCH]; 2 * TILE]);
        let out: *mut u8 = sums.0.as_mut_ptr().cast();
        let pitch = PITCH * size_of::<f32>();
        let places = Places { out: [out, out.wrapping_add(TILE * pitch)], apart: [pitch; 2] };
        // SAFETY: the block takes two tiles.
        unsafe { places.store::<VECTORS>() }
        sums
    }
}

/// Bytes that are asked for with each plane.
const AHEAD: usize = 192;

/// Where tiles of both operands begin, in bytes from the first rows and from the panel.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(super) struct Plane {
    pub left: usize,
    pub right: usize,
}

/// Multiplies one tile's steps at each of the planes, and adds all of them up: two tiles of rows with a panel of two.
/// Meanwhile it asks for [`AHEAD`] bytes a plane of what is needed next, which need not exist.
///
/// # Safety
/// The tiles are configured for those rows and whole steps; both operands are valid at all planes.
#[inline(always)]
pub(super) unsafe fn multiply_planes(
    a: *const u32,
    tiles: [RowTile; 2],
    b: *const u32,
    planes: &[Plane],
    ahead: *const u8,
) -> Sums {
    // SAFETY: reads what the contract names.
    unsafe {
        zero();
        if !planes.is_empty() {
            asm!(
                "2:",
                "mov {left}, [{planes}]",
                "mov {right}, [{planes} + {right_plane}]",
                "lea {other}, [{left} + {lower}]",
                "add {left}, {upper}",
                "add {right}, {b}",
                "tileloadd tmm6, [{right} + {pitch}]",
                "tileloadd tmm4, [{left} + {apart}]",
                "tdpbf16ps tmm0, tmm4, tmm6",
                "tileloadd tmm7, [{right} + {pitch} + 64]",
                "tdpbf16ps tmm1, tmm4, tmm7",
                "tileloadd tmm5, [{other} + {apart}]",
                "tdpbf16ps tmm2, tmm5, tmm6",
                "tdpbf16ps tmm3, tmm5, tmm7",
                "prefetcht1 [{ahead}]",
                "prefetcht1 [{ahead} + 64]",
                "prefetcht1 [{ahead} + 128]",
                "add {ahead}, {ahead_bytes}",
                "add {planes}, {plane_bytes}",
                "dec {count}",
                "jnz 2b",
                planes = inout(reg) planes.as_ptr() => _,
                count = inout(reg) planes.len() => _,
                upper = in(reg) a.wrapping_add(tiles[0].start),
                lower = in(reg) a.wrapping_add(tiles[1].start),
                apart = in(reg) tiles[0].apart,
                b = in(reg) b,
                pitch = in(reg) MAX_VECTORS * MAX_LANES * size_of::<u32>(),
                left = out(reg) _,
                other = out(reg) _,
                right = out(reg) _,
                ahead = inout(reg) ahead => _,
                ahead_bytes = const AHEAD,
                right_plane = const offset_of!(Plane, right),
                plane_bytes = const size_of::<Plane>(),
                options(readonly, nostack),
            );
        }
        Sums::of_tiles::<2>()
    }
}

/// Where the rows of both tiles of sums lie.
struct Places {
    out: [*mut u8; 2],
    /// Bytes from one row to the next.
    apart: [usize; 2],
}

impl Places {
    /// The places in the result, if tiles can be loaded from there and stored there.
    #[inline(always)]
    fn new<const VECTORS: usize>(target: &Target<'_>, first: usize, [upper, lower]: [usize; 2]) -> Option<Places> {
        let whole = target.column_step == 1 && target.columns == VECTORS * MAX_LANES;
        // The odd last tile has no place of its own.
        if !whole || target.element != Element::F32 || lower == 0 {
            return None;
        }
        let tiles = [RowTile::new(target.rows, first), RowTile::new(target.rows, first + upper)];
        (tiles[0].rows >= upper && tiles[1].rows >= lower).then(|| Places {
            out: tiles.map(|tile| target.out.wrapping_add(tile.start * size_of::<f32>())),
            apart: tiles.map(|tile| tile.apart),
        })
    }

    /// # Safety
    /// Tiles are configured, and the places valid for their rows.
    #[inline(always)]
    unsafe fn load<const VECTORS: usize>(&self) {
        let Places { out: [upper, lower], apart: [upper_apart, lower_apart] } = *self;
        // SAFETY: by contract.
        unsafe {
            asm!(
                "tileloadd tmm0, [{upper} + {upper_apart}]", "tileloadd tmm2, [{lower} + {lower_apart}]",
                upper = in(reg) upper, lower = in(reg) lower,
                upper_apart = in(reg) upper_apart, lower_apart = in(reg) lower_apart,
                options(readonly, nostack, preserves_flags)
            );
            if VECTORS == 2 {
                asm!(
                    "tileloadd tmm1, [{upper} + {upper_apart} + 64]", "tileloadd tmm3, [{lower} + {lower_apart} + 64]",
                    upper = in(reg) upper, lower = in(reg) lower,
                    upper_apart = in(reg) upper_apart, lower_apart = in(reg) lower_apart,
                    options(readonly, nostack, preserves_flags)
                );
            }
        }
    }

    /// # Safety
    /// Tiles are configured, and the places valid for their rows.
    #[inline(always)]
    unsafe fn store<const VECTORS: usize>(&self) {
        let Places { out: [upper, lower], apart: [upper_apart, lower_apart] } = *self;
        // SAFETY: by contract.
        unsafe {
            asm!(
                "tilestored [{upper} + {upper_apart}], tmm0", "tilestored [{lower} + {lower_apart}], tmm2",
                upper = in(reg) upper, lower = in(reg) lower,
                upper_apart = in(reg) upper_apart, lower_apart = in(reg) lower_apart,
                options(nostack, preserves_flags)
            );
            if VECTORS == 2 {
                asm!(
                    "tilestored [{upper} + {upper_apart} + 64], tmm1", "tilestored [{lower} + {lower_apart} + 64], tmm3",
                    upper = in(reg) upper, lower = in(reg) lower,
                    upper_apart = in(reg) upper_apart, lower_apart = in(reg) lower_apart,
                    options(nostack, preserves_flags)
                );
            }
        }
    }
}

/// Sets all sums to zero.
///
/// # Safety
/// Tiles are configured.
#[inline(always)]
unsafe fn zero() {
    // SAFETY: by contract.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            options(nomem, nostack, preserves_flags)
        );
    }
}

/// Rows that lie evenly apart.
#[derive(Clone, Copy)]
pub(super) struct RowTile {
    /// Unit offset of the first.
    pub start: usize,
    pub rows: usize,
    /// Bytes from one to the next.
    pub apart: usize,
}

impl RowTile {
    /// As many rows from `first` on as a tile holds.
    #[inline(always)]
    fn new(offsets: &[usize], first: usize) -> RowTile {
        let offsets = &offsets[first..offsets.len().min(first + TILE)];
        let start = offsets[0];
        let apart = offsets.get(1).map_or(0, |next| next.wrapping_sub(start));
        let rows = 1 + offsets.windows(2).take_while(|pair| pair[1].wrapping_sub(pair[0]) == apart).count();
        RowTile { start, rows, apart: apart.wrapping_mul(size_of::<u32>()) }
    }
}

/// What the tile registers hold: rows of the upper and the lower tile, steps of the reduction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub rows: [usize; 2],
    pub steps: usize,
}

impl Shape {
    /// Configures the registers: 0 to 3 are sums, 4 and 5 rows, 6 and 7 columns.
    ///
    /// # Safety
    /// The machine has tiles.
    #[inline(always)]
    pub(super) unsafe fn load(self) {
        /// The palette, then bytes of a row at 16, rows at 48, for each register.
        #[repr(C, align(64))]
        struct Config {
            palette: [u8; 16],
            row_bytes: [u16; 16],
            rows: [u8; 16],
        }
        let Shape { rows: [upper, lower], steps } = self;
        let (upper, lower, steps) = (upper as u8, lower as u8, steps as u8);
        let bytes = 4 * u16::from(steps);
        let mut config = Config { palette: [0; 16], row_bytes: [0; 16], rows: [0; 16] };
        config.palette[0] = 1;
        config.row_bytes[..8].copy_from_slice(&[64, 64, 64, 64, bytes, bytes, 64, 64]);
        config.rows[..8].copy_from_slice(&[upper, upper, lower, lower, upper, lower, steps, steps]);
        // SAFETY: a valid configuration; no code but this module's uses tiles.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const config, options(readonly, nostack, preserves_flags)) }
    }
}

/// The operands of a block of sums.
#[repr(C)]
struct Operands {
    /// The first rows of both tiles; the assembly takes these for the first fields.
    a: [*const u32; 2],
    b: *const u32,
    /// Offsets, in units, at which the rows' runs begin.
    taps: *const usize,
    /// Rounds of steps in a tap.
    rounds: usize,
    /// Bytes of a round on the left, and on the right.
    step: usize,
    b_step: usize,
}

impl Operands {
    /// Adds all taps' products to the sums.
    ///
    /// # Safety
    /// The tiles are configured; both operands are valid for what `taps` (at least one) of `rounds` (at least one) name.
    #[inline(always)]
    unsafe fn multiply<const VECTORS: usize>(&self, apart: [usize; 2], taps: usize) {
        macro_rules! kernel {
            ($($round:literal)*) => {
                // SAFETY: reads what the contract names.
                unsafe {
                    asm!(
                        "2:",
                        "mov {left}, [{taps}]",
                        "shl {left}, 2",
                        "mov {other}, {left}",
                        "add {left}, [{operands}]",
                        "add {other}, [{operands} + {other_rows}]",
                        "mov {round}, [{operands} + {rounds}]",
                        "3:",
                        $($round,)*
                        "add {left}, [{operands} + {step}]",
                        "add {other}, [{operands} + {step}]",
                        "add {b}, [{operands} + {b_step}]",
                        "dec {round}",
                        "jnz 3b",
                        "add {taps}, 8",
                        "dec {count}",
                        "jnz 2b",
                        operands = in(reg) self,
                        taps = inout(reg) self.taps => _,
                        count = inout(reg) taps => _,
                        b = inout(reg) self.b => _,
                        pitch = in(reg) VECTORS * MAX_LANES * size_of::<u32>(),
                        apart = in(reg) apart[0],
                        other_apart = in(reg) apart[1],
                        left = out(reg) _,
                        other = out(reg) _,
                        round = out(reg) _,
                        other_rows = const size_of::<*const u32>(),
                        rounds = const offset_of!(Operands, rounds),
                        step = const offset_of!(Operands, step),
                        b_step = const offset_of!(Operands, b_step),
                        options(readonly, nostack),
                    )
                }
            };
        }
        if VECTORS == 1 {
            kernel!(
                "tileloadd tmm6, [{b} + {pitch}]"
                "tileloadd tmm4, [{left} + {apart}]"
                "tdpbf16ps tmm0, tmm4, tmm6"
                "tileloadd tmm5, [{other} + {other_apart}]"
                "tdpbf16ps tmm2, tmm5, tmm6"
            );
        } else {
            kernel!(
                "tileloadd tmm6, [{b} + {pitch}]"
                "tileloadd tmm4, [{left} + {apart}]"
                "tdpbf16ps tmm0, tmm4, tmm6"
                "tileloadd tmm7, [{b} + {pitch} + 64]"
                "tdpbf16ps tmm1, tmm4, tmm7"
                "tileloadd tmm5, [{other} + {other_apart}]"
                "tdpbf16ps tmm2, tmm5, tmm6"
                "tdpbf16ps tmm3, tmm5, tmm7"
            );
        }
    }
}

/// Multiplies numbers that all differ, four products a round that do not wait for each other. Returns the operations done.
///
/// # Safety
/// The machine has tiles.
pub(super) unsafe fn burn(rounds: u64) -> u64 {
    let rounds = rounds.max(1);
    // Numbers between 1 and 2, or -1 and -2, in no order.
    let noise = |i: usize| 0x3f80_3f80 | (i as u32 + 1).wrapping_mul(0x9e37_79b9) & 0x807f_807f;
    let operands: [[u32; TILE * TILE]; 4] = std::array::from_fn(|tile| std::array::from_fn(|i| noise(tile * 256 + i)));
    // SAFETY: the operands take four tiles.
    unsafe {
        Shape { rows: [TILE; 2], steps: TILE }.load();
        asm!(
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
        for (first, rows, apart) in tiles {
            let tile = RowTile::new(&offsets, first);
            assert_eq!((tile.start, tile.rows, tile.apart), (offsets[first], rows, apart * 4));
        }
    }

    #[test]
    fn steps_divide_a_run() {
        assert_eq!([48, 6, 14, 98, 17].map(steps), [16, 6, 14, 14, 1]);
    }
}
