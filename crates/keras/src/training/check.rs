//! Checks of data and targets against a model.

use std::collections::BTreeMap;

use crate::array::Array;
use crate::arrays::{Arrays, Samples};
use crate::error::{Error, Result};
use crate::graph::KerasTensor;
use crate::losses::Targets;
use crate::models::{Model, Objective, Resolved, not_compiled};
use crate::partial_shape::PartialShape;
use crate::trace::DataTypes;

use super::class_weights::sample_weights;
use super::cores::Cores;

/// The arrays with the ranks of the model's inputs.
pub(super) fn adjusted(model: &Model, x: Arrays) -> Arrays {
    x.adjusted(model.inputs().iter().map(KerasTensor::shape))
}

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
        if !input.shape().accepts(x.row_dims()) || x.rows() == 0 {
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
    let outputs = model.output_shapes_of(&types_of(samples).x)?;
    let resolved = compiled.resolve(&targets, &outputs)?;
    for (y, classes) in y.iter().zip(class_counts(&resolved, &outputs)) {
        classes.map_or(Ok(()), |classes| classes.check(y))?;
    }
    check_weights(samples, &resolved)?;
    Ok(resolved)
}

/// The classes of an output whose targets are checked class numbers.
#[derive(Clone, Debug)]
struct ClassCount {
    count: usize,
    /// The name of the output, if there are several.
    output: Option<String>,
}

impl ClassCount {
    fn check(&self, y: &Array) -> Result<()> {
        let checked = y.check_class_numbers(self.count);
        self.output.as_ref().map_or(checked.clone(), |output| checked.map_err(|e| e.at(output)))
    }
}

/// The classes of each array of targets; `None` for targets that are no class numbers.
fn class_counts(resolved: &Resolved, outputs: &[(String, Vec<usize>)]) -> Vec<Option<ClassCount>> {
    let checked = Targets::ClassNumbers { checked: true };
    let of = |objective: &Objective| {
        objective.loss.as_ref().is_some_and(|loss| loss.targets() == checked).then(|| ClassCount {
            count: outputs[objective.output].1.last().copied().unwrap_or(1),
            output: (!objective.is_only).then(|| objective.name.clone()),
        })
    };
    resolved.outputs.iter().map(of).collect()
}

/// Checks that losses and metrics are the same for data of these types, of which the model leaves sizes open.
pub(super) fn check_sizes(model: &Model, types: &DataTypes, resolved: &Resolved) -> Result<()> {
    if model.has_known_shapes() {
        return Ok(());
    }
    let compiled = model.compiled().ok_or_else(|| not_compiled(model.name()))?;
    let targets: Vec<&[usize]> = types.y.iter().map(|ty| &ty.dims[..]).collect();
    if compiled.resolve(&targets, &model.output_shapes_of(&types.x)?)? == *resolved {
        return Ok(());
    }
    Err(Error::shape(format!(
        "the states of the metrics depend on sizes that differ from batch to batch: here the targets are {targets:?}"
    )))
}

/// What the batches of a data set have to fulfil, after the first one.
#[derive(Clone)]
pub(super) struct BatchCheck {
    /// The shapes of the model's inputs.
    inputs: Vec<PartialShape>,
    /// The types of the first batch.
    types: DataTypes,
    classes: Vec<Option<ClassCount>>,
    class_weight: BTreeMap<usize, f64>,
    /// The number of rows that batches have to have, if the model is stateful.
    stateful_rows: Option<usize>,
}

impl BatchCheck {
    /// Checks the first batch, as [`check_samples`] does; later ones have to be like it. Classes with weights
    /// give the samples of each batch their weights.
    pub fn new(model: &Model, first: &Samples, class_weight: BTreeMap<usize, f64>) -> Result<(Self, Resolved)> {
        let mut first = weighted(first.clone(), &class_weight)?;
        first.x = adjusted(model, first.x);
        let resolved = check_samples(model, &first)?;
        let types = types_of(&first);
        let classes = class_counts(&resolved, &model.output_shapes_of(&types.x)?);
        let inputs = model.inputs().iter().map(|input| input.shape().clone()).collect();
        let stateful_rows = model.stateful_rows();
        Ok((Self { inputs, types, classes, class_weight, stateful_rows }, resolved))
    }

    /// The types of the first batch, with the weights of classes.
    pub fn types(&self) -> &DataTypes {
        &self.types
    }

    /// The size of a row, in bytes.
    pub fn row_bytes(&self) -> u64 {
        self.types.with_rows(1).iter().map(|ty| ty.size_in_bytes() as u64).sum()
    }

    /// The batch with the weights of its classes, if it fulfils the conditions. `number` is its number in the
    /// pass, from 1, for messages.
    pub fn checked(&self, batch: Samples, number: usize) -> Result<Samples> {
        let batch = Samples { x: batch.x.adjusted(&self.inputs), ..batch };
        let batch = weighted(batch, &self.class_weight).and_then(|batch| self.check(&batch).map(|()| batch));
        batch.map_err(|e| e.at(format!("batch {number} of the data set")))
    }

    fn check(&self, batch: &Samples) -> Result<()> {
        let rows = batch.rows();
        check_has_rows(batch)?;
        if let Some(expected) = self.stateful_rows.filter(|expected| *expected != rows) {
            return Err(Error::shape(format!("a stateful model takes batches of {expected} rows, not of {rows}")));
        }
        if let Some(other) = batch.arrays().find(|array| array.rows() != rows) {
            let other = other.rows();
            return Err(Error::shape(format!("all arrays must have the same number of rows, not {rows} and {other}")));
        }
        let (own, expected) = (types_of(batch), self.types.with_rows(rows));
        if own != expected && !self.has_other_sizes(&own) {
            let types = |types: &DataTypes| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let (own, expected) = (types(&own), types(&expected));
            return Err(Error::shape(format!("the batch has {own}; as in the first batch, it must have {expected}")));
        }
        let mut checked = batch.y.iter().zip(&self.classes);
        checked.try_for_each(|(y, classes)| classes.as_ref().map_or(Ok(()), |classes| classes.check(y)))
    }

    /// Returns true if a batch differs from the first one in sizes that the model leaves open, and in those
    /// of targets and weights, which may depend on them.
    fn has_other_sizes(&self, own: &DataTypes) -> bool {
        let lengths = |types: &DataTypes| [types.x.len(), types.y.len(), types.weights.len()];
        let mut pairs = own.iter().zip(self.types.iter());
        self.inputs.iter().any(|shape| !shape.is_known())
            && lengths(own) == lengths(&self.types)
            && pairs.all(|(own, first)| own.element == first.element && own.dims.len() == first.dims.len())
            && self.inputs.iter().zip(&own.x).all(|(shape, ty)| shape.accepts(&ty.dims[1..]))
    }
}

/// Checks that a batch of a data set has rows.
pub(super) fn check_has_rows(batch: &Samples) -> Result<()> {
    if batch.rows() == 0 {
        return Err(Error::shape("the batch has no rows"));
    }
    Ok(())
}

/// The samples with the weights of their classes, if classes have weights.
pub(super) fn weighted(mut samples: Samples, class_weight: &BTreeMap<usize, f64>) -> Result<Samples> {
    if !class_weight.is_empty() {
        if !samples.weights.is_empty() {
            return Err(Error::argument("class_weight and sample_weight cannot be given at the same time"));
        }
        samples.weights = sample_weights(&samples.y, class_weight)?.into();
    }
    Ok(samples)
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

/// Checks the batches of a model that is stateful: all have as many rows as its states, and one core takes
/// them.
pub(super) fn check_stateful(model: &Model, cores: &Cores, batch_size: usize, rows: usize) -> Result<()> {
    let Some(expected) = model.stateful_rows() else { return Ok(()) };
    if cores.count() > 1 {
        let cores = cores.count();
        return Err(Error::argument(format!(
            "the model has got stateful layers since it was put on {cores} cores, and needs one: call `to_device` again"
        )));
    }
    if batch_size == expected && rows.is_multiple_of(expected) {
        return Ok(());
    }
    Err(Error::shape(format!(
        "the model is stateful and takes batches of {expected} rows: set batch_size={expected} and give a multiple of it. \
         Received batch_size={batch_size} and {rows} rows"
    )))
}

/// Checks that a data set is read by one process: others would group its batches in another way.
pub(super) fn check_one_process(cores: &Cores) -> Result<()> {
    if cores.device().has_several_processes() {
        return Err(Error::argument(
            "data sets are not supported in trainings of several processes: give arrays, which all processes have",
        ));
    }
    Ok(())
}

/// Checks the batch size of an evaluation or a prediction.
pub(super) fn check_batch_size(batch_size: usize) -> Result<()> {
    if batch_size == 0 {
        return Err(Error::argument("batch_size must be at least 1"));
    }
    Ok(())
}
