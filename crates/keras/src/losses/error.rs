//! Elementwise losses of the difference; targets and predictions are f32 tensors of the same shape.

use stablehlo::{FuncBuilder, Result, Value};

/// `(y_pred - y_true)^2`.
pub(super) fn squared(b: &mut FuncBuilder, y_true: Value, y_pred: Value) -> Result<Value> {
    let difference = b.subtract(y_pred, y_true)?;
    b.multiply(difference, difference)
}

/// `|y_pred - y_true|`.
pub(super) fn absolute(b: &mut FuncBuilder, y_true: Value, y_pred: Value) -> Result<Value> {
    let difference = b.subtract(y_pred, y_true)?;
    b.abs(difference)
}
