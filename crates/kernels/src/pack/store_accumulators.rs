//! Accumulators in scratch memory written to a result of any type and strides.

use crate::element::{Element, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::micro::output::store_scalar;
use crate::simd::Simd;

/// Stores, or adds, `rows x columns` f32 accumulators.
pub(crate) struct StoreAccumulators {
    pub from: *const f32,
    /// Accumulators from one row to the next.
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

impl StoreAccumulators {
    /// # Safety
    /// `from` is valid for all accumulators, `out` for all elements.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for StoreAccumulators {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // Each combination is a loop of its own, so that it is vectorized.
        match (self.element, self.write) {
            (Element::Bf16, WriteMode::Overwrite) => self.store_as(Element::Bf16, WriteMode::Overwrite),
            (Element::Bf16, WriteMode::Accumulate) => self.store_as(Element::Bf16, WriteMode::Accumulate),
            (_, WriteMode::Overwrite) => self.store_as(Element::F32, WriteMode::Overwrite),
            (_, WriteMode::Accumulate) => self.store_as(Element::F32, WriteMode::Accumulate),
        }
    }
}

impl StoreAccumulators {
    #[inline(always)]
    fn store_as(&self, element: Element, write: WriteMode) {
        let store = |row: usize, column: usize, column_step: usize| {
            // SAFETY: by the contract of `StoreAccumulators::run`.
            unsafe {
                let sum = self.from.add(row * self.pitch + column).read();
                store_scalar(self.out, row * self.row_step + column * column_step, element, write, sum);
            }
        };
        if self.column_step == 1 {
            for row in 0..self.rows {
                (0..self.columns).for_each(|column| store(row, column, 1));
            }
        } else {
            // Columns outermost, so that a transposed result is written in order.
            for column in 0..self.columns {
                (0..self.rows).for_each(|row| store(row, column, self.column_step));
            }
        }
    }
}
