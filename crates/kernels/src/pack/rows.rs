//! Packing of left operands as rows of units, with the reduction along the rows.

use super::units::pack_along_k;
use crate::isa::{Isa, WithSimd};
use crate::simd::Simd;
use crate::unit::{ElementPtr, Unit};

/// Packs `rows x depth` numbers as `[rows][pitch]` units.
pub(crate) struct PackRows {
    pub unit: Unit,
    pub to: *mut u32,
    pub pitch: usize,
    pub from: ElementPtr,
    pub rows: usize,
    pub row_step: usize,
    pub depth: usize,
    pub depth_step: usize,
}

impl PackRows {
    /// # Safety
    /// `from` is valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackRows {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        for row in 0..self.rows {
            // SAFETY: by the contract of `PackRows::run`.
            unsafe {
                let (to, from) = (self.to.add(row * self.pitch), self.from.at(row * self.row_step));
                pack_along_k(self.unit, to, from, self.depth, self.depth_step);
            }
        }
    }
}
