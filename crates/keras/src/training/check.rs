//! Checks of data and targets against a model.

use crate::array::Array;
use crate::error::{Error, Result};
use crate::losses::Targets;
use crate::models::{Model, Resolved, not_compiled};

/// Checks that `x` is valid input for the model.
pub(super) fn check_input(model: &Model, x: &Array) -> Result<()> {
    model.check_single()?;
    if x.row_dims() == model.input_shape().dims() && x.rows() > 0 {
        return Ok(());
    }
    let (name, expected) = (model.name(), model.input_shape());
    Err(Error::shape(format!(
        "model '{name}' takes rows of shape {expected}, at least one; the data has shape {:?}",
        x.dims()
    )))
}

/// Checks data and targets, and resolves loss and metrics for their shapes.
pub(super) fn check_data(model: &Model, x: &Array, y: &Array) -> Result<Resolved> {
    check_input(model, x)?;
    if x.rows() != y.rows() {
        let (x, y) = (x.dims(), y.dims());
        return Err(Error::shape(format!("data and targets must have the same number of rows, not {x:?} and {y:?}")));
    }
    let compiled = model.compiled().ok_or_else(|| not_compiled(model.name()))?;
    let predictions = model.output_shape().with_rows(x.rows());
    let resolved = compiled.resolve(y.dims(), &predictions)?;
    if resolved.loss.targets() == (Targets::ClassNumbers { checked: true }) {
        y.check_class_numbers(model.output_shape().last().unwrap_or(1))?;
    }
    Ok(resolved)
}

/// Checks the batch size of an evaluation or a prediction.
pub(super) fn check_batch_size(batch_size: usize) -> Result<()> {
    if batch_size == 0 {
        return Err(Error::argument("batch_size must be at least 1"));
    }
    Ok(())
}
