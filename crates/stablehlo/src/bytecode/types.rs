//! Types of VHLO, and those of MLIR that JAX's programs contain.

use super::cursor::Cursor;
use crate::error::{Error, ErrorKind, Result};
use crate::types::{ElementType, TensorType};

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Tensor(TensorType),
    /// The type of an element, or of a number.
    Element(ElementType),
    /// Parameters and results.
    Function(Vec<Type>, Vec<Type>),
    /// The absence of a type, where an attribute is optional.
    None,
    /// A type that values cannot have here, by its name.
    Other(&'static str),
}

/// The element types of VHLO, by their codes.
pub(super) const VHLO_ELEMENTS: &[(u64, ElementType)] = &[
    (0, ElementType::I1),
    (2, ElementType::Bf16),
    (3, ElementType::F16),
    (4, ElementType::F32),
    (5, ElementType::F64),
    (6, ElementType::F8E4M3FN),
    (7, ElementType::F8E5M2),
    (10, ElementType::I4),
    (11, ElementType::I8),
    (12, ElementType::I16),
    (13, ElementType::I32),
    (14, ElementType::I64),
    (15, ElementType::Ui4),
    (16, ElementType::Ui8),
    (17, ElementType::Ui16),
    (18, ElementType::Ui32),
    (19, ElementType::Ui64),
    (27, ElementType::F8E4M3FNUZ),
    (28, ElementType::F8E5M2FNUZ),
    (29, ElementType::F8E4M3B11FNUZ),
    (31, ElementType::I2),
    (32, ElementType::Ui2),
    (35, ElementType::F8E4M3),
    (36, ElementType::F8E3M4),
    (37, ElementType::F4E2M1FN),
    (38, ElementType::F6E2M3FN),
    (39, ElementType::F6E3M2FN),
    (40, ElementType::F8E8M0FNU),
];

/// The tensor type that a type is.
pub(super) fn tensor(at: &Cursor<'_>, ty: Type) -> Result<TensorType> {
    match ty {
        Type::Tensor(ty) => Ok(ty),
        Type::Other(name) => Err(Error::new(
            ErrorKind::Unsupported,
            at.error(format!("values of type {name} are not supported, only tensors of static shape")).message(),
        )),
        _ => Err(at.error("a value's type has to be a tensor")),
    }
}
