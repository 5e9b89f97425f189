//! Packing of right operands, and of left operands whose rows are adjacent: one row of units for each step of
//! the reduction.

use super::transpose::transpose_part;
use super::units::{pack_across_k, pack_along_k};
use crate::isa::{Isa, WithSimd};
use crate::micro::panel::{ColumnPanel, MAX_PANEL_VECTORS, column_panels};
use crate::prefetch::LINE_BYTES;
use crate::simd::Simd;
use crate::simd::transpose::EDGE;
use crate::unit::{ElementPtr, Unit};
use std::ops::Range;

/// Lines of an operand between the one that is packed and the one that is prefetched. The lines are apart
/// from one another, so the hardware prefetcher does not foresee them.
const PREFETCH_LINES_AHEAD: usize = 16;

/// Lines of numbers with a stride from one to the next, both in elements.
struct Lines {
    from: ElementPtr,
    count: usize,
    step: usize,
    len: usize,
}

impl Lines {
    /// Prefetches the lines that are packed [`PREFETCH_LINES_AHEAD`] after some lines.
    #[inline(always)]
    fn prefetch_after<S: Simd>(&self, lines: Range<usize>) {
        for line in lines.start + PREFETCH_LINES_AHEAD..(lines.end + PREFETCH_LINES_AHEAD).min(self.count) {
            let from = self.from.at(line * self.step);
            for at in (0..self.len * from.element.bytes()).step_by(LINE_BYTES) {
                S::prefetch_l2(from.pointer.wrapping_add(at));
            }
        }
    }
}

/// Packs `depth x width` numbers as `[depth / unit][pitch]` units, with zeros where the last unit has no
/// second number and in the columns from `width` to `padded_width`.
pub(crate) struct PackColumns {
    pub unit: Unit,
    pub to: *mut u32,
    /// Units from one row of units to the next.
    pub pitch: usize,
    pub padded_width: usize,
    pub from: ElementPtr,
    pub depth: usize,
    /// Elements from one number of the reduction to the next.
    pub depth_step: usize,
    pub width: usize,
    pub width_step: usize,
}

impl PackColumns {
    /// # Safety
    /// `from` is valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackColumns {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: by the contract of `PackColumns::run`; rows, second numbers and padding stay within what it
        // names.
        unsafe {
            if self.depth_step == 1 && self.width_step != 1 && self.width > 1 {
                return self.transpose::<S>();
            }
            let lines = Lines { from: self.from, count: self.depth, step: self.depth_step, len: self.width };
            for row in 0..self.depth.div_ceil(self.unit.len()) {
                let k = row * self.unit.len();
                if self.width_step == 1 && self.depth > PREFETCH_LINES_AHEAD {
                    lines.prefetch_after::<S>(k..k + self.unit.len());
                }
                let low = self.from.at(k * self.depth_step);
                let high = (k + 1 < self.depth).then(|| self.from.at((k + 1) * self.depth_step));
                let to = self.to.add(row * self.pitch);
                pack_across_k(self.unit, to, low, high, self.width, self.width_step);
                to.add(self.width).write_bytes(0, self.padded_width - self.width);
            }
        }
    }
}

impl PackColumns {
    /// The case that the reduction is the contiguous index: squares are read along it, then transposed.
    #[inline(always)]
    unsafe fn transpose<S: Simd>(&self) {
        let rows = self.depth.div_ceil(self.unit.len());
        // SAFETY: as `run`; `units` is a square of whole lines.
        unsafe {
            for row in (0..rows).step_by(EDGE) {
                let block_rows = EDGE.min(rows - row);
                let numbers = (block_rows * self.unit.len()).min(self.depth - row * self.unit.len());
                for column in (0..self.width).step_by(EDGE) {
                    let block_columns = EDGE.min(self.width - column);
                    let mut units = [[0u32; EDGE]; EDGE];
                    for (i, line) in units[..block_columns].iter_mut().enumerate() {
                        let from = self.from.at((column + i) * self.width_step + row * self.unit.len());
                        // The line that the next square begins with here.
                        S::prefetch_l2(from.pointer.wrapping_add(LINE_BYTES));
                        pack_along_k(self.unit, line.as_mut_ptr(), from, numbers, 1);
                    }
                    let to = self.to.add(row * self.pitch + column);
                    if block_rows == EDGE && block_columns == EDGE {
                        S::transpose(&units, to, self.pitch);
                    } else {
                        transpose_part::<S>(&units, block_columns, block_rows, to, self.pitch);
                    }
                }
            }
            for row in 0..rows {
                self.to.add(row * self.pitch + self.width).write_bytes(0, self.padded_width - self.width);
            }
        }
    }
}

/// Packs the right operand for the panel micro-kernel: `depth x columns` numbers as
/// `[panel][unit of depth][panel's columns]` units, or some of the units of depth in there.
pub(crate) struct PackPanels {
    pub unit: Unit,
    pub to: *mut u32,
    /// Units of depth that every panel has room for.
    pub panel_depth: usize,
    /// The unit of depth to begin with.
    pub first: usize,
    pub lanes: usize,
    pub from: ElementPtr,
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
    fn part(&self, panel: ColumnPanel, k: usize, depth: usize) -> PackColumns {
        let row = self.first + k / self.unit.len();
        PackColumns {
            unit: self.unit,
            to: self.to.wrapping_add(panel.first * self.panel_depth + row * panel.width),
            pitch: panel.width,
            padded_width: panel.width,
            from: self.from.at(k * self.depth_step + panel.first * self.column_step),
            depth,
            depth_step: self.depth_step,
            width: panel.columns,
            width_step: self.column_step,
        }
    }
}

impl PackPanels {
    /// Copies a row of units of `panels` whole panels from numbers that are adjacent and stored as units. It
    /// goes by arrays of [`EDGE`] units, so that the compiler knows that reads and writes do not overlap.
    ///
    /// # Safety
    /// As [`PackPanels::run`]; the width of a panel is a multiple of [`EDGE`].
    #[inline(always)]
    unsafe fn copy_line(&self, k: usize, panels: usize) {
        let width = MAX_PANEL_VECTORS * self.lanes;
        let to = self.to.wrapping_add((self.first + k / self.unit.len()) * width);
        let from = self.from.at(k * self.depth_step);
        for column in (0..panels * width).step_by(EDGE) {
            let to: *mut [u32; EDGE] =
                to.wrapping_add(column / width * self.panel_depth * width + column % width).cast();
            let from = from.at(column);
            // SAFETY: by contract.
            unsafe {
                let units = match self.unit {
                    Unit::Vnni2 => {
                        let low: [u16; EDGE] = from.pointer.cast::<[u16; EDGE]>().read_unaligned();
                        let high: [u16; EDGE] = from.at(self.depth_step).pointer.cast::<[u16; EDGE]>().read_unaligned();
                        std::array::from_fn(|i| u32::from(low[i]) | u32::from(high[i]) << 16)
                    }
                    _ => from.pointer.cast::<[u32; EDGE]>().read_unaligned(),
                };
                to.write_unaligned(units);
            }
        }
    }
}

impl WithSimd for PackPanels {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        if self.column_step == 1 {
            // Line by line through all panels, so that memory is read in its order.
            let lines = Lines { from: self.from, count: self.depth, step: self.depth_step, len: self.columns };
            // Whole panels of numbers that are stored as units are copied.
            let width = MAX_PANEL_VECTORS * self.lanes;
            let is_copy = self.unit.is_stored_as(self.from.element) && width.is_multiple_of(EDGE);
            let whole = if is_copy { self.columns / width } else { 0 };
            for k in (0..self.depth).step_by(self.unit.len()) {
                lines.prefetch_after::<S>(k..k + self.unit.len());
                let depth = self.unit.len().min(self.depth - k);
                let done = if depth == self.unit.len() { whole } else { 0 };
                // SAFETY: by the contract of `PackPanels::run`.
                unsafe { self.copy_line(k, done) };
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
