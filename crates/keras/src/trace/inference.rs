//! The programs of `evaluate` and `predict`: a loop over the batches of the data set in order, with moving
//! averages.
//!
//! As in training, the first parameters are the state, which is donated; the model's variables and the data
//! follow.
//!
//! | parameters of evaluation | type |
//! |---|---|
//! | totals, position | `f32[2 m]`, `i32` |
//! | variables, x, y, until | as in training, with flat rows |
//!
//! | parameters of prediction | type |
//! |---|---|
//! | outputs, position | `f32[steps, rows, ..]`, `i32` |
//! | variables, x, until | as in training |
//!
//! Position, variables (including moving averages) and until must be the same on all cores.
//!
//! For a single batch the program has no loop, and `until` must be 1.
//!
//! The last batch is padded with the last row. Padding has weight 0 in an evaluation; the reader of
//! predictions drops it.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, Module, TensorType, Value};

use crate::error::Result;
use crate::losses::{Loss, Reduction};
use crate::metrics::Metric;
use crate::models::Model;
use crate::objects::Handle;

use super::batch::{Batch, totals, totals_size};
use super::data;
use super::forward::{Mode, forward};
use super::region::save_error;
use super::weights::penalty;

/// The common configuration of both programs.
#[derive(Clone, Copy, Debug)]
pub struct Inference<'a> {
    /// The network, with the shapes of its weights.
    pub model: &'a Model,
    /// The type of the data set, with rows in the shape of the model's input.
    pub x: &'a TensorType,
    /// The rows of a step, and their division among the cores.
    pub batch: Batch,
    /// The rows before this one are excluded.
    pub first_row: usize,
}

/// The configuration of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<'a> {
    /// The loss.
    pub loss: &'a dyn Loss,
    /// The metrics.
    pub metrics: &'a [Handle<dyn Metric>],
    /// The type of the targets.
    pub y: &'a TensorType,
}

impl Evaluation<'_> {
    /// The type of the totals of a model.
    pub fn totals_type(&self, model: &Model) -> TensorType {
        TensorType::new(ElementType::F32, [totals_size(model, self.metrics, self.y)])
    }
}

impl Inference<'_> {
    /// The number of batches.
    pub fn steps(&self) -> usize {
        (self.x.dims[0] - self.first_row).div_ceil(self.batch.rows)
    }

    /// The type of a core's predictions.
    pub fn outputs_type(&self) -> TensorType {
        let rows = [self.steps(), self.batch.rows_per_core()];
        let dims: Vec<usize> = rows.iter().chain(self.model.output_shape().dims()).copied().collect();
        TensorType::new(ElementType::F32, dims)
    }

    /// The program of `evaluate`.
    ///
    /// # Errors
    /// If the network, the loss or a metric cannot be traced for these types.
    pub fn trace_evaluation(&self, evaluation: &Evaluation<'_>) -> Result<Module> {
        self.trace("evaluation", evaluation.totals_type(self.model), Some(evaluation.y), |b, batch| {
            let rows = b.scalar(self.x.dims[0] as i32)?;
            let weights = self.batch.weights_below(b, batch.indices, rows)?;
            let y = batch.y.unwrap_or(batch.y_pred);
            let per_sample = evaluation.loss.per_sample(b, y, batch.y_pred, Some(weights))?;
            let weighted = b.multiply(per_sample, weights)?;
            let (mut sum, count) = (b.sum(weighted, &[0])?, b.sum(weights, &[0])?);
            if evaluation.loss.reduction() == Reduction::Sum {
                // What is reported is the mean over the rows of the losses of their batches.
                let rows = if self.batch.cores == 1 { count } else { b.all_reduce_sum(&[count])?[0] };
                sum = b.multiply(sum, rows)?;
            }
            if let Some(penalty) = batch.penalty {
                let penalties = b.multiply(penalty, count)?;
                sum = b.add(sum, penalties)?;
            }
            let mut parts = vec![sum, count];
            for metric in evaluation.metrics {
                parts.extend(metric.trace(b, y, batch.y_pred, Some(weights))?);
            }
            let batch_totals = totals(b, &parts)?;
            Ok(b.add(batch.accumulated, batch_totals)?)
        })
    }

    /// The program of `predict`.
    ///
    /// # Errors
    /// If the network, the loss or a metric cannot be traced for these types.
    pub fn trace_prediction(&self) -> Result<Module> {
        self.trace("prediction", self.outputs_type(), None, |b, batch| {
            let dims: Vec<usize> = [1].iter().chain(b.dims(batch.y_pred)).copied().collect();
            let output = b.reshape(batch.y_pred, &dims)?;
            if self.steps() == 1 {
                return Ok(output);
            }
            let zero = b.scalar(0i32)?;
            let starts: Vec<Value> = std::iter::once(batch.position).chain(dims.iter().skip(1).map(|_| zero)).collect();
            Ok(b.dynamic_update_slice(batch.accumulated, output, &starts)?)
        })
    }

    fn trace(
        &self,
        what: &str,
        accumulated: TensorType,
        y: Option<&TensorType>,
        accumulate: impl Fn(&mut FuncBuilder, &Predicted) -> Result<Value>,
    ) -> Result<Module> {
        let mut b = FuncBuilder::new("main");
        let state = [b.param(accumulated), b.param(TensorType::scalar(ElementType::I32))];
        let types = self.model.variables().iter().map(|v| TensorType::new(ElementType::F32, v.shape.as_slice()));
        let variables: Vec<Value> = types.map(|ty| b.param(ty)).collect();
        let x = b.param(data::rows_type(self.x));
        let targets = y.map(|y| (b.param(data::rows_type(y)), y));
        let until = b.param(TensorType::scalar(ElementType::I32));
        for i in 0..state.len() {
            b.alias(i, i)?;
        }
        for value in variables.iter().chain([&state[1], &until]) {
            b.same_on_all_replicas(value.index())?;
        }
        let step = |b: &mut FuncBuilder, state: &[Value]| {
            let batch = self.predict_batch(b, state, &variables, x, targets)?;
            let one = b.scalar(1i32)?;
            Ok(vec![accumulate(b, &batch)?, b.add(batch.position, one)?])
        };
        let results = if self.steps() == 1 {
            let first = b.scalar(0i32)?;
            step(&mut b, &[state[0], first])?
        } else {
            let mut failure = None;
            let results = b.while_loop(
                &state,
                |b, values| b.compare(Direction::Lt, values[1], until),
                |b, values| save_error(&mut failure, step(b, values)),
            );
            results.map_err(|e| failure.take().unwrap_or(e.into()))?
        };
        let name = format!("{}_{what}", self.model.name());
        Ok(Module::new(name, b.finish(results)).with_replicas(self.batch.cores))
    }

    fn predict_batch(
        &self,
        b: &mut FuncBuilder,
        state: &[Value],
        variables: &[Value],
        x: Value,
        targets: Option<(Value, &TensorType)>,
    ) -> Result<Predicted> {
        let position = state[1];
        let rows = [self.batch.rows_per_core()];
        let batch_rows = b.scalar(self.batch.rows as i32)?;
        let start = b.multiply(position, batch_rows)?;
        let first = b.scalar(self.first_row as i32)?;
        let start = b.add(start, first)?;
        let start = b.broadcast_in_dim(start, &[], &rows)?;
        let indices = self.batch.row_indices(b)?;
        let indices = b.add(indices, start)?;
        let last = b.scalar(self.x.dims[0] as i32 - 1)?;
        let last = b.broadcast_in_dim(last, &[], &rows)?;
        let clamped = b.minimum(indices, last)?;
        // A batch of all rows in order needs no gather.
        let is_all = self.batch.cores == 1 && self.first_row == 0 && self.batch.rows == self.x.dims[0];
        let x = if is_all { b.reshape(x, &self.x.dims)? } else { data::take(b, x, clamped, self.x)? };
        let y = targets.map(|(y, ty)| data::take(b, y, clamped, ty)).transpose()?;
        let y_pred = forward(b, self.model, x, &mut variables.to_vec(), Mode::Inference, &mut None)?;
        let y_pred = b.convert(y_pred, ElementType::F32)?;
        let penalty = if y.is_some() { penalty(b, self.model, variables)? } else { None };
        Ok(Predicted { accumulated: state[0], position, indices, y, y_pred, penalty })
    }
}

/// A batch and the model's output for it.
struct Predicted {
    accumulated: Value,
    position: Value,
    /// The rows' indices in the data set; rows beyond its end are padding.
    indices: Value,
    y: Option<Value>,
    y_pred: Value,
    /// The penalty of the weights, in an evaluation.
    penalty: Option<Value>,
}
