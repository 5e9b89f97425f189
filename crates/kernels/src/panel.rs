//! The inner kernel: a panel of the result, as wide as one or two vectors, by any number of rows.
//!
//! `out[row, column] (+)= sum over taps t, steps s of  a[start(row) + t + s] * b[(t, s), column]`
//!
//! counted in 32-bit units: one f32, or two bf16 numbers that are multiplied pairwise and both added.

use super::ahead::{Ahead, Fetch, LINE};
#[cfg(target_arch = "x86_64")]
use super::amx;
use super::element::{Element, WriteMode};
use super::isa::{Isa, WithSimd};
use super::simd::Simd;
use std::mem::MaybeUninit;

/// Vectors of columns in the widest panel.
pub(crate) const MAX_VECTORS: usize = 2;
/// Lanes of the widest vector.
pub(crate) const MAX_LANES: usize = 16;

/// Columns that one panel covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ColumnPanel {
    /// The first column. Panels before it are as wide as can be, so that a packed panel starts at `first * depth`.
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
    (0..columns).step_by(MAX_VECTORS * lanes).map(move |first| {
        let vectors = (columns - first).div_ceil(lanes).min(MAX_VECTORS);
        let width = vectors * lanes;
        ColumnPanel { first, columns: width.min(columns - first), vectors, width }
    })
}

/// Where the left operand's rows lie.
#[derive(Clone, Copy)]
pub(crate) enum Rows<'a> {
    /// Row `i` starts at unit `offsets[i]`, and the units of a tap follow one another.
    At(&'a [usize]),
    /// Row `i` starts at unit `i`, and the units of a tap are `step` units apart. As rows are read in whole tiles, up to
    /// [`ROW_SLACK`] units past the last row's are read too (and ignored).
    Adjacent {
        /// Units from one step of the reduction to the next.
        step: usize,
    },
}

/// As many rows go through the right operand once only, and wait for it more than for arithmetic: it streams through the
/// first-level cache.
pub(crate) const FEW_ROWS: usize = 4;
/// Bytes of a right operand that are under way then: asked for in the second-level cache, or in none, it comes more slowly.
const STREAMED: usize = 2048;

/// Units that must be readable after the last row of [`Rows::Adjacent`].
pub(crate) const ROW_SLACK: usize = 16;

/// One call's worth of work.
pub(crate) struct Panel<'a> {
    /// The left operand.
    pub a: *const u32,
    /// Its rows.
    pub rows: Rows<'a>,
    /// Offsets, in units, of the runs that a row's reduction consists of.
    pub taps: &'a [usize],
    /// Steps in a run.
    pub tap_len: usize,
    /// The right operand: `vectors * lanes` units a step.
    pub b: *const u32,
    /// Units from one step to the next: as many if it is packed, more if it is read where it lies.
    pub b_step: usize,
    /// The result.
    pub target: Target<'a>,
    /// What is read next.
    pub ahead: Ahead,
}

/// Where a panel's result goes.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    /// The element at row offset 0, column 0.
    pub out: *mut u8,
    /// Offset of each row, in elements.
    pub rows: &'a [usize],
    /// Elements from one column to the next.
    pub column_step: usize,
    /// Columns to store, at most the panel's width.
    pub columns: usize,
    /// [`Element::F32`] or [`Element::Bf16`].
    pub element: Element,
    /// What happens to what is there.
    pub write: WriteMode,
}

#[cfg(target_arch = "x86_64")]
impl Target<'_> {
    /// Asks for the lines that some rows from `first` on will be stored to.
    #[inline(always)]
    pub(crate) fn ask_for<S: Simd, const VECTORS: usize>(&self, first: usize, rows: usize) {
        if self.column_step != 1 {
            return;
        }
        let rows = &self.rows[first..self.rows.len().min(first + rows)];
        for row in rows {
            let row = self.out.wrapping_add(row * self.element.bytes());
            for at in (0..VECTORS * S::LANES * self.element.bytes()).step_by(LINE) {
                S::prefetch_to_write(row.wrapping_add(at));
            }
        }
    }
}

impl Panel<'_> {
    /// Runs it. `pairs` says that units are bf16 pairs, which only some instruction sets multiply.
    ///
    /// # Safety
    /// Every unit and element that the tables name must be valid, and `pairs` implies that `isa` has the dot product.
    pub(crate) unsafe fn run(&self, isa: Isa, pairs: bool, vectors: usize) {
        debug_assert!(!pairs || isa.has_bf16_dot());
        #[cfg(target_arch = "x86_64")]
        if pairs && amx::applies(self, isa) {
            return isa.dispatch(amx::RunTiles { panel: self, vectors });
        }
        isa.dispatch(RunPanel { panel: self, pairs, vectors });
    }
}

struct RunPanel<'a> {
    panel: &'a Panel<'a>,
    pairs: bool,
    vectors: usize,
}

impl WithSimd for RunPanel<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let adjacent = matches!(self.panel.rows, Rows::Adjacent { .. });
        // SAFETY: `Panel::run`'s contract; `dispatch` chose `S` by what the machine has.
        unsafe {
            match (adjacent, self.pairs) {
                (false, false) => S::panel::<false, false>(self.vectors, self.panel),
                (true, false) => S::panel::<true, false>(self.vectors, self.panel),
                (false, true) => S::panel::<false, true>(self.vectors, self.panel),
                (true, true) => S::panel::<true, true>(self.vectors, self.panel),
            }
        }
    }
}

/// All row tiles of a panel: `ROWS` at a time, then what is left in a tile that is about as tall.
///
/// # Safety
/// As [`Panel::run`]; the machine has `S`; `VECTORS <= MAX_VECTORS`.
#[inline(always)]
pub(crate) unsafe fn panel<S: Simd, const ADJACENT: bool, const DOT: bool, const ROWS: usize, const VECTORS: usize>(
    p: &Panel<'_>,
) {
    let total = p.target.rows.len();
    let mut ahead = p.ahead.in_visits(total.div_ceil(ROWS) * p.taps.len());
    let mut first = 0;
    // SAFETY: passed on; every tile lies within the rows.
    unsafe {
        while total - first >= ROWS {
            tile::<S, ADJACENT, DOT, ROWS, VECTORS>(p, first, ROWS, &mut ahead);
            first += ROWS;
        }
        match total - first {
            0 => {}
            1 => tile::<S, ADJACENT, DOT, 1, VECTORS>(p, first, 1, &mut ahead),
            rest if rest <= 4 => tile::<S, ADJACENT, DOT, 4, VECTORS>(p, first, rest, &mut ahead),
            // Three columns of three channels: the filters' gradient of a first layer.
            rest if rest <= 9 && ROWS > 9 => tile::<S, ADJACENT, DOT, 9, VECTORS>(p, first, rest, &mut ahead),
            rest => tile::<S, ADJACENT, DOT, ROWS, VECTORS>(p, first, rest, &mut ahead),
        }
    }
}

/// A register tile of `ROWS` rows from `first` on, of which `valid` are stored; the others repeat the last.
#[inline(always)]
unsafe fn tile<S: Simd, const ADJACENT: bool, const DOT: bool, const ROWS: usize, const VECTORS: usize>(
    p: &Panel<'_>,
    first: usize,
    valid: usize,
    ahead: &mut Fetch,
) {
    // SAFETY: the tables name valid units and elements, by `Panel::run`'s contract.
    unsafe {
        let (starts, step): ([*const u32; ROWS], usize) = match p.rows {
            Rows::At(offsets) => {
                let offsets = &offsets[first..first + valid];
                (std::array::from_fn(|i| p.a.add(offsets[i.min(valid - 1)])), 1)
            }
            Rows::Adjacent { step } => (std::array::from_fn(|i| p.a.add(first + i)), step),
        };
        let step = if ADJACENT { step } else { 1 };
        let b_step = p.b_step;
        let streams = ROWS <= FEW_ROWS && p.target.rows.len() <= FEW_ROWS;
        let mut target = TargetLines::new::<S, VECTORS>(&p.target, first, valid);
        let mut sums = [[S::splat(0.0); VECTORS]; ROWS];
        // A row by itself would wait for each sum before it can add to it: steps in turn have sums of their own.
        let mut others = [sums; 3];
        let mut b = p.b;
        for &tap in p.taps {
            ahead.visit::<S>();
            let mut at = tap;
            let mut left = p.tap_len;
            // Unrolled, so that the row pointers that do not fit the registers are fetched once for four steps.
            while left >= 4 {
                target.fetch::<S>(&p.target);
                if streams {
                    for at in (0..4 * VECTORS * S::LANES * size_of::<u32>()).step_by(LINE) {
                        S::prefetch_near(b.cast::<u8>().wrapping_add(STREAMED + at));
                    }
                }
                if ROWS == 1 {
                    let [first, second, third] = &mut others;
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
            for other in others {
                for (sum, other) in sums[0].iter_mut().zip(other[0]) {
                    *sum = S::add(*sum, other);
                }
            }
        }
        store::<S, ROWS, VECTORS>(&p.target, first, valid, sums);
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

/// The lines that a tile will be stored to, which are far away more often than not: asked for one by one while it is
/// computed, as many at once would hold up what is needed now.
struct TargetLines<'a> {
    rows: std::slice::Iter<'a, usize>,
    row: *const u8,
    /// Lines of a row, and those that are still to be asked for.
    lines: usize,
    left: usize,
}

impl<'a> TargetLines<'a> {
    #[inline(always)]
    fn new<S: Simd, const VECTORS: usize>(t: &Target<'a>, first: usize, valid: usize) -> TargetLines<'a> {
        // Columns apart from one another are stored one by one, in another order.
        let valid = if t.column_step == 1 { valid } else { 0 };
        let lines = (VECTORS * S::LANES * t.element.bytes()).div_ceil(LINE);
        TargetLines { rows: t.rows[first..first + valid].iter(), row: t.out, lines, left: 0 }
    }

    /// Asks for the next.
    #[inline(always)]
    fn fetch<S: Simd>(&mut self, t: &Target<'_>) {
        if self.left == 0 {
            let Some(row) = self.rows.next() else { return };
            self.row = t.out.wrapping_add(row * t.element.bytes());
            self.left = self.lines;
        }
        S::prefetch_to_write(self.row);
        self.row = self.row.wrapping_add(LINE);
        self.left -= 1;
    }
}

/// Stores a tile: whole vectors if the result's columns lie that way, element by element otherwise.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // see below
unsafe fn store<S: Simd, const ROWS: usize, const VECTORS: usize>(
    t: &Target<'_>,
    first: usize,
    valid: usize,
    sums: [[S::V; VECTORS]; ROWS],
) {
    let rows = &t.rows[first..first + valid];
    let whole = t.column_step == 1 && t.columns == VECTORS * S::LANES;
    // The loops run over all rows, whose number the compiler knows: only then do the sums stay in registers.
    // SAFETY: the rows' elements are valid, by `Panel::run`'s contract.
    unsafe {
        if whole && t.element == Element::F32 {
            for i in 0..ROWS {
                if i < valid {
                    let out = t.out.cast::<u32>().wrapping_add(rows[i]);
                    for j in 0..VECTORS {
                        let out = out.add(j * S::LANES);
                        let sum = if t.write == WriteMode::Accumulate {
                            S::add(S::load(out), sums[i][j])
                        } else {
                            sums[i][j]
                        };
                        S::store(out, sum);
                    }
                }
            }
        } else if whole && t.write == WriteMode::Overwrite {
            for i in 0..ROWS {
                if i < valid {
                    let out = t.out.cast::<u16>().wrapping_add(rows[i]);
                    for j in 0..VECTORS {
                        S::store_bf16(out.add(j * S::LANES), sums[i][j]);
                    }
                }
            }
        } else {
            let mut spill = [[MaybeUninit::<f32>::uninit(); MAX_LANES * MAX_VECTORS]; ROWS];
            for i in 0..ROWS {
                for j in 0..VECTORS {
                    S::store(spill[i].as_mut_ptr().add(j * S::LANES).cast(), sums[i][j]);
                }
            }
            scatter(t, rows, spill.as_flattened());
        }
    }
}

/// Stores sums that lie in memory, as rows from `first` on.
///
/// # Safety
/// As [`Panel::run`]; the machine has `S`; the first `t.columns` numbers of each line are initialised.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) unsafe fn store_rows<S: Simd, const VECTORS: usize>(
    t: &Target<'_>,
    first: usize,
    sums: &[[MaybeUninit<f32>; MAX_LANES * MAX_VECTORS]],
) {
    let rows = &t.rows[first..first + sums.len()];
    let whole = t.column_step == 1 && t.columns == VECTORS * S::LANES;
    let (out, out_bf16) = (t.out.cast::<u32>(), t.out.cast::<u16>());
    // No closures around vectors: they would be compiled without the instruction set's features.
    // SAFETY: by contract.
    unsafe {
        match (t.element, t.write) {
            (Element::F32, WriteMode::Overwrite) if whole => {
                for (&row, sums) in rows.iter().zip(sums) {
                    for at in (0..VECTORS * S::LANES).step_by(S::LANES) {
                        S::store(out.add(row + at), S::load(sums.as_ptr().add(at).cast()));
                    }
                }
            }
            (Element::F32, WriteMode::Accumulate) if whole => {
                for (&row, sums) in rows.iter().zip(sums) {
                    for at in (0..VECTORS * S::LANES).step_by(S::LANES) {
                        let sum = S::load(sums.as_ptr().add(at).cast());
                        S::store(out.add(row + at), S::add(S::load(out.add(row + at)), sum));
                    }
                }
            }
            (_, WriteMode::Overwrite) if whole => {
                for (&row, sums) in rows.iter().zip(sums) {
                    for at in (0..VECTORS * S::LANES).step_by(S::LANES) {
                        S::store_bf16(out_bf16.add(row + at), S::load(sums.as_ptr().add(at).cast()));
                    }
                }
            }
            _ => scatter(t, rows, sums.as_flattened()),
        }
    }
}

/// Stores a spilled tile element by element, columns outermost: a transposed result is then written in order.
///
/// # Safety
/// As [`Panel::run`]; `spill` holds `rows.len()` lines of which the first `t.columns` numbers are initialised.
#[inline(never)]
unsafe fn scatter(t: &Target<'_>, rows: &[usize], spill: &[MaybeUninit<f32>]) {
    for column in 0..t.columns {
        for (i, &row) in rows.iter().enumerate() {
            // SAFETY: by contract.
            unsafe {
                let sum = spill[i * MAX_LANES * MAX_VECTORS + column].assume_init();
                store_one(t.out, row + column * t.column_step, t.element, t.write, sum);
            }
        }
    }
}

/// Stores or adds one number.
///
/// # Safety
/// `out` is valid at element `at`.
#[inline(always)]
pub(crate) unsafe fn store_one(out: *mut u8, at: usize, element: Element, write: WriteMode, value: f32) {
    // SAFETY: by contract.
    unsafe {
        if element == Element::Bf16 {
            let out = out.cast::<half::bf16>().add(at);
            let before = if write == WriteMode::Accumulate { out.read_unaligned().to_f32() } else { 0.0 };
            out.write_unaligned(half::bf16::from_f32(before + value));
        } else {
            let out = out.cast::<f32>().add(at);
            let before = if write == WriteMode::Accumulate { out.read_unaligned() } else { 0.0 };
            out.write_unaligned(before + value);
        }
    }
}
