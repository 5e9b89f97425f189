//! Shapes: element types by XLA's names, and layouts, which are row-major.

use crate::error::{Error, ErrorKind, Result};
use crate::program::Func;
use crate::types::{ElementType, TensorType};

/// XLA's name of an element type.
pub fn element(element: ElementType) -> Result<String> {
    use ElementType as E;
    Ok(match element {
        E::I1 => "pred".into(),
        E::Complex64 => "c64".into(),
        E::Complex128 => "c128".into(),
        E::F6E2M3FN | E::F6E3M2FN => {
            return Err(Error::new(ErrorKind::Unsupported, format!("HLO has no element type {element}")));
        }
        signed if signed.is_signed() => format!("s{}", signed.bits()),
        unsigned if unsigned.is_unsigned() => format!("u{}", unsigned.bits()),
        other => other.name().to_ascii_lowercase(),
    })
}

/// A shape with its layout: `f32[2,3]{1,0}`; scalars and tokens have no layout.
pub fn shape(ty: &TensorType) -> Result<String> {
    let layout: Vec<String> = (0..ty.rank()).rev().map(|dim| dim.to_string()).collect();
    let layout = if layout.is_empty() { String::new() } else { format!("{{{}}}", layout.join(",")) };
    Ok(format!("{}[{}]{layout}", element(ty.element)?, list(&ty.dims)))
}

/// The shape of a value, or the tuple of several.
pub fn shapes(types: &[TensorType]) -> Result<String> {
    match types {
        [one] => shape(one),
        several => tuple(several),
    }
}

/// The shape of a tuple.
pub fn tuple(types: &[TensorType]) -> Result<String> {
    let shapes = types.iter().map(shape).collect::<Result<Vec<_>>>()?;
    Ok(format!("({})", shapes.join(", ")))
}

/// Parameters and results of a function: `(f32[2]{0})->f32[2]{0}`.
pub fn signature(func: &Func) -> Result<String> {
    Ok(format!("{}->{}", tuple(&func.param_types())?, shapes(&func.result_types())?))
}

/// Numbers with commas.
pub fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}
