//! The dot micro-kernel, for few columns: the lanes are along the reduction instead of across the columns.
//!
//! A vector of columns of which only three of sixteen lanes are in use wastes the others. Here a vector holds
//! consecutive units of a row's reduction; each sum is a vector too, whose lanes are added up at the end.
//! Both operands are read in place.

use crate::element::{Element, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::micro::output::{OutputPanel, store_scalar};
use crate::prefetch::PrefetchRanges;
use crate::simd::Simd;
use crate::unit::Unit;

/// Most columns of a register tile.
const MAX_COLUMNS: usize = 4;
/// The cost of adding up the lanes of a sum and storing it, in steps of the reduction.
const LANE_SUM_STEPS: usize = 5;

/// Returns true if this kernel is faster than panels for `columns` columns of `depth` units in runs of `run`
/// units. Tile registers are faster even if most of their columns are padding.
pub(crate) fn is_faster(columns: usize, depth: usize, run: usize, unit: Unit, isa: Isa) -> bool {
    let lanes = isa.lanes();
    let dot_steps = columns * (depth / lanes + LANE_SUM_STEPS);
    let panel_steps = columns.div_ceil(lanes) * depth;
    !unit.uses_tiles(isa) && run > 0 && run.is_multiple_of(lanes) && dot_steps < panel_steps
}

/// The offsets of the vectors that runs of `run` units, whole vectors, consist of.
pub(crate) fn steps(taps: &[usize], run: usize, isa: Isa) -> Vec<usize> {
    taps.iter().flat_map(|&tap| (tap..tap + run).step_by(isa.lanes())).collect()
}

/// The operands of one call, as [`PanelKernel`](super::panel::PanelKernel) but for the right one.
pub(crate) struct DotKernel<'a> {
    /// The left operand.
    pub a: *const u32,
    /// Unit offsets of its rows.
    pub rows: &'a [usize],
    /// Offsets, in units, of the vectors that a row's reduction consists of.
    pub steps: &'a [usize],
    /// The right operand: the units of each column, one after another.
    pub b: *const u32,
    /// The result.
    pub output: OutputPanel<'a>,
    /// Memory that is read next.
    pub prefetch: PrefetchRanges,
}

impl DotKernel<'_> {
    /// Runs the kernel.
    ///
    /// # Safety
    /// Every unit and element that the tables name must be valid; `unit` is one that `isa` multiplies.
    pub(crate) unsafe fn run(&self, isa: Isa, unit: Unit) {
        debug_assert!(unit != Unit::Vnni2 || isa.has_bf16_dot());
        isa.dispatch(RunDot { kernel: self, unit });
    }
}

struct RunDot<'a> {
    kernel: &'a DotKernel<'a>,
    unit: Unit,
}

impl WithSimd for RunDot<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: `DotKernel::run`'s contract; `dispatch` chose an `S` that the machine has.
        unsafe {
            if S::BF16_DOT && self.unit == Unit::Vnni2 {
                columns::<S, true>(self.kernel);
            } else {
                columns::<S, false>(self.kernel);
            }
        }
    }
}

/// All columns, a few at a time, in register tiles that use most of the registers.
#[inline(always)]
unsafe fn columns<S: Simd, const DOT: bool>(d: &DotKernel<'_>) {
    let many = S::REGISTERS >= 32;
    let total = d.output.columns;
    let groups = total.div_ceil(MAX_COLUMNS).max(1);
    let mut first = 0;
    for group in 0..groups {
        // In equal parts: six columns are three and three.
        let columns = (total - first).div_ceil(groups - group);
        // SAFETY: passed on; the columns are within the operands and the result.
        unsafe {
            match (columns, many) {
                (1, true) => rows::<S, DOT, 12, 1>(d, first),
                (2, true) => rows::<S, DOT, 8, 2>(d, first),
                (3, true) => rows::<S, DOT, 8, 3>(d, first),
                (4, true) => rows::<S, DOT, 6, 4>(d, first),
                (1, false) => rows::<S, DOT, 8, 1>(d, first),
                (2, false) => rows::<S, DOT, 6, 2>(d, first),
                (3, false) => rows::<S, DOT, 4, 3>(d, first),
                (4, false) => rows::<S, DOT, 2, 4>(d, first),
                _ => {}
            }
        }
        first += columns;
    }
}

/// All rows against the columns from `first` on.
///
/// # Safety
/// As [`DotKernel::run`]; the machine has `S`; there are `COLUMNS` columns; `ROWS * COLUMNS` is a multiple of
/// four.
#[inline(always)]
unsafe fn rows<S: Simd, const DOT: bool, const ROWS: usize, const COLUMNS: usize>(d: &DotKernel<'_>, first: usize) {
    let depth = d.steps.len() * S::LANES;
    let total = d.rows.len();
    let ranges = if first == 0 { d.prefetch } else { PrefetchRanges::NONE };
    let mut prefetcher = ranges.over(total.div_ceil(ROWS));
    for row in (0..total).step_by(ROWS) {
        let valid = ROWS.min(total - row);
        prefetcher.issue::<S>();
        let offsets = &d.rows[row..row + valid];
        // SAFETY: the tables name valid units and elements, by contract; rows that do not exist repeat the
        // last one.
        unsafe {
            let starts: [*const u32; ROWS] = std::array::from_fn(|i| d.a.add(*offsets.get_unchecked(i.min(valid - 1))));
            let mut b: [*const u32; COLUMNS] = std::array::from_fn(|j| d.b.add((first + j) * depth));
            let mut sums = [[S::splat(0.0); COLUMNS]; ROWS];
            for &at in d.steps {
                let columns = b.map(|b| S::load(b));
                b = b.map(|b| b.add(S::LANES));
                for i in 0..ROWS {
                    let units = S::load(starts[i].add(at));
                    for j in 0..COLUMNS {
                        let sum = &mut sums[i][j];
                        *sum = if DOT { S::dot(units, columns[j], *sum) } else { S::fma(units, columns[j], *sum) };
                    }
                }
            }
            let mut totals = [[0f32; COLUMNS]; ROWS];
            let flat = totals.as_flattened_mut();
            for quad in 0..ROWS * COLUMNS / 4 {
                let four = std::array::from_fn(|k| sums[(4 * quad + k) / COLUMNS][(4 * quad + k) % COLUMNS]);
                flat[4 * quad..4 * quad + 4].copy_from_slice(&S::lane_sums(four));
            }
            let t = &d.output;
            let out_rows = &t.rows[row..row + valid];
            if t.column_step == 1 && t.element == Element::F32 && t.write == WriteMode::Overwrite {
                for (&row, totals) in out_rows.iter().zip(&totals) {
                    t.out.cast::<f32>().wrapping_add(row + first).cast::<[f32; COLUMNS]>().write_unaligned(*totals);
                }
            } else {
                store::<COLUMNS>(t, out_rows, first, &totals);
            }
        }
    }
}

/// Stores the sums of a register tile one by one.
///
/// # Safety
/// As [`DotKernel::run`].
#[inline(never)]
unsafe fn store<const COLUMNS: usize>(
    t: &OutputPanel<'_>,
    out_rows: &[usize],
    first: usize,
    totals: &[[f32; COLUMNS]],
) {
    for (&row, totals) in out_rows.iter().zip(totals) {
        for (j, &total) in totals.iter().enumerate() {
            // SAFETY: by contract.
            unsafe { store_scalar(t.out, row + (first + j) * t.column_step, t.element, t.write, total) }
        }
    }
}
