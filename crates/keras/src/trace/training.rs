//! The training program: forward, loss, gradient, all-reduce, optimizer and metrics, step after step in one `while`.
//!
//! Its parameters are the state, then what does not change. The state's memory is donated: result `i` lies where
//! parameter `i` lay. Those marked `=` have to be the same on all cores, and say so (`same_on_all_replicas`): a device may
//! hold them, and compute what is made of them, once.
//!
//! | parameters | | type | meaning |
//! |---|---|---|---|
//! | variables | `=` where trainable | `f32` | the model's, in its order |
//! | slots | `=` | `f32` | the optimizer's, slot by slot, a tensor for each trainable variable |
//! | iterations | `=` | `i32` | steps the optimizer has done |
//! | random state | | `ui64[2]` | a core's own |
//! | totals | | `f32[2 m]` | sum and count of the loss and of each metric, over this core's rows |
//! | position | `=` | `i32` | the next step of the epoch |
//! | x, y | | any, `[rows, values]` | the data set, its [rows flat](super::rows_type), the same on all cores |
//! | order | | `i32[steps, rows]` | which rows of the data set this core takes at each step |
//! | first | `=` | `i32` | the step that the first line of `order` is for |
//! | until | `=` | `i32` | the step before which to stop |
//! | learning rates | `=` | `f32[steps of the epoch]` | a rate for each step |
//!
//! The loop ends before `until` when a step's loss, its gradients or any number that it would leave behind (weights,
//! moving averages, slots) is not finite. All cores see the same reduced numbers, so they agree; that step then changes
//! nothing, and `position` stays at it.

use std::sync::Arc;

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, Module, TensorType, Value};

use crate::losses::Loss;
use crate::metrics::Metric;
use crate::optimizers::Optimizer;
use crate::utils::trace::sum_all;
use crate::{Model, Result};

use super::batch::{Batch, totals};
use super::carry;
use super::data;
use super::forward::{Mode, forward};

/// What a training program is traced for.
#[derive(Clone, Copy, Debug)]
pub struct Training<'a> {
    /// The network, with the shapes of its weights.
    pub model: &'a Model,
    /// What makes new weights of gradients.
    pub optimizer: &'a dyn Optimizer,
    /// What is differentiated.
    pub loss: Loss,
    /// What is watched besides the loss.
    pub metrics: &'a [Metric],
    /// The data set: all rows, in the shape that the model takes them.
    pub x: &'a TensorType,
    /// Its targets.
    pub y: &'a TensorType,
    /// Rows of a step, and the cores they are for.
    pub batch: Batch,
    /// Lines of `order`.
    pub steps: usize,
    /// Steps of an epoch: the remainder batch counted.
    pub steps_per_epoch: usize,
}

/// How many values each part of the state has.
struct Layout {
    variables: usize,
    trainable: Vec<usize>,
    slots: usize,
}

/// The state while the program is traced.
#[derive(Clone)]
struct State {
    variables: Vec<Value>,
    slots: Vec<Vec<Value>>,
    iterations: Value,
    rng: Value,
    totals: Value,
    position: Value,
}

/// What does not change during the loop.
struct Constants {
    x: Value,
    y: Value,
    order: Value,
    first: Value,
    until: Value,
    learning_rates: Value,
}

impl Layout {
    fn unpack(&self, values: &[Value]) -> State {
        let (variables, rest) = values.split_at(self.variables);
        let (slots, rest) = rest.split_at(self.slots * self.trainable.len());
        State {
            variables: variables.to_vec(),
            slots: slots.chunks(self.trainable.len().max(1)).map(<[Value]>::to_vec).collect(),
            iterations: rest[0],
            rng: rest[1],
            totals: rest[2],
            position: rest[3],
        }
    }
}

impl Constants {
    /// What is the same on all cores, small as it is. The data set is, too; but nothing is computed of all of it, and a
    /// device might have to compare the cores' copies.
    fn same(&self) -> [Value; 3] {
        [self.first, self.until, self.learning_rates]
    }
}

impl State {
    /// What is the same on all cores: all that gradients' averages make. Moving averages are a core's own, as are its
    /// random state and its totals.
    fn same(&self, layout: &Layout) -> Vec<Value> {
        let weights = layout.trainable.iter().map(|i| self.variables[*i]);
        let slots = self.slots.iter().flatten().copied();
        weights.chain(slots).chain([self.iterations, self.position]).collect()
    }

    fn pack(self) -> Vec<Value> {
        let mut values = self.variables;
        values.extend(self.slots.into_iter().flatten());
        values.extend([self.iterations, self.rng, self.totals, self.position]);
        values
    }
}

impl Training<'_> {
    /// Types of the state's values, in order.
    pub fn state_types(&self) -> Vec<TensorType> {
        let f32s = |shape: &[usize]| TensorType::new(ElementType::F32, shape);
        let variables = self.model.variables();
        let mut types: Vec<TensorType> = variables.iter().map(|v| f32s(&v.shape)).collect();
        for _ in self.optimizer.slot_names() {
            types.extend(variables.iter().filter(|v| v.trainable).map(|v| f32s(&v.shape)));
        }
        types.push(TensorType::scalar(ElementType::I32));
        types.push(TensorType::new(ElementType::Ui64, [2]));
        types.push(f32s(&[2 * (1 + self.metrics.len())]));
        types.push(TensorType::scalar(ElementType::I32));
        types
    }

    /// The program, for as many replicas as the batch has cores.
    ///
    /// # Errors
    /// Where the network, the loss or a metric cannot be traced for these types.
    pub fn trace(&self) -> Result<Module> {
        let trainable = self.model.variables().iter().enumerate().filter(|(_, v)| v.trainable).map(|(i, _)| i);
        let layout = Layout {
            variables: self.model.variables().len(),
            trainable: trainable.collect(),
            slots: self.optimizer.slot_names().len(),
        };
        let mut b = FuncBuilder::new("main");
        let state: Vec<Value> = self.state_types().into_iter().map(|ty| b.param(ty)).collect();
        let index = TensorType::scalar(ElementType::I32);
        let constants = Constants {
            x: b.param(data::rows_type(self.x)),
            y: b.param(data::rows_type(self.y)),
            order: b.param(TensorType::new(ElementType::I32, [self.steps, self.batch.rows_per_core()])),
            first: b.param(index.clone()),
            until: b.param(index),
            learning_rates: b.param(TensorType::new(ElementType::F32, [self.steps_per_epoch])),
        };
        for i in 0..state.len() {
            b.alias(i, i)?;
        }
        for value in layout.unpack(&state).same(&layout).into_iter().chain(constants.same()) {
            b.same_on_all_replicas(value.index())?;
        }
        let row_weights = self.batch.row_weights(&mut b)?;
        let sound = b.scalar(true)?;
        let mut init = state;
        init.push(sound);
        let condition = |b: &mut FuncBuilder, values: &[Value]| {
            // The position is the last of the state, and after it comes whether all has been finite so far.
            let (position, sound) = (values[values.len() - 2], values[values.len() - 1]);
            let more = b.compare(Direction::Lt, position, constants.until)?;
            b.and(more, sound)
        };
        let mut failure = None;
        let body = |b: &mut FuncBuilder, values: &[Value]| {
            let state = &values[..values.len() - 1];
            let step = self.step(b, &layout, layout.unpack(state), &constants, row_weights);
            let (state, sound) = carry(&mut failure, step)?;
            Ok(state.pack().into_iter().chain([sound]).collect())
        };
        let mut results = b.while_loop(&init, condition, body).map_err(|e| failure.take().unwrap_or(e.into()))?;
        results.pop();
        let cores = self.batch.cores;
        Ok(Module::new(format!("{}_training", self.model.name()), b.finish(results)).with_replicas(cores))
    }

    /// One step: the state after it, and whether it was sound: all of its numbers finite.
    fn step(
        &self,
        b: &mut FuncBuilder,
        layout: &Layout,
        old: State,
        constants: &Constants,
        row_weights: Option<Value>,
    ) -> Result<(State, Value)> {
        // Locations say in profiles and messages what operations are for, as layers' names do.
        let part = |b: &mut FuncBuilder, name: &str| b.set_location(Some(Arc::from(name)));
        part(b, "batch");
        let (x, y) = self.take_batch(b, old.position, constants)?;
        let mut new = old.clone();
        let mut rng = Some(old.rng);
        let y_pred = forward(b, self.model, x, &mut new.variables, Mode::Training, &mut rng)?;
        new.rng = rng.unwrap_or(old.rng);
        part(b, "loss");
        let y_pred = b.convert(y_pred, ElementType::F32)?;
        let per_sample = self.loss.per_sample(b, y, y_pred)?;
        let weighed = match row_weights {
            Some(weights) => b.multiply(per_sample, weights)?,
            None => per_sample,
        };
        let sum = b.sum(weighed, &[0])?;
        // The mean over the core's share of the batch; with shares filled up, over what an even share would be.
        let share = self.batch.rows as f64 / self.batch.cores as f64;
        let factor = b.full_like(sum, 1.0 / share)?;
        let loss = b.multiply(sum, factor)?;
        let params: Vec<Value> = layout.trainable.iter().map(|i| old.variables[*i]).collect();
        let grads = b.gradient(loss, &params)?;
        part(b, "average");
        // What layers change by themselves is a core's own, so the cores have to hear of each other's.
        let changed: Vec<Value> =
            new.variables.iter().zip(&old.variables).filter(|(n, o)| n != o).map(|(n, _)| *n).collect();
        let averages = magnitude(b, &changed)?;
        let (mut reduced, grads) = self.average(b, vec![loss, averages], grads)?;

        part(b, self.optimizer.name());
        let one = b.scalar(1i32)?;
        new.iterations = b.add(old.iterations, one)?;
        let rate = b.dynamic_slice(constants.learning_rates, &[old.position], &[1])?;
        let rate = b.reshape(rate, &[])?;
        let (params, slots) = self.optimizer.apply(b, new.iterations, rate, &params, &grads, old.slots.clone())?;
        part(b, "check");
        // The new weights can overflow where the gradients did not; and clipped gradients hide that they were infinite.
        let written = slots.iter().flatten().chain(&params).chain(&grads);
        reduced.extend(written.copied());
        let total = magnitude(b, &reduced)?;
        let sound = b.is_finite(total)?;
        for (i, param) in layout.trainable.iter().zip(params) {
            new.variables[*i] = param;
        }
        new.slots = slots;

        part(b, "metrics");
        let count = match row_weights {
            Some(weights) => b.sum(weights, &[0])?,
            None => b.scalar(self.batch.rows_per_core() as f32)?,
        };
        let mut pairs = vec![(sum, count)];
        for metric in self.metrics {
            pairs.push(metric.update(b, y, y_pred, row_weights)?);
        }
        let batch_totals = totals(b, &pairs)?;
        new.totals = b.add(old.totals, batch_totals)?;
        new.position = b.add(old.position, one)?;

        part(b, "check");
        let old = old.pack();
        let mut kept = Vec::with_capacity(old.len());
        for (new, old) in new.pack().into_iter().zip(old) {
            kept.push(if new == old { old } else { b.select(sound, new, old)? });
        }
        b.set_location(None);
        Ok((layout.unpack(&kept), sound))
    }

    /// This core's rows of the batch at `position`.
    fn take_batch(&self, b: &mut FuncBuilder, position: Value, constants: &Constants) -> Result<(Value, Value)> {
        let rows = self.batch.rows_per_core();
        let line = b.subtract(position, constants.first)?;
        let zero = b.scalar(0i32)?;
        let line = b.dynamic_slice(constants.order, &[line, zero], &[1, rows])?;
        let line = b.reshape(line, &[rows])?;
        Ok((data::take(b, constants.x, line, self.x)?, data::take(b, constants.y, line, self.y)?))
    }

    /// The means of some scalars and of the gradients over the cores.
    fn average(&self, b: &mut FuncBuilder, scalars: Vec<Value>, grads: Vec<Value>) -> Result<(Vec<Value>, Vec<Value>)> {
        if self.batch.cores == 1 {
            return Ok((scalars, grads));
        }
        let count = scalars.len();
        let all: Vec<Value> = scalars.into_iter().chain(grads).collect();
        let mut means = Vec::with_capacity(all.len());
        for sum in b.all_reduce_sum(&all)? {
            let factor = b.full_like(sum, 1.0 / self.batch.cores as f64)?;
            means.push(b.multiply(sum, factor)?);
        }
        let grads = means.split_off(count);
        Ok((means, grads))
    }
}

/// The sum of all elements' magnitudes: finite only where they all are.
fn magnitude(b: &mut FuncBuilder, values: &[Value]) -> Result<Value> {
    let mut total = b.scalar(0.0f32)?;
    for value in values {
        let magnitudes = b.abs(*value)?;
        let sum = sum_all(b, magnitudes)?;
        total = b.add(total, sum)?;
    }
    Ok(total)
}
