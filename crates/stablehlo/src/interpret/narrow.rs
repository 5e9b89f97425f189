//! Values of narrow types: minifloats, and integers of fewer than 8 bits. They are computed in their carrier
//! and rounded after each operation.

use std::rc::Rc;

use super::elementwise::convert;
use super::shared_literal::SharedLiteral;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Binary, OpKind, Unary};
use crate::types::{ElementType, TensorType};

/// The type in which a value is computed.
pub(super) fn carrier_type(ty: &TensorType) -> TensorType {
    ty.with_element(ty.element.carrier())
}

/// A literal of a narrow type in its carrier; any other literal itself.
pub(super) fn decoded(literal: SharedLiteral) -> Result<SharedLiteral> {
    if literal.ty().element.is_narrow() { Ok(Rc::new(literal.in_carrier()?)) } else { Ok(literal) }
}

/// A literal of the carrier of a narrow type in that type, rounded; any other literal itself.
pub(super) fn encoded(literal: SharedLiteral, element: ElementType) -> Result<SharedLiteral> {
    if element.is_narrow() { Ok(Rc::new(Rc::unwrap_or_clone(literal).from_carrier(element)?)) } else { Ok(literal) }
}

/// `convert` to any type, in its carrier. A number that is too large for an integer of fewer than 8 bits
/// becomes the nearest one, as for other integers.
pub(super) fn converted(x: &SharedLiteral, element: ElementType) -> Result<SharedLiteral> {
    let byte = convert(x, element.carrier())?;
    let from = x.ty().element;
    match element.sub_byte_range() {
        Some((low, high)) if from.is_float() || from.is_complex() => {
            let nearest = |byte: &u8| match element.is_signed() {
                true => byte.cast_signed().clamp(low, high).cast_unsigned(),
                false => (*byte).min(high.cast_unsigned()),
            };
            let bytes = byte.bytes().iter().map(nearest).collect();
            Ok(Rc::new(Literal::from_bytes(byte.ty().clone(), bytes)?))
        }
        _ => Ok(byte),
    }
}

/// The first operand of an operation that reads all bits of an integer, so that it reads as many as the
/// narrow type has; any other literal itself.
pub(super) fn bits_alone(x: SharedLiteral, kind: &OpKind, element: ElementType) -> Result<SharedLiteral> {
    if !element.is_sub_byte_integer() {
        return Ok(x);
    }
    let unused = 8 - element.bits();
    let changed = |change: &dyn Fn(u8) -> u8| {
        let bytes = x.bytes().iter().copied().map(change).collect();
        Ok(Rc::new(Literal::from_bytes(x.ty().clone(), bytes)?))
    };
    match kind {
        OpKind::Binary(Binary::ShiftRightLogical) | OpKind::Unary(Unary::PopulationCount) => {
            changed(&|byte| byte << unused >> unused)
        }
        // It fills with the highest bit, of unsigned integers, too.
        OpKind::Binary(Binary::ShiftRightArithmetic) => changed(&|byte| ((byte << unused) as i8 >> unused) as u8),
        // The bits after the number's end the count.
        OpKind::Unary(Unary::CountLeadingZeros) => changed(&|byte| byte << unused | ((1 << unused) - 1)),
        _ => Ok(x),
    }
}

/// A literal of the carrier of a narrow type, rounded to that type; any other literal itself.
pub(super) fn rounded(literal: SharedLiteral, element: ElementType) -> Result<SharedLiteral> {
    if element.is_narrow() { decoded(encoded(literal, element)?) } else { Ok(literal) }
}
