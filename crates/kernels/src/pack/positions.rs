//! Packing of an operand's positions by channels: of depthwise filters, and of the images that a weight
//! gradient sums over.

use super::units::{bits_bf16, bits_f32, pack_across_k_with};
use crate::element::Element;
use crate::isa::{Isa, WithSimd};
use crate::simd::Simd;
use crate::unit::{ElementPtr, Unit};

/// Packs `positions x width` numbers as `[positions][padded_width]` units, with zeros in the padding. Units
/// of two numbers take the second from the same place of `second`, or zero if there is none.
pub(crate) struct PackPositions {
    pub unit: Unit,
    pub to: *mut u32,
    pub padded_width: usize,
    pub from: ElementPtr,
    pub second: Option<ElementPtr>,
    pub positions: usize,
    /// Elements from one position to the next, backwards if negative.
    pub position_step: isize,
    pub width: usize,
    pub width_step: usize,
}

impl PackPositions {
    /// # Safety
    /// `from` and `second` are valid for all numbers, `to` for all units.
    pub(crate) unsafe fn run(self, isa: Isa) {
        isa.dispatch(self);
    }
}

impl WithSimd for PackPositions {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // Each combination is a loop of its own, so that it is vectorized; positions without gaps are one
        // position.
        let dense =
            self.width_step == 1 && self.padded_width == self.width && self.position_step == self.width as isize;
        let count = self.positions * self.width;
        let this = if dense { PackPositions { positions: 1, width: count, padded_width: count, ..self } } else { self };
        let step = this.width_step;
        match (this.from.element, step) {
            (Element::Bf16, 1) => this.each_position::<true>(bits_bf16),
            (Element::Bf16, _) => this.each_position::<true>(|p, i| bits_bf16(p, i * step)),
            (_, 1) => this.each_position::<false>(bits_f32),
            (_, _) => this.each_position::<false>(|p, i| bits_f32(p, i * step)),
        }
    }
}

impl PackPositions {
    #[inline(always)]
    fn each_position<const IS_BF16: bool>(&self, bits: impl Fn(*const u8, usize) -> u32 + Copy) {
        for position in 0..self.positions {
            // SAFETY: by the contract of `PackPositions::run`.
            unsafe {
                let to = self.to.add(position * self.padded_width);
                let step = position as isize * self.position_step;
                let from = self.from.offset(step);
                let second = self.second.map(|second| second.offset(step));
                pack_across_k_with::<IS_BF16>(self.unit, to, from, second, self.width, bits);
                for padding in self.width..self.padded_width {
                    to.add(padding).write(0);
                }
            }
        }
    }
}
