//! Element types: StableHLO's and their codes in the C API.

use pjrt::ErrorKind;
use pjrt::abi::PJRT_Buffer_Type;
use stablehlo::ElementType;

use crate::error::{Error, Result};

/// The element types of buffers. Those of fewer than 8 bits occupy a byte each.
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
    (ElementType::I2, PJRT_Buffer_Type::S2),
    (ElementType::I4, PJRT_Buffer_Type::S4),
    (ElementType::Ui2, PJRT_Buffer_Type::U2),
    (ElementType::Ui4, PJRT_Buffer_Type::U4),
    (ElementType::F4E2M1FN, PJRT_Buffer_Type::F4E2M1FN),
    (ElementType::F6E2M3FN, PJRT_Buffer_Type::F6E2M3FN),
    (ElementType::F6E3M2FN, PJRT_Buffer_Type::F6E3M2FN),
    (ElementType::F8E3M4, PJRT_Buffer_Type::F8E3M4),
    (ElementType::F8E4M3, PJRT_Buffer_Type::F8E4M3),
    (ElementType::F8E4M3B11FNUZ, PJRT_Buffer_Type::F8E4M3B11FNUZ),
    (ElementType::F8E4M3FN, PJRT_Buffer_Type::F8E4M3FN),
    (ElementType::F8E4M3FNUZ, PJRT_Buffer_Type::F8E4M3FNUZ),
    (ElementType::F8E5M2, PJRT_Buffer_Type::F8E5M2),
    (ElementType::F8E5M2FNUZ, PJRT_Buffer_Type::F8E5M2FNUZ),
    (ElementType::F8E8M0FNU, PJRT_Buffer_Type::F8E8M0FNU),
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
