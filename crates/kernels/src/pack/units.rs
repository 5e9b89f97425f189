//! Lines of numbers as units: the innermost loops of packing.

use crate::bf16::{narrow, round_bits, widen};
use crate::element::Element;
use crate::unit::{ElementPtr, Unit};

/// Packs `count` consecutive numbers of the reduction, `step` elements apart, as consecutive units; an odd
/// last number is paired with zero.
///
/// # Safety
/// `from` is valid for the numbers, `to` for the units.
#[inline(always)]
pub(crate) unsafe fn pack_along_k(unit: Unit, to: *mut u32, from: ElementPtr, count: usize, step: usize) {
    // SAFETY: by contract; the pairs' second numbers exist but for an odd last one.
    unsafe {
        match unit {
            Unit::F32 | Unit::F32AsBf16 => pack_across_k(unit, to, from, None, count, step),
            Unit::Vnni2 if step == 1 => {
                let halves = to.cast::<u16>();
                match from.element {
                    Element::Bf16 => from.pointer.cast::<u16>().copy_to_nonoverlapping(halves, count),
                    _ => {
                        for i in 0..count {
                            halves.add(i).write(narrow(bits_f32(from.pointer, i)));
                        }
                    }
                }
                if count % 2 == 1 {
                    halves.add(count).write(0);
                }
            }
            Unit::Vnni2 => {
                pack_across_k(unit, to, from, Some(from.at(step)), count / 2, 2 * step);
                if count % 2 == 1 {
                    pack_across_k(unit, to.add(count / 2), from.at((count - 1) * step), None, 1, 1);
                }
            }
        }
    }
}

/// Packs numbers of two consecutive steps of the reduction as consecutive units; a missing second step counts
/// as zero. Units of one number take the first step only.
///
/// # Safety
/// `low` and `high` are valid for `count` numbers `step` elements apart, `to` for `count` units.
#[inline(always)]
pub(crate) unsafe fn pack_across_k(
    unit: Unit,
    to: *mut u32,
    low: ElementPtr,
    high: Option<ElementPtr>,
    count: usize,
    step: usize,
) {
    // The contiguous case is a loop of its own, for the vectorizer.
    // SAFETY: by contract.
    unsafe {
        match (low.element, step) {
            (Element::Bf16, 1) => pack_across_k_with::<true>(unit, to, low, high, count, bits_bf16),
            (Element::Bf16, _) => pack_across_k_with::<true>(unit, to, low, high, count, |p, i| bits_bf16(p, i * step)),
            (_, 1) => pack_across_k_with::<false>(unit, to, low, high, count, bits_f32),
            (_, _) => pack_across_k_with::<false>(unit, to, low, high, count, |p, i| bits_f32(p, i * step)),
        }
    }
}

/// As [`pack_across_k`], with a function for the bits of a number as f32.
///
/// # Safety
/// As there.
#[inline(always)]
pub(super) unsafe fn pack_across_k_with<const IS_BF16: bool>(
    unit: Unit,
    to: *mut u32,
    low: ElementPtr,
    high: Option<ElementPtr>,
    count: usize,
    bits: impl Fn(*const u8, usize) -> u32,
) {
    // Numbers that are stored as bf16 are rounded already.
    let round = |bits: u32| if IS_BF16 { bits } else { round_bits(bits) };
    let first = low.pointer;
    // SAFETY: by contract.
    unsafe {
        match (unit, high) {
            (Unit::F32, _) => (0..count).for_each(|i| to.add(i).write(bits(first, i))),
            (Unit::F32AsBf16, _) => (0..count).for_each(|i| to.add(i).write(round(bits(first, i)))),
            (Unit::Vnni2, None) => (0..count).for_each(|i| to.add(i).write(round(bits(first, i)) >> 16)),
            (Unit::Vnni2, Some(high)) => {
                let second = high.pointer;
                for i in 0..count {
                    to.add(i).write((round(bits(first, i)) >> 16) | round(bits(second, i)));
                }
            }
        }
    }
}

/// The bits of element `i` of an f32 operand.
#[inline(always)]
pub(super) fn bits_f32(pointer: *const u8, i: usize) -> u32 {
    // SAFETY: only called within the packing functions, on elements their contracts name.
    unsafe { pointer.cast::<u32>().add(i).read_unaligned() }
}

/// Element `i` of a bf16 operand as f32 bits.
#[inline(always)]
pub(super) fn bits_bf16(pointer: *const u8, i: usize) -> u32 {
    // SAFETY: as `bits_f32`.
    widen(unsafe { pointer.cast::<u16>().add(i).read_unaligned() })
}
