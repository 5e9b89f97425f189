//! Transposing while packing: numbers that lie across the reduction become rows of units.

use super::isa::{Isa, WithSimd};
use super::pack::{Source, Unit, across};
use super::simd::Simd;

/// Lines and columns of a block that is transposed at a time.
pub(crate) const BLOCK: usize = 16;
/// Columns that are better read one by one.
const FEW: usize = 8;

/// Packs `lines x width` units as `[width][pitch]` of them, the lines in order; a unit of two numbers takes them from the
/// same place of `low`'s and `high`'s lines.
pub(crate) struct PackTurned {
    pub unit: Unit,
    pub to: *mut u32,
    /// Units from one row to the next.
    pub pitch: usize,
    pub low: Source,
    /// None counts as zeros.
    pub high: Option<Source>,
    pub lines: usize,
    /// Elements from one line to the next, backwards if negative.
    pub line_step: isize,
    pub width: usize,
    pub width_step: usize,
}

impl PackTurned {
    /// # Safety
    /// `low` and `high` are valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackTurned {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        if self.width < FEW && self.line_step > 0 {
            for column in 0..self.width {
                let skip = column * self.width_step;
                let (low, high) = (self.low.at(skip), self.high.map(|high| high.at(skip)));
                // SAFETY: by the contract of `PackTurned::run`.
                unsafe {
                    let to = self.to.add(column * self.pitch);
                    across(self.unit, to, low, high, self.lines, self.line_step.unsigned_abs());
                }
            }
            return;
        }
        for line in (0..self.lines).step_by(BLOCK) {
            let lines = BLOCK.min(self.lines - line);
            for column in (0..self.width).step_by(BLOCK) {
                let columns = BLOCK.min(self.width - column);
                let mut units = [[0u32; BLOCK]; BLOCK];
                for (i, units) in units[..lines].iter_mut().enumerate() {
                    let skip = (line + i) as isize * self.line_step + (column * self.width_step) as isize;
                    let (low, high) = (self.low.moved(skip), self.high.map(|high| high.moved(skip)));
                    // SAFETY: by the contract of `PackTurned::run`.
                    unsafe { across(self.unit, units.as_mut_ptr(), low, high, columns, self.width_step) };
                }
                // SAFETY: as above.
                unsafe {
                    let to = self.to.add(column * self.pitch + line);
                    if lines == BLOCK && columns == BLOCK {
                        S::turn(&units, to, self.pitch);
                    } else {
                        turn_part::<S>(&units, lines, columns, to, self.pitch);
                    }
                }
            }
        }
    }
}

/// A square of units that is transposed.
pub(crate) type Square = [[u32; BLOCK]; BLOCK];

/// Writes a block transposed, four by four: the compiler makes vector shuffles of that.
///
/// # Safety
/// `to` is valid for a block of lines `pitch` apart.
#[inline(always)]
pub(crate) unsafe fn turn(units: &Square, to: *mut u32, pitch: usize) {
    for row in (0..BLOCK).step_by(4) {
        for column in (0..BLOCK).step_by(4) {
            for i in 0..4 {
                let line: [u32; 4] = [
                    units[column][row + i],
                    units[column + 1][row + i],
                    units[column + 2][row + i],
                    units[column + 3][row + i],
                ];
                // SAFETY: by contract.
                unsafe { to.add((row + i) * pitch + column).cast::<[u32; 4]>().write_unaligned(line) }
            }
        }
    }
}

/// Writes the first `rows` columns of the first `lines` lines transposed.
///
/// # Safety
/// `to` is valid for them, `pitch` apart; the machine has `S`.
#[inline(always)]
pub(crate) unsafe fn turn_part<S: Simd>(units: &Square, lines: usize, rows: usize, to: *mut u32, pitch: usize) {
    let mut turned: Square = [[0; BLOCK]; BLOCK];
    // SAFETY: a square has as many lines; the rest by contract.
    unsafe {
        S::turn(units, turned.as_mut_ptr().cast(), BLOCK);
        for (j, row) in turned[..rows].iter().enumerate() {
            to.add(j * pitch).copy_from_nonoverlapping(row.as_ptr(), lines);
        }
    }
}
