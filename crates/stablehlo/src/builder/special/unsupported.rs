//! The error of element types without a special function.

use crate::error::{Error, ErrorKind};
use crate::types::TensorType;

/// The error of a function that is not defined for a type.
pub(super) fn unsupported(ty: &TensorType) -> Error {
    Error::new(ErrorKind::Unsupported, format!("the approximation is for f64, f32, f16 and bf16, not for {ty}"))
}
