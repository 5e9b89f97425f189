//! The inner kernel for few columns: lanes run along the reduction instead of across the columns.
//!
//! A vector of columns that only three of sixteen lanes use wastes the others. Here a vector holds consecutive units of a
//! row's reduction; each sum is a vector too, whose lanes are added up at the end. Both operands are read as they lie.

use super::ahead::Ahead;
use super::element::{Element, WriteMode};
use super::isa::{Isa, WithSimd};
use super::pack::Unit;
use super::panel::{Target, store_one};
use super::simd::Simd;

/// Most columns that are computed at a time.
const MAX_COLUMNS: usize = 4;
/// What adding up a sum's lanes and storing it costs, in steps of the reduction.
const SUM_COST: usize = 5;

/// Whether this kernel does `columns` columns of `depth` units in runs of `run`. Tiles of pairs are faster even if most of
/// their columns are for nothing.
pub(crate) fn applies(columns: usize, depth: usize, run: usize, unit: Unit, isa: Isa) -> bool {
    if unit == Unit::Pair && isa == Isa::Amx {
        return false;
    }
    let lanes = isa.lanes();
    let here = columns * (depth / lanes + SUM_COST);
    let panels = columns.div_ceil(lanes) * depth;
    run > 0 && run.is_multiple_of(lanes) && here < panels
}

/// The offsets of the vectors that runs of `run` units, whole vectors, consist of.
pub(crate) fn steps(taps: &[usize], run: usize, isa: Isa) -> Vec<usize> {
    taps.iter().flat_map(|&tap| (tap..tap + run).step_by(isa.lanes())).collect()
}

/// One call's worth of work; as [`Panel`](super::panel::Panel), but for the right operand.
pub(crate) struct Dots<'a> {
    /// The left operand.
    pub a: *const u32,
    /// Unit offsets of its rows.
    pub rows: &'a [usize],
    /// Offsets, in units, of the vectors that a row's reduction consists of.
    pub steps: &'a [usize],
    /// The right operand: for each column its units, one after another.
    pub b: *const u32,
    /// The result.
    pub target: Target<'a>,
    /// What is read next.
    pub ahead: Ahead,
}

impl Dots<'_> {
    /// Runs it. `pairs` says that units are bf16 pairs.
    ///
    /// # Safety
    /// Every unit and element that the tables name must be valid, and `pairs` implies that `isa` has the dot product.
    pub(crate) unsafe fn run(&self, isa: Isa, pairs: bool) {
        debug_assert!(!pairs || isa.has_bf16_dot());
        isa.dispatch(RunDots { dots: self, pairs });
    }
}

struct RunDots<'a> {
    dots: &'a Dots<'a>,
    pairs: bool,
}

impl WithSimd for RunDots<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: `Dots::run`'s contract; `dispatch` chose `S` by what the machine has.
        unsafe {
            if S::BF16_DOT && self.pairs {
                columns::<S, true>(self.dots);
            } else {
                columns::<S, false>(self.dots);
            }
        }
    }
}

/// All columns, a few at a time, in tiles that fill the registers.
#[inline(always)]
unsafe fn columns<S: Simd, const DOT: bool>(d: &Dots<'_>) {
    let many = S::REGISTERS >= 32;
    let total = d.target.columns;
    let groups = total.div_ceil(MAX_COLUMNS).max(1);
    let mut first = 0;
    for group in 0..groups {
        // As even as can be: six columns are three and three.
        let columns = (total - first).div_ceil(groups - group);
        // SAFETY: passed on; the columns lie within the operands and the result.
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
/// As [`Dots::run`]; the machine has `S`; there are `COLUMNS` columns; `ROWS * COLUMNS` is a multiple of four.
#[inline(always)]
unsafe fn rows<S: Simd, const DOT: bool, const ROWS: usize, const COLUMNS: usize>(d: &Dots<'_>, first: usize) {
    let depth = d.steps.len() * S::LANES;
    let total = d.rows.len();
    let mut ahead = if first == 0 { d.ahead } else { Ahead::NOTHING }.in_visits(total.div_ceil(ROWS));
    for row in (0..total).step_by(ROWS) {
        let valid = ROWS.min(total - row);
        ahead.visit::<S>();
        let offsets = &d.rows[row..row + valid];
        // SAFETY: the tables name valid units and elements, by contract; rows that do not exist repeat the last.
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
            let t = &d.target;
            let places = &t.rows[row..row + valid];
            if t.column_step == 1 && t.element == Element::F32 && t.write == WriteMode::Overwrite {
                for (&place, totals) in places.iter().zip(&totals) {
                    t.out.cast::<f32>().wrapping_add(place + first).cast::<[f32; COLUMNS]>().write_unaligned(*totals);
                }
            } else {
                store::<COLUMNS>(t, places, first, &totals);
            }
        }
    }
}

/// Stores the sums of a tile one by one.
///
/// # Safety
/// As [`Dots::run`].
#[inline(never)]
unsafe fn store<const COLUMNS: usize>(t: &Target<'_>, places: &[usize], first: usize, totals: &[[f32; COLUMNS]]) {
    for (&place, totals) in places.iter().zip(totals) {
        for (j, &total) in totals.iter().enumerate() {
            // SAFETY: by contract.
            unsafe { store_one(t.out, place + (first + j) * t.column_step, t.element, t.write, total) }
        }
    }
}
