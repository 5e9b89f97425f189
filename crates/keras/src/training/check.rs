//! Checks of data and targets against a model.

use crate::array::Array;
use crate::arrays::Samples;
use crate::error::{Error, Result};
use crate::losses::Targets;
use crate::models::{Model, Resolved, not_compiled};
use crate::trace::DataTypes;

/// Checks that the arrays are valid inputs of the model.
pub(super) fn check_inputs(model: &Model, x: &[Array]) -> Result<()> {
    let (name, inputs) = (model.name(), model.inputs());
    if x.len() != inputs.len() {
        let names: Vec<&str> = inputs.iter().map(|input| input.layer().name()).collect();
        let given = x.len();
        return Err(Error::shape(format!(
            "model '{name}' has the inputs {names:?} and takes an array for each; {given} were given"
        )));
    }
    for (input, x) in inputs.iter().zip(x) {
        if x.row_dims() != input.shape().dims() || x.rows() == 0 {
            let (expected, given) = (input.shape(), x.dims());
            let of = if inputs.len() == 1 { String::new() } else { format!(" for input '{}'", input.layer().name()) };
            return Err(Error::shape(format!(
                "model '{name}' takes rows of shape {expected}{of}, at least one; the data has shape {given:?}"
            )));
        }
    }
    match x.iter().find(|other| other.rows() != x[0].rows()) {
        Some(other) => Err(Error::shape(format!(
            "all inputs must have the same number of rows, not {:?} and {:?}",
            x[0].dims(),
            other.dims()
        ))),
        None => Ok(()),
    }
}

/// Checks data, targets and weights, and resolves losses and metrics for their shapes.
pub(super) fn check_samples(model: &Model, samples: &Samples) -> Result<Resolved> {
    let (x, y) = (&samples.x, &samples.y);
    check_inputs(model, x)?;
    let compiled = model.compiled().ok_or_else(|| not_compiled(model.name()))?;
    if let Some(y) = y.iter().find(|y| y.rows() != samples.rows()) {
        let (x, y) = (x[0].dims(), y.dims());
        return Err(Error::shape(format!("data and targets must have the same number of rows, not {x:?} and {y:?}")));
    }
    let targets: Vec<&[usize]> = y.iter().map(Array::dims).collect();
    let outputs = model.output_shapes(samples.rows());
    let resolved = compiled.resolve(&targets, &outputs)?;
    for (objective, y) in resolved.outputs.iter().zip(y.iter()) {
        let checked = Targets::ClassNumbers { checked: true };
        if objective.loss.as_ref().is_some_and(|loss| loss.targets() == checked) {
            let checked = y.check_class_numbers(outputs[objective.output].1.last().copied().unwrap_or(1));
            if objective.is_only { checked? } else { checked.map_err(|e| e.at(&objective.name))? }
        }
    }
    check_weights(samples, &resolved)?;
    Ok(resolved)
}

fn check_weights(samples: &Samples, resolved: &Resolved) -> Result<()> {
    let (given, outputs) = (samples.weights.len(), resolved.outputs.len());
    if given > 1 && given != outputs {
        return Err(Error::shape(format!(
            "{given} arrays of sample weights were given; there is none, one for all targets, or one for each of \
             {outputs}"
        )));
    }
    if let Some(weights) = samples.weights.iter().find(|weights| weights.rows() != samples.rows()) {
        let (rows, weights) = (samples.rows(), weights.dims());
        return Err(Error::shape(format!("{rows} rows take as many sample weights, not weights of shape {weights:?}")));
    }
    Ok(())
}

/// The types of a data set.
pub(super) fn types_of(samples: &Samples) -> DataTypes {
    let types = |arrays: &[Array]| arrays.iter().map(Array::ty).collect();
    DataTypes { x: types(&samples.x), y: types(&samples.y), weights: types(&samples.weights) }
}

/// Checks the batch size of an evaluation or a prediction.
pub(super) fn check_batch_size(batch_size: usize) -> Result<()> {
    if batch_size == 0 {
        return Err(Error::argument("batch_size must be at least 1"));
    }
    Ok(())
}
