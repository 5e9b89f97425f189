//! Units: the 32-bit words that the micro-kernels multiply, and pointers to the operands that they are packed
//! from.

use crate::element::{Element, MathMode};
use crate::isa::Isa;

/// The content of a 32-bit unit of a packed operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// An f32.
    F32,
    /// An f32 rounded to bf16, for bf16 multiplication where no instruction does it.
    F32AsBf16,
    /// Two consecutive numbers of the reduction as bf16, the first in the low half (the VNNI layout).
    Vnni2,
}

impl Unit {
    /// The unit that implements a math mode on an instruction set.
    pub(crate) fn of(math_mode: MathMode, isa: Isa) -> Unit {
        match math_mode {
            MathMode::Bf16 if isa.has_bf16_dot() => Unit::Vnni2,
            _ => Unit::of_single(math_mode),
        }
    }

    /// The unit of one number that implements a math mode on any instruction set.
    pub(crate) fn of_single(math_mode: MathMode) -> Unit {
        match math_mode {
            MathMode::F32 => Unit::F32,
            MathMode::Bf16 => Unit::F32AsBf16,
        }
    }

    /// Numbers in a unit.
    pub(crate) fn len(self) -> usize {
        if self == Unit::Vnni2 { 2 } else { 1 }
    }

    /// Returns true if memory of this type already consists of such units.
    pub(crate) fn is_stored_as(self, element: Element) -> bool {
        matches!((self, element), (Unit::F32, Element::F32) | (Unit::Vnni2, Element::Bf16))
    }

    /// Returns true if tile registers multiply such units on this instruction set.
    pub(crate) fn uses_tiles(self, isa: Isa) -> bool {
        self == Unit::Vnni2 && isa.has_amx()
    }
}

/// A pointer to an element of an operand that is stored as f32 or bf16.
#[derive(Clone, Copy)]
pub(crate) struct ElementPtr {
    pub pointer: *const u8,
    pub element: Element,
}

impl ElementPtr {
    /// The element that is `elements` further on.
    #[inline(always)]
    pub(crate) fn at(self, elements: usize) -> ElementPtr {
        ElementPtr { pointer: self.pointer.wrapping_add(elements * self.element.bytes()), ..self }
    }

    /// The element that is `elements` further on, or back if negative.
    #[inline(always)]
    pub(crate) fn offset(self, elements: isize) -> ElementPtr {
        ElementPtr { pointer: self.pointer.wrapping_offset(elements * self.element.bytes() as isize), ..self }
    }
}
