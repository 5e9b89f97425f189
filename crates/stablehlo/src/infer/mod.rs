//! Shape inference and type checks of one operation (spec: each operation's constraints). Under construction.

use crate::{Block, Error, ErrorKind, OpKind, Result, TensorType, Value};

/// The types of an operation's results, where operands and attributes tell them.
///
/// # Errors
/// A type error that names the operation and the types.
pub fn result_types<'a>(
    kind: &OpKind,
    operands: &[&TensorType],
    _regions: &[Block],
    _ty: &dyn Fn(Value) -> &'a TensorType,
) -> Result<Vec<TensorType>> {
    let _ = operands;
    Err(Error::new(ErrorKind::Unsupported, format!("no inference yet for {kind:?}")))
}

/// Checks the types of an operation's results, given or read.
///
/// # Errors
/// A type error that names the operation and the types.
pub fn check_types<'a>(
    _kind: &OpKind,
    _operands: &[&TensorType],
    _regions: &[Block],
    _ty: &dyn Fn(Value) -> &'a TensorType,
    _results: &[TensorType],
) -> Result<()> {
    Ok(())
}
