//! Packing: operands rewritten as the units the inner kernel reads.
//!
//! The loops are plain Rust, compiled for each instruction set; the compiler vectorises them.

use std::ops::Range;

use super::ahead::LINE;
use super::element::{Element, MathMode};
use super::isa::{Isa, WithSimd};
use super::panel::{ColumnPanel, MAX_VECTORS, column_panels};
use super::simd::{Simd, round_bits};
use super::turn::{BLOCK, turn_part};

/// What a 32-bit unit of a packed operand holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// An f32.
    F32,
    /// An f32 rounded to bf16: bf16 multiplication where no instruction does it.
    Rounded,
    /// Two consecutive numbers of the reduction as bf16, the first in the low half.
    Pair,
}

impl Unit {
    /// The unit that gives `multiply` its meaning.
    pub(crate) fn of(multiply: MathMode, isa: Isa) -> Unit {
        match multiply {
            MathMode::Bf16 if isa.has_bf16_dot() => Unit::Pair,
            _ => Unit::of_one(multiply),
        }
    }

    /// That of one number, on any instruction set.
    pub(crate) fn of_one(multiply: MathMode) -> Unit {
        match multiply {
            MathMode::F32 => Unit::F32,
            MathMode::Bf16 => Unit::Rounded,
        }
    }

    /// Numbers in a unit.
    pub(crate) fn len(self) -> usize {
        if self == Unit::Pair { 2 } else { 1 }
    }

    /// Whether memory of this type already consists of such units.
    pub(crate) fn is_stored_as(self, element: Element) -> bool {
        matches!((self, element), (Unit::F32, Element::F32) | (Unit::Pair, Element::Bf16))
    }
}

/// Lines of an operand from the one that is packed to the one that is asked for: its lines lie apart, so that the processor does
/// not foresee them.
const LINES_AHEAD: usize = 16;

/// A place in an operand that is stored as f32 or bf16.
#[derive(Clone, Copy)]
pub(crate) struct Source {
    pub pointer: *const u8,
    pub element: Element,
}

impl Source {
    /// Asks for so many elements, which need not exist.
    #[inline(always)]
    fn fetch<S: Simd>(self, elements: usize) {
        for at in (0..elements * self.element.bytes()).step_by(LINE) {
            S::prefetch(self.pointer.wrapping_add(at));
        }
    }

    /// `elements` further on.
    #[inline(always)]
    pub(crate) fn at(self, elements: usize) -> Source {
        Source { pointer: self.pointer.wrapping_add(elements * self.element.bytes()), ..self }
    }

    /// `elements` further on, or back if negative.
    #[inline(always)]
    pub(crate) fn moved(self, elements: isize) -> Source {
        Source { pointer: self.pointer.wrapping_offset(elements * self.element.bytes() as isize), ..self }
    }
}

/// Lines of numbers that lie apart.
struct Lines {
    from: Source,
    count: usize,
    step: usize,
    len: usize,
}

impl Lines {
    /// While some lines are packed, asks for those that are packed some time after them.
    #[inline(always)]
    fn fetch_after<S: Simd>(&self, lines: Range<usize>) {
        for line in lines.start + LINES_AHEAD..(lines.end + LINES_AHEAD).min(self.count) {
            self.from.at(line * self.step).fetch::<S>(self.len);
        }
    }
}

/// Packs `depth x width` numbers as `[depth / unit][pitch]` units, with zeros where the last unit has no second number
/// and in the columns from `width` to `padded`.
pub(crate) struct PackAcross {
    pub unit: Unit,
    pub to: *mut u32,
    /// Units from one row of units to the next.
    pub pitch: usize,
    pub padded: usize,
    pub from: Source,
    pub depth: usize,
    /// Elements from one number of the reduction to the next.
    pub depth_step: usize,
    pub width: usize,
    pub width_step: usize,
}

impl PackAcross {
    /// # Safety
    /// `from` is valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackAcross {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: by the contract of `PackAcross::run`; rows, second numbers and padding stay within what it names.
        unsafe {
            if self.depth_step == 1 && self.width_step != 1 && self.width > 1 {
                return self.transpose::<S>();
            }
            let lines = Lines { from: self.from, count: self.depth, step: self.depth_step, len: self.width };
            for row in 0..self.depth.div_ceil(self.unit.len()) {
                let k = row * self.unit.len();
                if self.width_step == 1 && self.depth > LINES_AHEAD {
                    lines.fetch_after::<S>(k..k + self.unit.len());
                }
                let low = self.from.at(k * self.depth_step);
                let high = (k + 1 < self.depth).then(|| self.from.at((k + 1) * self.depth_step));
                let to = self.to.add(row * self.pitch);
                across(self.unit, to, low, high, self.width, self.width_step);
                to.add(self.width).write_bytes(0, self.padded - self.width);
            }
        }
    }
}

impl PackAcross {
    /// When the reduction is the contiguous index: square blocks are read along it, then turned.
    #[inline(always)]
    unsafe fn transpose<S: Simd>(&self) {
        let rows = self.depth.div_ceil(self.unit.len());
        // SAFETY: as `run`; `units` is a block of whole lines.
        unsafe {
            for row in (0..rows).step_by(BLOCK) {
                let block_rows = BLOCK.min(rows - row);
                let numbers = (block_rows * self.unit.len()).min(self.depth - row * self.unit.len());
                for column in (0..self.width).step_by(BLOCK) {
                    let block_columns = BLOCK.min(self.width - column);
                    let mut units = [[0u32; BLOCK]; BLOCK];
                    for (i, line) in units[..block_columns].iter_mut().enumerate() {
                        let from = self.from.at((column + i) * self.width_step + row * self.unit.len());
                        // The line that the next square has here.
                        S::prefetch(from.pointer.wrapping_add(LINE));
                        along(self.unit, line.as_mut_ptr(), from, numbers, 1);
                    }
                    let to = self.to.add(row * self.pitch + column);
                    if block_rows == BLOCK && block_columns == BLOCK {
                        S::turn(&units, to, self.pitch);
                    } else {
                        turn_part::<S>(&units, block_columns, block_rows, to, self.pitch);
                    }
                }
            }
            for row in 0..rows {
                self.to.add(row * self.pitch + self.width).write_bytes(0, self.padded - self.width);
            }
        }
    }
}

/// Packs the right operand for the inner kernel: `depth x columns` numbers as `[panel][unit of depth][panel's columns]`
/// units, or some of the units of depth in there.
pub(crate) struct PackPanels {
    pub unit: Unit,
    pub to: *mut u32,
    /// Units of depth that every panel has room for.
    pub room: usize,
    /// The unit of depth to begin with.
    pub first: usize,
    pub lanes: usize,
    pub from: Source,
    pub depth: usize,
    pub depth_step: usize,
    pub columns: usize,
    pub column_step: usize,
}

impl PackPanels {
    /// # Safety
    /// `from` is valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }

    /// The units of depth from number `k` on, `depth` numbers of them, of one panel.
    #[inline(always)]
    fn part(&self, panel: ColumnPanel, k: usize, depth: usize) -> PackAcross {
        let row = self.first + k / self.unit.len();
        PackAcross {
            unit: self.unit,
            to: self.to.wrapping_add(panel.first * self.room + row * panel.width),
            pitch: panel.width,
            padded: panel.width,
            from: self.from.at(k * self.depth_step + panel.first * self.column_step),
            depth,
            depth_step: self.depth_step,
            width: panel.columns,
            width_step: self.column_step,
        }
    }
}

impl PackPanels {
    /// A row of units of so many whole panels, from numbers that are adjacent and stored as units: a block at a time, as the
    /// compiler then knows that what is written is apart from what is read.
    ///
    /// # Safety
    /// As [`PackPanels::run`]; a panel is some blocks wide.
    #[inline(always)]
    unsafe fn ready_line(&self, k: usize, panels: usize) {
        let width = MAX_VECTORS * self.lanes;
        let to = self.to.wrapping_add((self.first + k / self.unit.len()) * width);
        let from = self.from.at(k * self.depth_step);
        for column in (0..panels * width).step_by(BLOCK) {
            let to: *mut [u32; BLOCK] = to.wrapping_add(column / width * self.room * width + column % width).cast();
            let from = from.at(column);
            // SAFETY: by contract.
            unsafe {
                let units = match self.unit {
                    Unit::Pair => {
                        let low: [u16; BLOCK] = from.pointer.cast::<[u16; BLOCK]>().read_unaligned();
                        let high: [u16; BLOCK] =
                            from.at(self.depth_step).pointer.cast::<[u16; BLOCK]>().read_unaligned();
                        std::array::from_fn(|i| u32::from(low[i]) | u32::from(high[i]) << 16)
                    }
                    _ => from.pointer.cast::<[u32; BLOCK]>().read_unaligned(),
                };
                to.write_unaligned(units);
            }
        }
    }
}

impl WithSimd for PackPanels {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        if self.column_step == 1 {
            // Line by line through all panels: memory is read in its order.
            let lines = Lines { from: self.from, count: self.depth, step: self.depth_step, len: self.columns };
            // Whole panels of what is stored as units, which are most.
            let width = MAX_VECTORS * self.lanes;
            let ready = self.unit.is_stored_as(self.from.element) && width.is_multiple_of(BLOCK);
            let whole = if ready { self.columns / width } else { 0 };
            for k in (0..self.depth).step_by(self.unit.len()) {
                lines.fetch_after::<S>(k..k + self.unit.len());
                let depth = self.unit.len().min(self.depth - k);
                let done = if depth == self.unit.len() { whole } else { 0 };
                // SAFETY: by the contract of `PackPanels::run`.
                unsafe { self.ready_line(k, done) };
                for panel in column_panels(self.columns, self.lanes).skip(done) {
                    WithSimd::with_simd::<S>(self.part(panel, k, depth));
                }
            }
        } else {
            for panel in column_panels(self.columns, self.lanes) {
                WithSimd::with_simd::<S>(self.part(panel, 0, self.depth));
            }
        }
    }
}

/// Packs rows whose reduction runs along them: `rows x depth` numbers as `[rows][pitch]` units.
pub(crate) struct PackAlong {
    pub unit: Unit,
    pub to: *mut u32,
    pub pitch: usize,
    pub from: Source,
    pub rows: usize,
    pub row_step: usize,
    pub depth: usize,
    pub depth_step: usize,
}

impl PackAlong {
    /// # Safety
    /// `from` is valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackAlong {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        for row in 0..self.rows {
            // SAFETY: by the contract of `PackAlong::run`.
            unsafe {
                let (to, from) = (self.to.add(row * self.pitch), self.from.at(row * self.row_step));
                along(self.unit, to, from, self.depth, self.depth_step);
            }
        }
    }
}

/// Packs `rows x width` numbers of one line of the reduction, or of two joined in pairs, as `[rows][padded]` units.
pub(crate) struct PackTogether {
    pub unit: Unit,
    pub to: *mut u32,
    pub padded: usize,
    pub from: Source,
    pub second: Option<Source>,
    pub rows: usize,
    /// Elements from one row to the next, backwards if negative.
    pub row_step: isize,
    pub width: usize,
    pub width_step: usize,
}

impl PackTogether {
    /// # Safety
    /// `from` and `second` are valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackTogether {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // Each combination is its own loop, so that it is vectorised; rows without gaps are one row.
        let dense = self.width_step == 1 && self.padded == self.width && self.row_step == self.width as isize;
        let count = self.rows * self.width;
        let this = if dense { PackTogether { rows: 1, width: count, padded: count, ..self } } else { self };
        let step = this.width_step;
        match (this.from.element, step) {
            (Element::Bf16, 1) => this.each_row::<true>(bits_bf16),
            (Element::Bf16, _) => this.each_row::<true>(|p, i| bits_bf16(p, i * step)),
            (_, 1) => this.each_row::<false>(bits_f32),
            (_, _) => this.each_row::<false>(|p, i| bits_f32(p, i * step)),
        }
    }
}

impl PackTogether {
    #[inline(always)]
    fn each_row<const ROUNDED: bool>(&self, bits: impl Fn(*const u8, usize) -> u32 + Copy) {
        for row in 0..self.rows {
            // SAFETY: by the contract of `PackTogether::run`.
            unsafe {
                let to = self.to.add(row * self.padded);
                let step = row as isize * self.row_step;
                let from = self.from.moved(step);
                let second = self.second.map(|second| second.moved(step));
                across_of::<ROUNDED>(self.unit, to, from, second, self.width, bits);
                for padding in self.width..self.padded {
                    to.add(padding).write(0);
                }
            }
        }
    }
}

/// `count` numbers, `step` elements apart, as consecutive units; an odd last number is paired with zero.
///
/// # Safety
/// `from` is valid for the numbers, `to` for the units.
#[inline(always)]
pub(crate) unsafe fn along(unit: Unit, to: *mut u32, from: Source, count: usize, step: usize) {
    // SAFETY: by contract; the pairs' second numbers exist but for an odd last one.
    unsafe {
        match unit {
            Unit::F32 | Unit::Rounded => across(unit, to, from, None, count, step),
            Unit::Pair if step == 1 => {
                let halves = to.cast::<u16>();
                match from.element {
                    Element::Bf16 => from.pointer.cast::<u16>().copy_to_nonoverlapping(halves, count),
                    _ => {
                        for i in 0..count {
                            halves.add(i).write((round_bits(bits_f32(from.pointer, i)) >> 16) as u16);
                        }
                    }
                }
                if count % 2 == 1 {
                    halves.add(count).write(0);
                }
            }
            Unit::Pair => {
                across(unit, to, from, Some(from.at(step)), count / 2, 2 * step);
                if count % 2 == 1 {
                    across(unit, to.add(count / 2), from.at((count - 1) * step), None, 1, 1);
                }
            }
        }
    }
}

/// Numbers of two lines of the reduction as consecutive units; a missing second line counts as zero. Units of one number
/// take the first line only.
///
/// # Safety
/// `low` and `high` are valid for `count` numbers `step` elements apart, `to` for `count` units.
#[inline(always)]
pub(crate) unsafe fn across(unit: Unit, to: *mut u32, low: Source, high: Option<Source>, count: usize, step: usize) {
    // The contiguous case is spelled out for the vectoriser.
    // SAFETY: by contract.
    unsafe {
        match (low.element, step) {
            (Element::Bf16, 1) => across_of::<true>(unit, to, low, high, count, bits_bf16),
            (Element::Bf16, _) => across_of::<true>(unit, to, low, high, count, |p, i| bits_bf16(p, i * step)),
            (_, 1) => across_of::<false>(unit, to, low, high, count, bits_f32),
            (_, _) => across_of::<false>(unit, to, low, high, count, |p, i| bits_f32(p, i * step)),
        }
    }
}

#[inline(always)]
unsafe fn across_of<const ROUNDED: bool>(
    unit: Unit,
    to: *mut u32,
    low: Source,
    high: Option<Source>,
    count: usize,
    bits: impl Fn(*const u8, usize) -> u32,
) {
    // What is stored as bf16 is rounded already.
    let round = |bits: u32| if ROUNDED { bits } else { round_bits(bits) };
    let first = low.pointer;
    // SAFETY: by `across`'s contract.
    unsafe {
        match (unit, high) {
            (Unit::F32, _) => (0..count).for_each(|i| to.add(i).write(bits(first, i))),
            (Unit::Rounded, _) => (0..count).for_each(|i| to.add(i).write(round(bits(first, i)))),
            (Unit::Pair, None) => (0..count).for_each(|i| to.add(i).write(round(bits(first, i)) >> 16)),
            (Unit::Pair, Some(high)) => {
                let second = high.pointer;
                for i in 0..count {
                    to.add(i).write((round(bits(first, i)) >> 16) | round(bits(second, i)));
                }
            }
        }
    }
}

/// The bits of element `i` of an f32 operand.
#[inline(always)]
fn bits_f32(pointer: *const u8, i: usize) -> u32 {
    // SAFETY: only called within the packing functions, on elements their contracts name.
    unsafe { pointer.cast::<u32>().add(i).read_unaligned() }
}

/// Element `i` of a bf16 operand as f32 bits.
#[inline(always)]
fn bits_bf16(pointer: *const u8, i: usize) -> u32 {
    // SAFETY: as `bits_f32`.
    u32::from(unsafe { pointer.cast::<u16>().add(i).read_unaligned() }) << 16
}
