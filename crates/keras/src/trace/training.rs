//! The training program: forward pass, loss, gradients, all-reduce, optimizer and metrics, in one `while`
//! loop.
//!
//! Its parameters are the state, then the constants of the loop. The state is donated: result `i` reuses the
//! memory of parameter `i`. Parameters marked `=` must be the same on all cores and are annotated as such
//! (`same_on_all_replicas`), so that a device may store them, and compute what depends on them, once.
//!
//! | parameters | | type | meaning |
//! |---|---|---|---|
//! | variables | `=` if trainable | `f32` | the model's, in its order |
//! | slots | `=` | `f32` | the optimizer's, slot by slot, one tensor per trainable variable |
//! | iterations | `=` | `i32` | number of steps that the optimizer has done |
//! | random state | | `ui64[2]` | differs between cores |
//! | totals | | `f32[..]` | sum and count of the loss, the sum of each loss if there are several, then the state of each metric, over this core's rows |
//! | position | `=` | `i32` | the next step of the epoch |
//! | data | | any, `[rows, values]` | the inputs, targets and sample weights, their [rows flat](super::rows_type), the same on all cores |
//! | order | | `i32[steps, rows]` | the rows of the data set that this core takes at each step |
//! | first | `=` | `i32` | the step of the first line of `order` |
//! | until | `=` | `i32` | the step before which the loop ends |
//! | learning rates | `=` | `f32[steps of the epoch]` | the rate of each step |
//!
//! The loop ends before `until` if a step's loss, its gradients or its updated state (weights, moving
//! averages, slots) is not finite. The decision is based on all-reduced values, so all cores agree. The step
//! is then not applied, and `position` stays at it.

use std::sync::Arc;

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, Module, TensorType, Value};

use crate::error::Result;
use crate::graph::Share;
use crate::losses::Reduction;
use crate::models::{Model, Resolved};
use crate::optimizers::{LossScaling, Optimizer, Step};
use crate::utils::trace::sum_all;

use super::activities::activity_penalty;
use super::batch::{Batch, totals};
use super::data;
use super::forward::{Forward, Mode, forward};
use super::objectives::{LossSum, Scored, scaled, sum_of};
use super::region::save_error;
use super::types::DataTypes;
use super::weights::{constrain, penalty};

/// The configuration of a training program.
#[derive(Clone, Copy, Debug)]
pub struct Training<'a> {
    /// The network, with the shapes of its weights.
    pub model: &'a Model,
    /// The optimizer.
    pub optimizer: &'a dyn Optimizer,
    /// The losses and metrics.
    pub resolved: &'a Resolved,
    /// The types of the data set.
    pub data: &'a DataTypes,
    /// The rows of a step, and their division among the cores.
    pub batch: Batch,
    /// The number of lines of `order`.
    pub steps: usize,
    /// The number of steps of an epoch, including the remainder batch.
    pub steps_per_epoch: usize,
}

/// The number of values in each part of the state.
struct Layout {
    variables: usize,
    trainable: Vec<usize>,
    slots: usize,
}

/// The values of the state.
#[derive(Clone)]
struct State {
    variables: Vec<Value>,
    slots: Vec<Vec<Value>>,
    iterations: Value,
    rng: Value,
    totals: Value,
    position: Value,
}

/// The values that are constant during the loop.
struct Constants {
    data: Vec<Value>,
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
    /// The values that are the same on all cores. The data set is, too, but no value is computed from all of
    /// it, and a device might have to compare the cores' copies.
    fn same(&self) -> [Value; 3] {
        [self.first, self.until, self.learning_rates]
    }
}

impl State {
    /// The values that are the same on all cores: those computed from averaged gradients. Moving averages,
    /// random state and totals differ.
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
    /// The types of the state's values, in order.
    pub fn state_types(&self) -> Vec<TensorType> {
        let f32s = |shape: &[usize]| TensorType::new(ElementType::F32, shape);
        let variables = self.model.variables();
        let mut types: Vec<TensorType> = variables.iter().map(|v| f32s(&v.shape)).collect();
        types.extend(self.model.slot_shapes(self.optimizer).iter().flatten().map(|shape| f32s(shape)));
        types.push(TensorType::scalar(ElementType::I32));
        types.push(TensorType::new(ElementType::Ui64, [2]));
        types.push(f32s(&[self.resolved.totals()]));
        types.push(TensorType::scalar(ElementType::I32));
        types
    }

    /// Traces the program, with as many replicas as the batch has cores.
    ///
    /// # Errors
    /// If the network, the loss or a metric cannot be traced for these types.
    pub fn trace(&self) -> Result<Module> {
        let trainable = self.model.variables().iter().enumerate().filter(|(_, v)| v.trainable).map(|(i, _)| i);
        let layout = Layout {
            variables: self.model.variables().len(),
            trainable: trainable.collect(),
            slots: self.optimizer.all_slots().len(),
        };
        let mut b = FuncBuilder::new("main");
        let state: Vec<Value> = self.state_types().into_iter().map(|ty| b.param(ty)).collect();
        let index = TensorType::scalar(ElementType::I32);
        let constants = Constants {
            data: self.data.parameters().into_iter().map(|ty| b.param(ty)).collect(),
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
        let finite = b.scalar(true)?;
        let mut init = state;
        init.push(finite);
        let condition = |b: &mut FuncBuilder, values: &[Value]| {
            // The last value of the state is the position; the flag follows that all steps so far were
            // finite.
            let (position, finite) = (values[values.len() - 2], values[values.len() - 1]);
            let more = b.compare(Direction::Lt, position, constants.until)?;
            b.and(more, finite)
        };
        let mut failure = None;
        let body = |b: &mut FuncBuilder, values: &[Value]| {
            let state = &values[..values.len() - 1];
            let step = self.step(b, &layout, layout.unpack(state), &constants, row_weights);
            let (state, finite) = save_error(&mut failure, step)?;
            Ok(state.pack().into_iter().chain([finite]).collect())
        };
        let mut results = b.while_loop(&init, condition, body).map_err(|e| failure.take().unwrap_or(e.into()))?;
        results.pop();
        let cores = self.batch.cores;
        Ok(Module::new(format!("{}_training", self.model.name()), b.finish(results)).with_replicas(cores))
    }

    /// Traces one step. Returns the state after it, and a flag that is true if all of its values are finite.
    fn step(
        &self,
        b: &mut FuncBuilder,
        layout: &Layout,
        old: State,
        constants: &Constants,
        row_weights: Option<Value>,
    ) -> Result<(State, Value)> {
        // Locations attribute operations in profiles and messages, as layer names do.
        let part = |b: &mut FuncBuilder, name: &str| b.set_location(Some(Arc::from(name)));
        part(b, "batch");
        let batch = self.take_batch(b, old.position, constants)?;
        let [x, y, weights] = self.data.split(&batch);
        let mut new = old.clone();
        let (mut rng, share) = (Some(old.rng), Share { cores: self.batch.cores, row_weights });
        let Forward { outputs: y_pred, activities } =
            forward(b, self.model, x, &mut new.variables, Mode::Training(share), &mut rng)?;
        new.rng = rng.unwrap_or(old.rng);
        part(b, "loss");
        let (resolved, batch) = (self.resolved, self.batch);
        let scored = Scored { resolved, batch, y, y_pred: &y_pred, rows: row_weights, weights, batch_rows: None };
        let losses = scored.losses(b)?;
        part(b, "penalty");
        let count = match row_weights {
            Some(weights) => b.sum(weights, &[0])?,
            None => b.scalar(self.batch.rows_per_core() as f32)?,
        };
        let activity = activity_penalty(b, &activities, row_weights, count)?;
        let mut loss = self.total_loss(b, &losses, activity)?;
        let penalty = penalty(b, self.model, &old.variables)?;
        if let Some(penalty) = penalty {
            loss = b.add(loss, penalty)?;
        }
        let params: Vec<Value> = layout.trainable.iter().map(|i| old.variables[*i]).collect();
        let (grads, is_scaled) = self.gradients(b, loss, &params, &old.slots)?;
        part(b, "average");
        // The values that layers update differ between cores, so the check for finite values must be reduced
        // over the cores.
        let updated: Vec<Value> =
            new.variables.iter().zip(&old.variables).filter(|(n, o)| n != o).map(|(n, _)| *n).collect();
        let averages = magnitude(b, &updated)?;
        let (mut reduced, grads) = self.average(b, vec![loss, averages], grads)?;
        part(b, &self.optimizer.options().name);
        let one = b.scalar(1i32)?;
        new.iterations = b.add(old.iterations, one)?;
        let rate = b.dynamic_slice(constants.learning_rates, &[old.position], &[1])?;
        let rate = b.reshape(rate, &[])?;
        let (iteration, learning_rate) = (new.iterations, rate);
        let paths: Vec<String> = layout.trainable.iter().map(|i| self.model.variables()[*i].path.clone()).collect();
        let inputs =
            Step { iteration, learning_rate, params: &params, paths: &paths, grads: &grads, slots: &old.slots };
        let (params, slots) = self.optimizer.apply(b, &inputs)?;
        part(b, "constraint");
        let params = self.constrained(b, layout, params, &mut new.variables)?;
        part(b, "check");
        // The new weights can overflow although the gradients are finite, and clipping can hide infinite
        // gradients.
        // The optimizer itself leaves out a step whose scaled gradients are not finite.
        let checked: &[Value] = if is_scaled { &[] } else { &grads };
        let written = slots.iter().flatten().chain(&params).chain(checked);
        reduced.extend(written.copied());
        let total = magnitude(b, &reduced)?;
        let finite = b.is_finite(total)?;
        new.slots = slots;

        part(b, "metrics");
        let parts = scored.totals(b, &losses, [penalty, activity], count)?;
        let batch_totals = totals(b, &parts)?;
        new.totals = b.add(old.totals, batch_totals)?;
        new.position = b.add(old.position, one)?;

        part(b, "check");
        let old = old.pack();
        let mut selected = Vec::with_capacity(old.len());
        for (new, old) in new.pack().into_iter().zip(old) {
            selected.push(if new == old { old } else { b.select(finite, new, old)? });
        }
        b.set_location(None);
        Ok((layout.unpack(&selected), finite))
    }

    /// The gradients, and true if they are those of a scaled loss, which the optimizer divides.
    fn gradients(
        &self,
        b: &mut FuncBuilder,
        loss: Value,
        params: &[Value],
        slots: &[Vec<Value>],
    ) -> Result<(Vec<Value>, bool)> {
        let scale = self.optimizer.loss_scaling().and_then(|_| slots.get(LossScaling::SCALE)?.first().copied());
        let objective = scale.map_or(Ok(loss), |scale| b.multiply(loss, scale))?;
        Ok((b.gradient(objective, params)?, scale.is_some()))
    }

    /// Sets the new parameters, as their constraints allow them, and returns them.
    fn constrained(
        &self,
        b: &mut FuncBuilder,
        layout: &Layout,
        params: Vec<Value>,
        variables: &mut [Value],
    ) -> Result<Vec<Value>> {
        for (i, param) in layout.trainable.iter().zip(params) {
            variables[*i] = param;
        }
        constrain(b, self.model, variables)?;
        Ok(layout.trainable.iter().map(|i| variables[*i]).collect())
    }

    /// The loss whose gradients are averaged over the cores, with the penalty of outputs, without that of
    /// weights.
    fn total_loss(&self, b: &mut FuncBuilder, losses: &[LossSum], activity: Option<Value>) -> Result<Value> {
        // The mean over the core's share of the batch; with padding, over the size of an even share.
        let share = self.batch.rows as f64 / self.batch.cores as f64;
        let mut scaled_losses = Vec::with_capacity(losses.len());
        if let Some(activity) = activity {
            scaled_losses.push(scaled(b, activity, Some(1.0 / share))?);
        }
        for loss in losses {
            // The sum of a batch is the sum over the cores; here comes the average over them.
            let sums = loss.reduction == Reduction::Sum;
            let factor = b.full_like(loss.sum, if sums { self.batch.cores as f64 } else { 1.0 / share })?;
            let value = b.multiply(loss.sum, factor)?;
            scaled_losses.push(scaled(b, value, loss.weight)?);
        }
        sum_of(b, &scaled_losses)
    }

    /// Gathers this core's rows of the batch at `position`.
    fn take_batch(&self, b: &mut FuncBuilder, position: Value, constants: &Constants) -> Result<Vec<Value>> {
        let rows = self.batch.rows_per_core();
        let line = b.subtract(position, constants.first)?;
        let zero = b.scalar(0i32)?;
        let line = b.dynamic_slice(constants.order, &[line, zero], &[1, rows])?;
        let line = b.reshape(line, &[rows])?;
        data::take_all(b, &constants.data, line, self.data.iter())
    }

    /// Averages scalars and gradients over the cores.
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

/// The sum of the magnitudes of all elements, which is finite only if all of them are.
fn magnitude(b: &mut FuncBuilder, values: &[Value]) -> Result<Value> {
    let mut total = b.scalar(0.0f32)?;
    for value in values {
        let magnitudes = b.abs(*value)?;
        let sum = sum_all(b, magnitudes)?;
        total = b.add(total, sum)?;
    }
    Ok(total)
}
