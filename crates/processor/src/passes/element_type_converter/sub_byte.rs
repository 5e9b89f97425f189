//! Integers of fewer than 8 bits, in bytes.

use stablehlo::ops::{Binary, Unary};
use stablehlo::{ElementType, OpKind};

use crate::ir::ValueId;
use crate::passes::emitter::Emitter;

/// The low bits of an integer, extended to a byte with the sign or with zeros.
pub(super) fn wrap(e: &mut Emitter, x: ValueId, element: ElementType) -> ValueId {
    if element.is_signed() {
        sign_extended(e, x, element)
    } else {
        let mask = e.full_like(x, ((1u32 << element.bits()) - 1).into());
        e.and(x, mask)
    }
}

/// The low bits of an integer, extended to a byte with the highest of them.
fn sign_extended(e: &mut Emitter, x: ValueId, element: ElementType) -> ValueId {
    let unused = e.full_like(x, 8.0 - element.bits() as f64);
    let shifted = e.binary(Binary::ShiftLeft, x, unused);
    e.binary(Binary::ShiftRightArithmetic, shifted, unused)
}

/// A byte that a float was converted to, clamped to the numbers of an integer type: floats that are too large
/// become the nearest number of any integer type.
pub(super) fn saturate(e: &mut Emitter, x: ValueId, (low, high): (i8, i8)) -> ValueId {
    let (low, high) = (e.full_like(x, low.into()), e.full_like(x, high.into()));
    let x = e.binary(Binary::Maximum, x, low);
    e.binary(Binary::Minimum, x, high)
}

/// The first operand of an operation that reads all bits of a byte, so that it reads as many as the integer
/// has; for other operations the operand itself.
pub(super) fn bits_alone(e: &mut Emitter, x: ValueId, kind: &OpKind, element: ElementType) -> ValueId {
    match kind {
        OpKind::Binary(Binary::ShiftRightLogical) | OpKind::Unary(Unary::PopulationCount) => {
            let mask = e.full_like(x, ((1u32 << element.bits()) - 1).into());
            e.and(x, mask)
        }
        // It fills with the highest bit, of unsigned integers, too.
        OpKind::Binary(Binary::ShiftRightArithmetic) => sign_extended(e, x, element),
        OpKind::Unary(Unary::CountLeadingZeros) => {
            let unused = 8 - element.bits();
            let by = e.full_like(x, unused as f64);
            // The bits after the number's end the count.
            let (shifted, end) = (e.binary(Binary::ShiftLeft, x, by), e.full_like(x, ((1u32 << unused) - 1).into()));
            e.or(shifted, end)
        }
        _ => x,
    }
}
