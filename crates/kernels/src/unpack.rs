//! Storing gathered f32 sums as a result of any type and strides.

use super::element::{Element, WriteMode};
use super::isa::{Isa, WithSimd};
use super::panel::store_one;
use super::simd::Simd;

/// Stores (or adds) `rows x columns` sums.
pub(crate) struct Unpack {
    pub from: *const f32,
    /// Sums from one row to the next.
    pub pitch: usize,
    pub out: *mut u8,
    /// [`Element::F32`] or [`Element::Bf16`].
    pub element: Element,
    pub rows: usize,
    pub row_step: usize,
    pub columns: usize,
    pub column_step: usize,
    pub write: WriteMode,
}

impl Unpack {
    /// # Safety
    /// `from` is valid for all sums, `out` for all elements.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for Unpack {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // Each combination is its own loop, so that it is vectorised.
        match (self.element, self.write) {
            (Element::Bf16, WriteMode::Overwrite) => self.store(Element::Bf16, WriteMode::Overwrite),
            (Element::Bf16, WriteMode::Accumulate) => self.store(Element::Bf16, WriteMode::Accumulate),
            (_, WriteMode::Overwrite) => self.store(Element::F32, WriteMode::Overwrite),
            (_, WriteMode::Accumulate) => self.store(Element::F32, WriteMode::Accumulate),
        }
    }
}

impl Unpack {
    #[inline(always)]
    fn store(&self, element: Element, write: WriteMode) {
        let one = |row: usize, column: usize, column_step: usize| {
            // SAFETY: by the contract of `Unpack::run`.
            unsafe {
                let sum = self.from.add(row * self.pitch + column).read();
                store_one(self.out, row * self.row_step + column * column_step, element, write, sum);
            }
        };
        if self.column_step == 1 {
            for row in 0..self.rows {
                (0..self.columns).for_each(|column| one(row, column, 1));
            }
        } else {
            // Columns outermost: a transposed result is written in order.
            for column in 0..self.columns {
                (0..self.rows).for_each(|row| one(row, column, self.column_step));
            }
        }
    }
}
