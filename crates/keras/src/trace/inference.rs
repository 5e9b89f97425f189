//! The programs of `evaluate` and `predict`: a loop over the batches of the data set in order, with moving
//! averages.
//!
//! As in training, the first parameters are the state, which is donated; the model's variables and the data
//! follow.
//!
//! | parameters of evaluation | type |
//! |---|---|
//! | totals, states, position | `f32[..]`, `i32` |
//! | other variables, inputs, targets, sample weights, until | as in training, with flat rows |
//!
//! | parameters of prediction | type |
//! |---|---|
//! | outputs, states, position | `f32[steps, rows, ..]` each, `f32[..]`, `i32` |
//! | other variables, inputs, until | as in training |
//!
//! States are the variables that stateful layers carry from batch to batch; most models have none, and those
//! with some run on one core. Position, other variables (including moving averages) and until must be the
//! same on all cores.
//!
//! For a single batch the program has no loop, and `until` must be 1.
//!
//! The last batch is padded with the last row. Padding has weight 0 in an evaluation; the reader of
//! predictions drops it.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, Module, TensorType, Value};

use crate::error::Result;
use crate::graph::{Activity, Masked};
use crate::models::{Model, Resolved};

use super::activities::activity_penalty;
use super::batch::{Batch, totals};
use super::data;
use super::forward::{Forward, Mode, forward};
use super::objectives::Scored;
use super::region::save_error;
use super::types::DataTypes;
use super::weights::penalty;

/// The common configuration of both programs.
#[derive(Clone, Copy, Debug)]
pub struct Inference<'a> {
    /// The network, with the shapes of its weights.
    pub model: &'a Model,
    /// The types of the data set. A prediction takes its inputs only.
    pub data: &'a DataTypes,
    /// The rows of a step, and their division among the cores.
    pub batch: Batch,
    /// The rows before this one are excluded.
    pub first_row: usize,
}

impl Inference<'_> {
    /// The number of batches.
    pub fn steps(&self) -> usize {
        (self.data.rows() - self.first_row).div_ceil(self.batch.rows)
    }

    /// The types of a core's predictions, one for each output of the model.
    ///
    /// # Errors
    /// If a layer does not take inputs of the data's sizes.
    pub fn outputs_types(&self) -> Result<Vec<TensorType>> {
        let rows = [self.steps(), self.batch.rows_per_core()];
        let dims = |shape: &[usize]| rows.iter().chain(&shape[1..]).copied().collect::<Vec<usize>>();
        let shapes = self.model.output_shapes_of(&self.data.x)?;
        Ok(shapes.iter().map(|(_, shape)| TensorType::new(ElementType::F32, dims(shape))).collect())
    }

    /// The program of `evaluate`.
    ///
    /// # Errors
    /// If the network, a loss or a metric cannot be traced for these types.
    pub fn trace_evaluation(&self, resolved: &Resolved) -> Result<Module> {
        let totals_type = TensorType::new(ElementType::F32, [resolved.totals()]);
        self.trace("evaluation", vec![totals_type], self.data, |b, step| {
            let rows = b.scalar(self.data.rows() as i32)?;
            let in_data = self.batch.weights_below(b, step.indices, rows)?;
            let [_, y, weights] = self.data.split(&step.data);
            let count = b.sum(in_data, &[0])?;
            let batch_rows = if self.batch.cores == 1 { count } else { b.all_reduce_sum(&[count])?[0] };
            let (y_pred, batch) = (&step.y_pred[..], self.batch);
            let (rows, batch_rows) = (Some(in_data), Some(batch_rows));
            let scored = Scored { resolved, batch, y, y_pred, rows, weights, batch_rows };
            let losses = scored.losses(b)?;
            let penalty = penalty(b, self.model, &step.variables)?;
            let activity = activity_penalty(b, &step.activities, rows, count)?;
            let parts = scored.totals(b, &losses, [penalty, activity], count)?;
            let batch_totals = totals(b, &parts)?;
            Ok(vec![b.add(step.accumulated[0], batch_totals)?])
        })
    }

    /// The program of `predict`.
    ///
    /// # Errors
    /// If the network cannot be traced for these types.
    pub fn trace_prediction(&self) -> Result<Module> {
        let inputs = DataTypes { x: self.data.x.clone(), ..DataTypes::default() };
        self.trace("prediction", self.outputs_types()?, &inputs, |b, step| {
            let mut outputs = Vec::with_capacity(step.y_pred.len());
            for (Masked { value: y_pred, .. }, accumulated) in step.y_pred.iter().zip(&step.accumulated) {
                let dims: Vec<usize> = [1].iter().chain(b.dims(*y_pred)).copied().collect();
                let output = b.reshape(*y_pred, &dims)?;
                if self.steps() == 1 {
                    outputs.push(output);
                    continue;
                }
                let zero = b.scalar(0i32)?;
                let starts: Vec<Value> =
                    std::iter::once(step.position).chain(dims.iter().skip(1).map(|_| zero)).collect();
                outputs.push(b.dynamic_update_slice(*accumulated, output, &starts)?);
            }
            Ok(outputs)
        })
    }

    /// Traces the loop over the batches: `accumulate` returns the new values of the accumulated ones.
    fn trace(
        &self,
        what: &str,
        accumulated: Vec<TensorType>,
        types: &DataTypes,
        accumulate: impl Fn(&mut FuncBuilder, &Predicted) -> Result<Vec<Value>>,
    ) -> Result<Module> {
        let mut b = FuncBuilder::new("main");
        let position = TensorType::scalar(ElementType::I32);
        let types_of = |carried: bool| {
            let own = self.model.variables().iter().filter(move |v| v.carried == carried);
            own.map(|v| TensorType::new(ElementType::F32, v.shape.as_slice()))
        };
        let state: Vec<Value> =
            accumulated.into_iter().chain(types_of(true)).chain([position]).map(|ty| b.param(ty)).collect();
        let last = state.len() - 1;
        let variables: Vec<Value> = types_of(false).map(|ty| b.param(ty)).collect();
        let data: Vec<Value> = types.parameters().into_iter().map(|ty| b.param(ty)).collect();
        let until = b.param(TensorType::scalar(ElementType::I32));
        for i in 0..state.len() {
            b.alias(i, i)?;
        }
        for value in variables.iter().chain([&state[last], &until]) {
            b.same_on_all_replicas(value.index())?;
        }
        let step = |b: &mut FuncBuilder, state: &[Value]| {
            let batch = self.predict_batch(b, state, &variables, &data, types)?;
            let one = b.scalar(1i32)?;
            let mut new = accumulate(b, &batch)?;
            new.extend(self.carried(&batch.variables));
            new.push(b.add(batch.position, one)?);
            Ok(new)
        };
        let results = if self.steps() == 1 {
            let mut first = state.clone();
            first[last] = b.scalar(0i32)?;
            step(&mut b, &first)?
        } else {
            let mut failure = None;
            let results = b.while_loop(
                &state,
                |b, values| b.compare(Direction::Lt, values[last], until),
                |b, values| save_error(&mut failure, step(b, values)),
            );
            results.map_err(|e| failure.take().unwrap_or(e.into()))?
        };
        let name = format!("{}_{what}", self.model.name());
        Ok(Module::new(name, b.finish(results)).with_replicas(self.batch.cores))
    }

    /// The variables in the model's order: states are the last of the accumulated values.
    fn all_variables(&self, accumulated: &[Value], others: &[Value]) -> Vec<Value> {
        let all = self.model.variables();
        let carried = all.iter().filter(|v| v.carried).count();
        let (mut carried, mut others) = (accumulated[accumulated.len() - carried..].iter(), others.iter());
        all.iter().filter_map(|v| if v.carried { carried.next() } else { others.next() }).copied().collect()
    }

    /// The states of these variables.
    fn carried(&self, variables: &[Value]) -> impl Iterator<Item = Value> {
        self.model.variables().iter().zip(variables).filter(|(v, _)| v.carried).map(|(_, value)| *value)
    }

    fn predict_batch(
        &self,
        b: &mut FuncBuilder,
        state: &[Value],
        variables: &[Value],
        data: &[Value],
        types: &DataTypes,
    ) -> Result<Predicted> {
        let (accumulated, position) = (state[..state.len() - 1].to_vec(), state[state.len() - 1]);
        let mut variables = self.all_variables(&accumulated, variables);
        let rows = [self.batch.rows_per_core()];
        let batch_rows = b.scalar(self.batch.rows as i32)?;
        let start = b.multiply(position, batch_rows)?;
        let first = b.scalar(self.first_row as i32)?;
        let start = b.add(start, first)?;
        let start = b.broadcast_in_dim(start, &[], &rows)?;
        let indices = self.batch.row_indices(b)?;
        let indices = b.add(indices, start)?;
        let last = b.scalar(self.data.rows() as i32 - 1)?;
        let last = b.broadcast_in_dim(last, &[], &rows)?;
        let clamped = b.minimum(indices, last)?;
        // A batch of all rows in order needs no gather.
        let is_all = self.batch.cores == 1 && self.first_row == 0 && self.batch.rows == self.data.rows();
        let mut batch = Vec::with_capacity(data.len());
        for (i, (data, ty)) in data.iter().zip(types.iter()).enumerate() {
            let all = is_all && i < types.x.len();
            batch.push(if all { b.reshape(*data, &ty.dims)? } else { data::take(b, *data, clamped, ty)? });
        }
        let [x, ..] = types.split(&batch);
        let Forward { outputs: y_pred, activities } =
            forward(b, self.model, x, &mut variables, Mode::Inference, &mut None)?;
        Ok(Predicted { accumulated, position, indices, data: batch, y_pred, activities, variables })
    }
}

/// A batch and the model's outputs for it.
struct Predicted {
    /// The accumulated values of the batches before it, then the states of stateful layers.
    accumulated: Vec<Value>,
    position: Value,
    /// The rows' indices in the data set; rows beyond its end are padding.
    indices: Value,
    /// Inputs, targets, sample weights.
    data: Vec<Value>,
    y_pred: Vec<Masked>,
    /// The outputs of layers that have penalties.
    activities: Vec<Activity>,
    /// The model's variables after the batch.
    variables: Vec<Value>,
}
