//! Element types by Keras's names, and their promotion.

use stablehlo::ElementType;
use stablehlo::ElementType::{
    Bf16, Complex64, Complex128, F16, F32, F64, I1, I8, I16, I32, I64, Ui8, Ui16, Ui32, Ui64,
};

/// The element type of truth values.
pub(super) const BOOL: ElementType = I1;

/// Keras's names of element types.
const NAMES: [(&str, ElementType); 15] = [
    ("bool", I1),
    ("uint8", Ui8),
    ("uint16", Ui16),
    ("uint32", Ui32),
    ("uint64", Ui64),
    ("int8", I8),
    ("int16", I16),
    ("int32", I32),
    ("int64", I64),
    ("bfloat16", Bf16),
    ("float16", F16),
    ("float32", F32),
    ("float64", F64),
    ("complex64", Complex64),
    ("complex128", Complex128),
];

/// Keras's name of an element type; StableHLO's for types that Keras does not have.
pub(super) fn name(element: ElementType) -> &'static str {
    NAMES.iter().find(|(_, e)| *e == element).map_or(element.name(), |(name, _)| name)
}

/// The element type with Keras's name.
pub(super) fn from_name(name: &str) -> Option<ElementType> {
    NAMES.iter().find(|(n, _)| *n == name).map(|(_, element)| *element)
}

/// The type in which Keras combines two element types: floats before integers before booleans, then the
/// wider.
pub(super) fn promote(a: ElementType, b: ElementType) -> ElementType {
    if a == b || b == I1 {
        return a;
    }
    let kind = |e: ElementType| {
        if e.is_complex() {
            3
        } else if e.is_float() {
            2
        } else {
            i32::from(e != I1)
        }
    };
    if kind(a) != kind(b) {
        return if kind(a) > kind(b) { a } else { b };
    }
    if a.bits() == b.bits() && a.is_float() {
        return F32;
    }
    let mixed = a.is_integer() && a.is_signed() != b.is_signed();
    let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
    if mixed && unsigned.bits() >= signed.bits() {
        return match unsigned {
            Ui8 => I16,
            Ui16 => I32,
            Ui32 => I64,
            _ => F32,
        };
    }
    if a.bits() >= b.bits() { a } else { b }
}

/// The floating-point type in which Keras computes functions of this type.
pub(super) fn floating(element: ElementType) -> ElementType {
    if element.is_float() || element.is_complex() { element } else { F32 }
}
