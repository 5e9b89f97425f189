//! Element types: StableHLO's and their codes in the C API.

use pjrt::ErrorKind;
use pjrt::abi::PJRT_Buffer_Type;
use stablehlo::ElementType;

use crate::error::{Error, Result};

/// The element types of buffers.
const ELEMENT_TYPES: &[(ElementType, PJRT_Buffer_Type)] = &[
    (ElementType::I1, PJRT_Buffer_Type::PRED),
    (ElementType::I8, PJRT_Buffer_Type::S8),
    (ElementType::I16, PJRT_Buffer_Type::S16),
    (ElementType::I32, PJRT_Buffer_Type::S32),
    (ElementType::I64, PJRT_Buffer_Type::S64),
    (ElementType::Ui8, PJRT_Buffer_Type::U8),
    (ElementType::Ui16, PJRT_Buffer_Type::U16),
    (ElementType::Ui32, PJRT_Buffer_Type::U32),
    (ElementType::Ui64, PJRT_Buffer_Type::U64),
    (ElementType::F16, PJRT_Buffer_Type::F16),
    (ElementType::Bf16, PJRT_Buffer_Type::BF16),
    (ElementType::F32, PJRT_Buffer_Type::F32),
    (ElementType::F64, PJRT_Buffer_Type::F64),
    (ElementType::Complex64, PJRT_Buffer_Type::C64),
    (ElementType::Complex128, PJRT_Buffer_Type::C128),
];

/// The code of an element type; `INVALID` for types that buffers cannot have.
pub fn to_pjrt(element: ElementType) -> PJRT_Buffer_Type {
    ELEMENT_TYPES.iter().find(|(e, _)| *e == element).map_or(PJRT_Buffer_Type::INVALID, |(_, code)| *code)
}

/// The element type with a code.
pub fn from_pjrt(code: PJRT_Buffer_Type) -> Result<ElementType> {
    ELEMENT_TYPES.iter().find(|(_, c)| *c == code).map(|(e, _)| *e).ok_or_else(|| {
        let name = code.name().map_or_else(|| format!("number {}", code.0), str::to_string);
        Error::new(ErrorKind::Unimplemented, format!("buffers of element type {name} are not supported"))
    })
}
