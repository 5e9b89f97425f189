//! Words: the numbers of 32 or 64 bits that operands are packed as.

use crate::element::{Element, WriteMode};
use crate::reference::to_i64;

/// The operand that a word is packed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// A packed word: one term of a sum, or several consecutive ones.
pub(super) trait Word: bytemuck::Pod {
    /// A term as it is packed.
    type Term: bytemuck::Pod;
    /// The terms of a word.
    const TERMS: usize;
    /// The term of an element in memory.
    fn term(side: Side, element: Element, bytes: &[u8]) -> Self::Term;
    /// The word of [`TERMS`](Word::TERMS) terms; those behind are zero.
    fn of(terms: [Self::Term; MAX_TERMS]) -> Self;

    /// What a number of the right operand is more than the one it is packed as.
    #[inline(always)]
    fn right_offset(_: Element) -> i32 {
        0
    }

    /// The sum of the terms of packed words of the left operand; only if there is an
    /// [offset](Word::right_offset).
    #[inline(always)]
    fn sum_of_terms(_: &[u8]) -> i32 {
        0
    }
}

/// Most terms of a word.
pub(super) const MAX_TERMS: usize = 4;

/// A sum of products, which is written to the result.
pub(super) trait Sum: bytemuck::Pod {
    const ZERO: Self;
    /// The sum with these low bits.
    fn of_i32(value: i32) -> Self;
    /// Writes an element, or adds it to the one in memory.
    fn write(self, element: Element, bytes: &mut [u8], write: WriteMode);
    fn add(self, other: Self) -> Self;
}

macro_rules! integer_word {
    ($type:ty) => {
        impl Word for $type {
            type Term = Self;
            const TERMS: usize = 1;
            #[inline(always)]
            fn term(_: Side, element: Element, bytes: &[u8]) -> Self {
                to_i64(element, bytes) as $type
            }
            #[inline(always)]
            fn of(terms: [Self; MAX_TERMS]) -> Self {
                terms[0]
            }
        }

        impl Sum for $type {
            const ZERO: Self = 0;
            #[inline(always)]
            fn of_i32(value: i32) -> Self {
                value.into()
            }
            #[inline(always)]
            fn write(self, element: Element, to: &mut [u8], write: WriteMode) {
                let before = if write == WriteMode::Accumulate { to_i64(element, to) } else { 0 };
                // A wrapped sum is the low bits of the value.
                let sum = before.wrapping_add(i64::from(self));
                match to.len() {
                    1 => to.copy_from_slice(&(sum as i8).to_ne_bytes()),
                    2 => to.copy_from_slice(&(sum as i16).to_ne_bytes()),
                    4 => to.copy_from_slice(&(sum as i32).to_ne_bytes()),
                    _ => to.copy_from_slice(&sum.to_ne_bytes()),
                }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    };
}

integer_word!(i32);
integer_word!(i64);

impl Word for f64 {
    type Term = Self;
    const TERMS: usize = 1;
    #[inline(always)]
    fn term(_: Side, _: Element, bytes: &[u8]) -> Self {
        bytemuck::pod_read_unaligned(bytes)
    }
    #[inline(always)]
    fn of(terms: [Self; MAX_TERMS]) -> Self {
        terms[0]
    }
}

impl Sum for f64 {
    const ZERO: Self = 0.0;
    #[inline(always)]
    fn of_i32(value: i32) -> Self {
        value.into()
    }
    #[inline(always)]
    fn write(self, _: Element, to: &mut [u8], write: WriteMode) {
        let before = if write == WriteMode::Accumulate { bytemuck::pod_read_unaligned(to) } else { 0.0 };
        to.copy_from_slice(&(before + self).to_ne_bytes());
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self + other
    }
}

/// Two integers of up to 16 bits, the first in the low half.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(super) struct Pair(pub(super) u32);

impl Word for Pair {
    type Term = i16;
    const TERMS: usize = 2;
    #[inline(always)]
    fn term(_: Side, element: Element, bytes: &[u8]) -> i16 {
        to_i64(element, bytes) as i16
    }
    #[inline(always)]
    fn of(terms: [i16; MAX_TERMS]) -> Self {
        Pair(u32::from(terms[0].cast_unsigned()) | u32::from(terms[1].cast_unsigned()) << 16)
    }
}

/// Four bytes, the first in the lowest: unsigned on one side of a product, signed on the other.
///
/// A byte of the left operand is packed as it is. One of the right operand is packed as the other kind if it
/// has the same kind as the left one: then the top bit is flipped, which moves the number by 128.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(super) struct Quad<const LEFT_IS_SIGNED: bool>(pub(super) u32);

impl<const LEFT_IS_SIGNED: bool> Word for Quad<LEFT_IS_SIGNED> {
    type Term = u8;
    const TERMS: usize = 4;
    #[inline(always)]
    fn term(side: Side, element: Element, bytes: &[u8]) -> u8 {
        let is_signed = element == Element::I8;
        let flips = side == Side::Right && is_signed == LEFT_IS_SIGNED;
        bytes[0] ^ if flips { 0x80 } else { 0 }
    }
    #[inline(always)]
    fn of(terms: [u8; MAX_TERMS]) -> Self {
        let [a, b, c, d] = terms.map(u32::from);
        Quad(a | b << 8 | c << 16 | d << 24)
    }
    #[inline(always)]
    fn right_offset(element: Element) -> i32 {
        match (LEFT_IS_SIGNED, element) {
            (true, Element::I8) => -128,
            (false, Element::U8) => 128,
            _ => 0,
        }
    }
    #[inline(always)]
    fn sum_of_terms(words: &[u8]) -> i32 {
        let value = |x: u8| if LEFT_IS_SIGNED { i32::from(x.cast_signed()) } else { i32::from(x) };
        words.iter().fold(0, |sum: i32, x| sum.wrapping_add(value(*x)))
    }
}
