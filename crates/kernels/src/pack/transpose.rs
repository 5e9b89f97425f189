//! Transposition while packing: numbers that are strided along the reduction become rows of units.

use super::units::pack_across_k;
use crate::isa::{Isa, WithSimd};
use crate::simd::Simd;
use crate::simd::transpose::{EDGE, Square};
use crate::unit::{ElementPtr, Unit};

/// Widths below this are better read column by column: most of a square would be empty.
const MIN_TRANSPOSED_WIDTH: usize = 8;

/// Packs `lines x width` units as `[width][pitch]` units, with the lines in order. A unit of two numbers
/// takes them from the same place of a line of `low` and a line of `high`.
pub(crate) struct PackTransposed {
    pub unit: Unit,
    pub to: *mut u32,
    /// Units from one row to the next.
    pub pitch: usize,
    pub low: ElementPtr,
    /// Counts as zeros if there is none.
    pub high: Option<ElementPtr>,
    pub lines: usize,
    /// Elements from one line to the next, backwards if negative.
    pub line_step: isize,
    pub width: usize,
    pub width_step: usize,
}

impl PackTransposed {
    /// # Safety
    /// `low` and `high` are valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackTransposed {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        if self.width < MIN_TRANSPOSED_WIDTH && self.line_step > 0 {
            for column in 0..self.width {
                let skip = column * self.width_step;
                let (low, high) = (self.low.at(skip), self.high.map(|high| high.at(skip)));
                // SAFETY: by the contract of `PackTransposed::run`.
                unsafe {
                    let to = self.to.add(column * self.pitch);
                    pack_across_k(self.unit, to, low, high, self.lines, self.line_step.unsigned_abs());
                }
            }
            return;
        }
        for line in (0..self.lines).step_by(EDGE) {
            let lines = EDGE.min(self.lines - line);
            for column in (0..self.width).step_by(EDGE) {
                let columns = EDGE.min(self.width - column);
                let mut units = [[0u32; EDGE]; EDGE];
                for (i, units) in units[..lines].iter_mut().enumerate() {
                    let skip = (line + i) as isize * self.line_step + (column * self.width_step) as isize;
                    let (low, high) = (self.low.offset(skip), self.high.map(|high| high.offset(skip)));
                    // SAFETY: by the contract of `PackTransposed::run`.
                    unsafe { pack_across_k(self.unit, units.as_mut_ptr(), low, high, columns, self.width_step) };
                }
                // SAFETY: as above.
                unsafe {
                    let to = self.to.add(column * self.pitch + line);
                    if lines == EDGE && columns == EDGE {
                        S::transpose(&units, to, self.pitch);
                    } else {
                        transpose_part::<S>(&units, lines, columns, to, self.pitch);
                    }
                }
            }
        }
    }
}

/// Writes the first `rows` columns of the first `lines` lines transposed.
///
/// # Safety
/// `to` is valid for them, `pitch` apart; the machine has `S`.
#[inline(always)]
pub(crate) unsafe fn transpose_part<S: Simd>(units: &Square, lines: usize, rows: usize, to: *mut u32, pitch: usize) {
    let mut transposed: Square = [[0; EDGE]; EDGE];
    // SAFETY: a square has as many lines; the rest by contract.
    unsafe {
        S::transpose(units, transposed.as_mut_ptr().cast(), EDGE);
        for (j, row) in transposed[..rows].iter().enumerate() {
            to.add(j * pitch).copy_from_nonoverlapping(row.as_ptr(), lines);
        }
    }
}
