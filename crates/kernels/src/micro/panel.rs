//! The panel micro-kernel: a panel of the result that is one or two vectors wide, by any number of rows.
//!
//! `out[row, column] (+)= sum over taps t, steps s of  a[start(row) + t + s] * b[(t, s), column]`
//!
//! counted in 32-bit units: one f32, or two bf16 numbers, which are multiplied pairwise and both added.

use crate::isa::WithSimd;
use crate::machine::Machine;
use crate::micro::output::{OutputPanel, StorePrefetcher, store_tile};
use crate::prefetch::{LINE_BYTES, PrefetchRanges, Prefetcher};
use crate::simd::Simd;
use crate::unit::Unit;

pub(crate) use crate::micro::output::MAX_PANEL_VECTORS;

/// Columns that one panel covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ColumnPanel {
    /// The first column. Panels before it have the full width, so that a packed panel starts at `first *
    /// depth`.
    pub first: usize,
    /// Columns that exist.
    pub columns: usize,
    /// Vectors that hold them.
    pub vectors: usize,
    /// Units in those vectors: columns, then padding.
    pub width: usize,
}

/// Divides `columns` into panels.
pub(crate) fn column_panels(columns: usize, lanes: usize) -> impl Iterator<Item = ColumnPanel> {
    (0..columns).step_by(MAX_PANEL_VECTORS * lanes).map(move |first| {
        let vectors = (columns - first).div_ceil(lanes).min(MAX_PANEL_VECTORS);
        let width = vectors * lanes;
        ColumnPanel { first, columns: width.min(columns - first), vectors, width }
    })
}

/// The places of the left operand's rows.
#[derive(Clone, Copy)]
pub(crate) enum LhsRows<'a> {
    /// Row `i` starts at unit `offsets[i]`, and the units of a tap are adjacent.
    Offsets(&'a [usize]),
    /// Row `i` starts at unit `i`, and the units of a tap are `step` units apart. As rows are read in whole
    /// register tiles, up to [`ROW_SLACK_UNITS`] units past those of the last row are read too (and ignored).
    Adjacent {
        /// Units from one step of the reduction to the next.
        step: usize,
    },
}

/// Up to so many rows, a product is bound by memory bandwidth: it reads the right operand once, and streams
/// it through the first-level cache.
pub(crate) const BANDWIDTH_BOUND_MAX_ROWS: usize = 4;
/// Prefetch distance in the right operand for that case. Prefetched into the second-level cache, or not at
/// all, it comes more slowly.
const STREAM_PREFETCH_BYTES: usize = Machine::REFERENCE.l1d_bytes / 24;

/// Units that must be readable after the last row of [`LhsRows::Adjacent`].
pub(crate) const ROW_SLACK_UNITS: usize = 16;

/// The operands of one call.
pub(crate) struct PanelKernel<'a> {
    /// The left operand.
    pub a: *const u32,
    /// Its rows.
    pub rows: LhsRows<'a>,
    /// Offsets, in units, of the runs that a row's reduction consists of.
    pub taps: &'a [usize],
    /// Steps in a run.
    pub tap_len: usize,
    /// The right operand: `vectors * lanes` units a step.
    pub b: *const u32,
    /// Units from one step to the next: the width of the panel if it is packed, more if it is read in place.
    pub b_step: usize,
    /// The result.
    pub output: OutputPanel<'a>,
    /// Memory that is read next.
    pub prefetch: PrefetchRanges,
}

/// Runs a panel on vectors.
pub(super) struct RunPanel<'a> {
    pub panel: &'a PanelKernel<'a>,
    pub unit: Unit,
    pub vectors: usize,
}

impl WithSimd for RunPanel<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let adjacent = matches!(self.panel.rows, LhsRows::Adjacent { .. });
        // SAFETY: the contract of `run_panel`; `dispatch` chose an `S` that the machine has.
        unsafe {
            match (adjacent, S::BF16_DOT && self.unit == Unit::Vnni2) {
                (false, false) => run::<S, false, false>(self.vectors, self.panel),
                (true, false) => run::<S, true, false>(self.vectors, self.panel),
                (false, true) => run::<S, false, true>(self.vectors, self.panel),
                (true, true) => run::<S, true, true>(self.vectors, self.panel),
            }
        }
    }
}

/// Runs a panel of `vectors` (1 or 2) vectors, with the rows of a register tile that suit the registers: the
/// sums, the columns and (unless instructions broadcast from memory) a broadcast unit have to fit. Without a
/// fused instruction products take registers too.
///
/// # Safety
/// Every unit and element that the tables name must be valid; the machine has `S`; units are bf16 pairs if
/// `DOT`.
#[inline(always)]
pub(crate) unsafe fn run<S: Simd, const ADJACENT: bool, const DOT: bool>(vectors: usize, p: &PanelKernel<'_>) {
    // SAFETY: passed on.
    unsafe {
        if vectors == 1 {
            if !S::HAS_FMA {
                tiles::<S, ADJACENT, false, 4, 1>(p);
            } else if S::REGISTERS < 32 {
                tiles::<S, ADJACENT, false, 8, 1>(p);
            } else {
                tiles::<S, ADJACENT, DOT, 12, 1>(p);
            }
        } else if !S::HAS_FMA {
            tiles::<S, ADJACENT, false, 4, 2>(p);
        } else if S::REGISTERS < 32 {
            tiles::<S, ADJACENT, false, 6, 2>(p);
        } else if S::HAS_MEMORY_BROADCAST {
            tiles::<S, ADJACENT, DOT, 12, 2>(p);
        } else {
            tiles::<S, ADJACENT, DOT, 10, 2>(p);
        }
    }
}

/// All register tiles of a panel: `ROWS` rows at a time, then the rest in a tile that is about as tall.
///
/// # Safety
/// As [`run`]; `VECTORS <= MAX_PANEL_VECTORS`.
#[inline(always)]
unsafe fn tiles<S: Simd, const ADJACENT: bool, const DOT: bool, const ROWS: usize, const VECTORS: usize>(
    p: &PanelKernel<'_>,
) {
    let total = p.output.rows.len();
    let mut prefetcher = p.prefetch.over(total.div_ceil(ROWS) * p.taps.len());
    let mut first = 0;
    // SAFETY: passed on; every tile is within the rows.
    unsafe {
        while total - first >= ROWS {
            tile::<S, ADJACENT, DOT, ROWS, VECTORS>(p, first, ROWS, &mut prefetcher);
            first += ROWS;
        }
        match total - first {
            0 => {}
            1 => tile::<S, ADJACENT, DOT, 1, VECTORS>(p, first, 1, &mut prefetcher),
            rest if rest <= 4 => tile::<S, ADJACENT, DOT, 4, VECTORS>(p, first, rest, &mut prefetcher),
            // Three columns of three channels: the weight gradient of a first layer.
            rest if rest <= 9 && ROWS > 9 => tile::<S, ADJACENT, DOT, 9, VECTORS>(p, first, rest, &mut prefetcher),
            rest => tile::<S, ADJACENT, DOT, ROWS, VECTORS>(p, first, rest, &mut prefetcher),
        }
    }
}

/// A register tile of `ROWS` rows from `first` on, of which `valid` are stored; the others repeat the last
/// one.
#[inline(always)]
unsafe fn tile<S: Simd, const ADJACENT: bool, const DOT: bool, const ROWS: usize, const VECTORS: usize>(
    p: &PanelKernel<'_>,
    first: usize,
    valid: usize,
    prefetcher: &mut Prefetcher,
) {
    // SAFETY: the tables name valid units and elements, by the contract of `run`.
    unsafe {
        let (starts, step): ([*const u32; ROWS], usize) = match p.rows {
            LhsRows::Offsets(offsets) => {
                let offsets = &offsets[first..first + valid];
                (std::array::from_fn(|i| p.a.add(offsets[i.min(valid - 1)])), 1)
            }
            LhsRows::Adjacent { step } => (std::array::from_fn(|i| p.a.add(first + i)), step),
        };
        let step = if ADJACENT { step } else { 1 };
        let b_step = p.b_step;
        let streams = ROWS <= BANDWIDTH_BOUND_MAX_ROWS && p.output.rows.len() <= BANDWIDTH_BOUND_MAX_ROWS;
        let mut stores = StorePrefetcher::new::<S, VECTORS>(&p.output, first, valid);
        let mut sums = [[S::splat(0.0); VECTORS]; ROWS];
        // A single row would wait for the latency of each addition, so that four consecutive steps have sums
        // of their own.
        let mut partial_sums = [sums; 3];
        let mut b = p.b;
        for &tap in p.taps {
            prefetcher.issue::<S>();
            let mut at = tap;
            let mut left = p.tap_len;
            // Unrolled, so that row pointers that do not fit the registers are loaded once for four steps.
            while left >= 4 {
                stores.issue::<S>(&p.output);
                if streams {
                    for at in (0..4 * VECTORS * S::LANES * size_of::<u32>()).step_by(LINE_BYTES) {
                        S::prefetch_l1(b.cast::<u8>().wrapping_add(STREAM_PREFETCH_BYTES + at));
                    }
                }
                if ROWS == 1 {
                    let [first, second, third] = &mut partial_sums;
                    for sums in [&mut sums, first, second, third] {
                        multiply_step::<S, ADJACENT, DOT, ROWS, VECTORS>(&starts, at, b, sums);
                        at += step;
                        b = b.add(b_step);
                    }
                } else {
                    for _ in 0..4 {
                        multiply_step::<S, ADJACENT, DOT, ROWS, VECTORS>(&starts, at, b, &mut sums);
                        at += step;
                        b = b.add(b_step);
                    }
                }
                left -= 4;
            }
            while left > 0 {
                multiply_step::<S, ADJACENT, DOT, ROWS, VECTORS>(&starts, at, b, &mut sums);
                at += step;
                b = b.add(b_step);
                left -= 1;
            }
        }
        if ROWS == 1 {
            for partial in partial_sums {
                for (sum, partial) in sums[0].iter_mut().zip(partial[0]) {
                    *sum = S::add(*sum, partial);
                }
            }
        }
        store_tile::<S, ROWS, VECTORS>(&p.output, first, valid, sums);
    }
}

/// One step of the reduction: a unit of each row against one packed row of the right operand.
#[inline(always)]
unsafe fn multiply_step<S: Simd, const ADJACENT: bool, const DOT: bool, const ROWS: usize, const VECTORS: usize>(
    starts: &[*const u32; ROWS],
    at: usize,
    b: *const u32,
    sums: &mut [[S::V; VECTORS]; ROWS],
) {
    // SAFETY: as `tile`.
    unsafe {
        let columns: [S::V; VECTORS] = std::array::from_fn(|j| S::load(b.add(j * S::LANES)));
        for i in 0..ROWS {
            // Adjacent rows need one pointer only.
            let unit = if ADJACENT { starts[0].wrapping_add(at + i) } else { starts[i].add(at) };
            let unit = S::broadcast(unit);
            for j in 0..VECTORS {
                let sum = &mut sums[i][j];
                *sum = if DOT { S::dot(unit, columns[j], *sum) } else { S::fma(unit, columns[j], *sum) };
            }
        }
    }
}
