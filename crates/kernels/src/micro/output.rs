//! Storing register tiles to a result of f32 or bf16 elements, with any strides.

use crate::bf16::{narrow, widen};
use crate::element::{Element, WriteMode};
use crate::prefetch::LINE_BYTES;
use crate::simd::{MAX_LANES, Simd};
use std::mem::MaybeUninit;

/// Vectors of columns in the widest panel.
pub(crate) const MAX_PANEL_VECTORS: usize = 2;
/// Columns of the widest panel of the widest vectors.
pub(crate) const MAX_PANEL_WIDTH: usize = MAX_PANEL_VECTORS * MAX_LANES;

/// The place of a panel's result.
#[derive(Clone, Copy)]
pub(crate) struct OutputPanel<'a> {
    /// The element at row offset 0, column 0.
    pub out: *mut u8,
    /// Offset of each row, in elements.
    pub rows: &'a [usize],
    /// Elements from one column to the next.
    pub column_step: usize,
    /// Columns to store, at most the width of the panel.
    pub columns: usize,
    /// [`Element::F32`] or [`Element::Bf16`].
    pub element: Element,
    /// The way in which results are written.
    pub write: WriteMode,
}

#[cfg(target_arch = "x86_64")]
impl OutputPanel<'_> {
    /// Prefetches the lines that `rows` rows from `first` on will be stored to.
    #[inline(always)]
    pub(crate) fn prefetch_stores<S: Simd, const VECTORS: usize>(&self, first: usize, rows: usize) {
        if self.column_step != 1 {
            return;
        }
        let rows = &self.rows[first..self.rows.len().min(first + rows)];
        for row in rows {
            let row = self.out.wrapping_add(row * self.element.bytes());
            for at in (0..VECTORS * S::LANES * self.element.bytes()).step_by(LINE_BYTES) {
                S::prefetch_for_store(row.wrapping_add(at));
            }
        }
    }
}

/// Prefetches the lines that a register tile will be stored to, which are seldom in the cache. It goes line
/// by line while the tile is computed: a burst would delay the loads that are needed now.
pub(crate) struct StorePrefetcher<'a> {
    rows: std::slice::Iter<'a, usize>,
    next_line: *const u8,
    lines_per_row: usize,
    /// Lines of the present row that are still to be prefetched.
    remaining: usize,
}

impl<'a> StorePrefetcher<'a> {
    /// For `valid` rows from `first` on.
    #[inline(always)]
    pub(crate) fn new<S: Simd, const VECTORS: usize>(
        output: &OutputPanel<'a>,
        first: usize,
        valid: usize,
    ) -> StorePrefetcher<'a> {
        // Columns with gaps between them are stored one by one, in another order.
        let valid = if output.column_step == 1 { valid } else { 0 };
        let lines_per_row = (VECTORS * S::LANES * output.element.bytes()).div_ceil(LINE_BYTES);
        let rows = output.rows[first..first + valid].iter();
        StorePrefetcher { rows, next_line: output.out, lines_per_row, remaining: 0 }
    }

    /// Prefetches the next line.
    #[inline(always)]
    pub(crate) fn issue<S: Simd>(&mut self, output: &OutputPanel<'_>) {
        if self.remaining == 0 {
            let Some(row) = self.rows.next() else { return };
            self.next_line = output.out.wrapping_add(row * output.element.bytes());
            self.remaining = self.lines_per_row;
        }
        S::prefetch_for_store(self.next_line);
        self.next_line = self.next_line.wrapping_add(LINE_BYTES);
        self.remaining -= 1;
    }
}

/// Stores a register tile of which the first `valid` rows exist, as rows from `first` on: by vectors if the
/// columns are adjacent and complete, or else element by element.
///
/// # Safety
/// The machine has `S`; the elements of the rows are valid.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // see below
pub(crate) unsafe fn store_tile<S: Simd, const ROWS: usize, const VECTORS: usize>(
    t: &OutputPanel<'_>,
    first: usize,
    valid: usize,
    sums: [[S::V; VECTORS]; ROWS],
) {
    let rows = &t.rows[first..first + valid];
    let whole = t.column_step == 1 && t.columns == VECTORS * S::LANES;
    // The loops run over all rows, whose number the compiler knows: only then do the sums stay in registers.
    // SAFETY: the rows' elements are valid, by contract.
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
            let mut spill = [[MaybeUninit::<f32>::uninit(); MAX_PANEL_WIDTH]; ROWS];
            for i in 0..ROWS {
                for j in 0..VECTORS {
                    S::store(spill[i].as_mut_ptr().add(j * S::LANES).cast(), sums[i][j]);
                }
            }
            scatter(t, rows, spill.as_flattened());
        }
    }
}

/// Stores sums that are in memory, as rows from `first` on.
///
/// # Safety
/// The machine has `S`; the elements of the rows are valid; the first `t.columns` numbers of each line are
/// initialized.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) unsafe fn store_rows<S: Simd, const VECTORS: usize>(
    t: &OutputPanel<'_>,
    first: usize,
    sums: &[[MaybeUninit<f32>; MAX_PANEL_WIDTH]],
) {
    let rows = &t.rows[first..first + sums.len()];
    let whole = t.column_step == 1 && t.columns == VECTORS * S::LANES;
    let (out, out_bf16) = (t.out.cast::<u32>(), t.out.cast::<u16>());
    // No closures around vectors: they would be compiled without the features of the instruction set.
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
/// The elements of the rows are valid; `spill` holds `rows.len()` lines of which the first `t.columns`
/// numbers are initialized.
#[inline(never)]
unsafe fn scatter(t: &OutputPanel<'_>, rows: &[usize], spill: &[MaybeUninit<f32>]) {
    for column in 0..t.columns {
        for (i, &row) in rows.iter().enumerate() {
            // SAFETY: by contract.
            unsafe {
                let sum = spill[i * MAX_PANEL_WIDTH + column].assume_init();
                store_scalar(t.out, row + column * t.column_step, t.element, t.write, sum);
            }
        }
    }
}

/// Stores or adds one number.
///
/// # Safety
/// `out` is valid at element `at`.
#[inline(always)]
pub(crate) unsafe fn store_scalar(out: *mut u8, at: usize, element: Element, write: WriteMode, value: f32) {
    // SAFETY: by contract.
    unsafe {
        if element == Element::Bf16 {
            let out = out.cast::<u16>().add(at);
            let before = if write == WriteMode::Accumulate { f32::from_bits(widen(out.read_unaligned())) } else { 0.0 };
            out.write_unaligned(narrow((before + value).to_bits()));
        } else {
            let out = out.cast::<f32>().add(at);
            let before = if write == WriteMode::Accumulate { out.read_unaligned() } else { 0.0 };
            out.write_unaligned(before + value);
        }
    }
}
