//! Shapes as a plugin reports them.

use crate::abi::PJRT_Buffer_Type;
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};

/// Converts dimensions. A negative one would be dynamic, which no buffer has.
pub(crate) fn read_dims(function: &'static str, dims: &[i64]) -> Result<Vec<usize>> {
    let converted = dims.iter().map(|&dim| usize::try_from(dim)).collect::<Result<Vec<usize>, _>>();
    converted.map_err(|_| {
        Error::new(ErrorKind::Unimplemented, function, format!("the dimensions {dims:?} are not all static"))
    })
}

/// Converts an element type.
pub(crate) fn read_element_type(function: &'static str, code: PJRT_Buffer_Type) -> Result<ElementType> {
    ElementType::from_raw(code).ok_or_else(|| {
        Error::new(ErrorKind::Unimplemented, function, format!("the plugin uses the unknown element type {}", code.0))
    })
}
