//! The state of a training on the device: variables, optimizer slots, random state, totals.

use std::borrow::Cow;
use std::path::Path;

use pjrt::Buffer;
use serde_json::Value as Json;

use crate::callbacks::ModelHandle;
use crate::error::{Error, ErrorKind, Result};
use crate::metrics::Direction;
use crate::models::Resolved;
use crate::models::{Model, OptimizerState, Variable};
use crate::optimizers::{Optimizer, Slot};

use super::cores::{Cores, PerCore, Program, by_core, read, read_all};
use super::progress::EpochProgress;

/// The state of a [training program](crate::trace::Training) on every core, and its model.
///
/// Each call consumes the buffers of the state and returns new ones. If a call fails they are lost, and the
/// model has the values of the last [`sync`](Self::sync).
pub(super) struct Session<'a> {
    pub model: &'a mut Model,
    cores: &'a Cores,
    resolved: &'a Resolved,
    /// The buffers by core, in the order of the program's state; empty after a failed call.
    state: Vec<Vec<Buffer>>,
    slots: usize,
    /// The slot of the moving average of each trainable variable, if it has one.
    averages: Vec<Option<usize>>,
    /// True if no step ran since the model got the weights and slots of the cores.
    is_synced: bool,
    pub learning_rate: f32,
    pub iterations: u64,
    /// The number of steps before the epoch.
    before_epoch: u64,
}

/// The positions of the last four values of the state, counted from its end.
const ITERATIONS: usize = 4;
const RANDOM: usize = 3;
const TOTALS: usize = 2;
const POSITION: usize = 1;

impl<'a> Session<'a> {
    /// Copies the model's weights and its optimizer's state to the cores. The model is unchanged.
    pub fn begin(
        model: &'a mut Model,
        cores: &'a Cores,
        optimizer: &dyn Optimizer,
        resolved: &'a Resolved,
    ) -> Result<Self> {
        let (slots, shapes) = (optimizer.all_slots(), model.slot_shapes(optimizer));
        let filled = |(slot, shapes): (&Slot, &Vec<Vec<usize>>)| {
            shapes.iter().map(|shape| vec![slot.initial as f32; shape.iter().product()]).collect()
        };
        let initial = || OptimizerState {
            iterations: 0,
            learning_rate: optimizer.first_learning_rate(),
            slots: slots.iter().zip(&shapes).map(filled).collect(),
        };
        let before = model.optimizer_state.as_ref().map_or_else(|| Cow::Owned(initial()), Cow::Borrowed);
        let mut tensors = Vec::new();
        for variable in model.variables() {
            tensors.push(place(cores, variable)?);
        }
        for (shape, values) in shapes.iter().flatten().zip(before.slots.iter().flatten()) {
            tensors.push(cores.place_same(shape, values)?);
        }
        // The device counts steps in 32 bits, which no training exceeds.
        tensors.push(cores.scalar(before.iterations.min(i32::MAX as u64) as i32)?);
        // `begin_epoch` sets random state and totals, and `set_position` the position.
        tensors.push(cores.place(&[2], |_| [0u64; 2])?);
        let totals = resolved.totals();
        tensors.push(cores.place(&[totals], |_| vec![0.0f32; totals])?);
        tensors.push(cores.scalar(0i32)?);
        let state = by_core(tensors, cores.own_count());
        let (learning_rate, iterations) = (before.learning_rate, before.iterations);
        let averages = trainable(model).map(|v| optimizer.average_slot(&v.path)).collect::<Result<_>>()?;
        let (slots, is_synced, before_epoch) = (slots.len(), false, iterations);
        Ok(Self { model, cores, resolved, state, slots, averages, is_synced, learning_rate, iterations, before_epoch })
    }

    /// Begins the epoch after so many steps: resets the totals to zero, and sets each core's random state:
    /// its key, and a counter from zero.
    pub fn begin_epoch(&mut self, keys: &[u64], iterations: u64) -> Result<()> {
        self.before_epoch = iterations;
        let totals = self.resolved.totals();
        self.set(RANDOM, self.cores.place(&[2], |core| [keys[core], 0])?);
        self.set(TOTALS, self.cores.place(&[totals], |_| vec![0.0f32; totals])?);
        Ok(())
    }

    /// Goes on within the epoch that has begun.
    pub fn go_on(&mut self, progress: &EpochProgress) -> Result<()> {
        let EpochProgress { random, totals, .. } = progress;
        let (cores, count) = (self.cores.count(), self.resolved.totals());
        if random.len() != cores || totals.len() != cores || totals.iter().any(|totals| totals.len() != count) {
            let of = random.len();
            return Err(Error::argument(format!(
                "the backup is of a training on {of} cores with other metrics; this one has {cores} cores. Delete it to \
                 begin the training anew"
            )));
        }
        self.set(RANDOM, self.cores.place(&[2], |core| random[core])?);
        let totals = |core: usize| totals[core].iter().map(|bits| f32::from_bits(*bits)).collect::<Vec<f32>>();
        self.set(TOTALS, self.cores.place(&[count], totals)?);
        Ok(())
    }

    /// Sets the position, with which the next call begins.
    pub fn set_position(&mut self, position: usize) -> Result<()> {
        self.set(POSITION, self.cores.scalar(position as i32)?);
        Ok(())
    }

    /// Replaces a value of the state, counted from its end.
    fn set(&mut self, from_end: usize, value: PerCore) {
        for (state, buffer) in self.state.iter_mut().zip(value) {
            let n = state.len();
            state[n - from_end] = buffer;
        }
    }

    /// Runs the program from position `from` on and returns the position reached, which is lower than
    /// requested if a step was not finite.
    pub fn run<'b>(
        &mut self,
        program: &Program,
        constants: impl Fn(usize) -> Vec<&'b Buffer>,
        from: usize,
    ) -> Result<usize> {
        self.is_synced = false;
        let state = std::mem::take(&mut self.state);
        self.state = program.run(state, constants)?;
        let position = read::<i32>(self.last_of_core_0(POSITION)?)?[0];
        let reached = usize::try_from(position).unwrap_or(from);
        self.iterations += reached.saturating_sub(from) as u64;
        Ok(reached)
    }

    /// Each core's totals.
    pub fn totals(&self) -> impl Iterator<Item = &Buffer> {
        self.state.iter().map(|state| &state[state.len() - TOTALS])
    }

    /// Copies the moving averages of core 0 to all cores, as validation uses the variables that `sync` would
    /// read.
    pub fn shared_state(&self) -> Result<Vec<Option<PerCore>>> {
        let variables = || self.model.variables().iter();
        let averages = variables().zip(self.core_0()?).filter(|(variable, _)| !variable.trainable);
        let mut values = read_all::<f32>(averages.map(|(_, buffer)| buffer))?.into_iter();
        let shared = variables().map(|variable| match variable.trainable {
            true => Ok(None),
            false => {
                let values = self.cores.of_core_0(values.next().ok_or_else(lost)?)?;
                Ok(Some(self.cores.place_same(&variable.shape, &values)?))
            }
        });
        shared.collect()
    }

    /// The variables of a core, replaced by those of `shared` where it has some, without states that layers
    /// carry from batch to batch.
    pub fn variables<'b>(&'b self, core: usize, shared: &'b [Option<PerCore>]) -> Vec<&'b Buffer> {
        let own = self.state[core].iter().zip(shared).zip(self.model.variables());
        let own = own.filter(|(_, variable)| !variable.carried);
        own.map(|((own, shared), _)| shared.as_ref().map_or(own, |buffers| &buffers[core])).collect()
    }

    /// The states that layers carry from batch to batch.
    pub fn states(&self) -> Result<Vec<Variable>> {
        let own = self.model.variables().iter().zip(self.core_0()?).filter(|(variable, _)| variable.carried);
        let values = read_all::<f32>(own.map(|(_, buffer)| buffer))?;
        let states = self.model.states().into_iter().zip(values);
        Ok(states.map(|(state, values)| Variable { values, ..state }).collect())
    }

    /// Sets the states that layers carry from batch to batch.
    pub fn set_states(&mut self, states: &[Variable]) -> Result<()> {
        self.is_synced &= states.is_empty();
        let carried = self.model.variables().iter().enumerate().filter(|(_, variable)| variable.carried);
        for ((i, _), value) in carried.zip(states) {
            let buffers = place(self.cores, value)?;
            self.state.iter_mut().zip(buffers).for_each(|(state, buffer)| state[i] = buffer);
        }
        Ok(())
    }

    /// Copies weights and slots of core 0 to the model; in all processes, at the same point.
    pub fn sync_all(&mut self) -> Result<()> {
        self.sync_changes()?;
        if !self.cores.device().has_several_processes() {
            return Ok(());
        }
        // Moving averages differ between cores, so that other processes have those of their first core.
        let mut weights = Vec::new();
        for variable in self.model.variables() {
            let own = variable.values.clone();
            weights.push(if variable.trainable { own } else { self.cores.of_core_0(own)? });
        }
        self.model.set_weights(weights)
    }

    /// As [`sync`](Self::sync), but reads nothing if no step ran since.
    fn sync_changes(&mut self) -> Result<()> {
        match &mut self.model.optimizer_state {
            Some(state) if self.is_synced => {
                state.learning_rate = self.learning_rate;
                Ok(())
            }
            _ => self.sync(),
        }
    }

    /// Copies weights and slots of this process's first core to the model.
    pub fn sync(&mut self) -> Result<()> {
        let core_0 = self.core_0()?;
        let (count, per_slot) = (self.model.variables().len(), trainable(self.model).count());
        let mut values = read_all::<f32>(&core_0[..count + self.slots * per_slot])?.into_iter();
        let weights = values.by_ref().take(count).collect();
        let slots = (0..self.slots).map(|_| values.by_ref().take(per_slot).collect()).collect();
        let iterations = read::<i32>(self.last_of_core_0(ITERATIONS)?)?[0].max(0) as u64;
        self.model.set_weights(weights)?;
        let learning_rate = self.learning_rate;
        self.model.optimizer_state = Some(OptimizerState { iterations, learning_rate, slots });
        self.is_synced = true;
        Ok(())
    }

    /// Sets the trainable weights of the model to their moving averages, if they have some.
    pub fn take_averages(&mut self) {
        self.model.take_averages(&self.averages);
    }

    fn core_0(&self) -> Result<&[Buffer]> {
        self.state.first().map(Vec::as_slice).ok_or_else(lost)
    }

    fn last_of_core_0(&self, from_end: usize) -> Result<&Buffer> {
        let core_0 = self.core_0()?;
        core_0.len().checked_sub(from_end).and_then(|i| core_0.get(i)).ok_or_else(lost)
    }
}

/// Copies a variable to every core. Trainable variables are the same on all cores; moving averages differ.
fn place(cores: &Cores, variable: &Variable) -> Result<PerCore> {
    match variable.trainable {
        true => cores.place_same(&variable.shape, &variable.values),
        false => cores.place(&variable.shape, |_| variable.values.as_slice()),
    }
}

fn trainable(model: &Model) -> impl Iterator<Item = &Variable> {
    model.variables().iter().filter(|v| v.trainable)
}

fn lost() -> Error {
    Error::new(ErrorKind::Device, "the device failed, and the training since the last epoch is lost with it")
}

impl ModelHandle for Session<'_> {
    fn weight_shapes(&self) -> Vec<(String, Vec<usize>)> {
        weight_shapes(self.model)
    }

    fn to_json(&self) -> Option<Json> {
        Some(self.model.to_json())
    }

    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn swap_averages(&mut self) -> Result<()> {
        if self.averages.iter().all(Option::is_none) {
            return Err(Error::argument("there are no moving averages of the weights: set `use_ema` of the optimizer"));
        }
        let variables = self.model.variables();
        let (count, trainable) = (variables.len(), self.averages.len());
        let weights = (0..count).filter(|i| variables[*i].trainable);
        for (i, (weight, slot)) in weights.zip(&self.averages).enumerate() {
            if let Some(slot) = slot {
                self.state.iter_mut().for_each(|state| state.swap(weight, count + slot * trainable + i));
            }
        }
        self.is_synced = false;
        Ok(())
    }

    fn weights(&mut self) -> Result<Vec<Vec<f32>>> {
        // Of several processes, all have the moving averages of core 0.
        let variables = self.model.variables();
        let own = read_all(&self.core_0()?[..variables.len()])?;
        let values = variables.iter().zip(own).map(|(variable, own)| match variable.trainable {
            true => Ok(own),
            false => self.cores.of_core_0(own),
        });
        values.collect()
    }

    fn set_weights(&mut self, weights: &[Vec<f32>]) -> Result<()> {
        self.model.set_weights(weights.to_vec())?;
        for (i, variable) in self.model.variables().iter().enumerate() {
            let buffers = place(self.cores, variable)?;
            self.state.iter_mut().zip(buffers).for_each(|(state, buffer)| state[i] = buffer);
        }
        Ok(())
    }

    fn save_weights(&mut self, path: &Path) -> Result<()> {
        if !self.cores.device().is_first_process() {
            return Ok(());
        }
        self.sync_changes()?;
        self.model.save_weights(path)
    }

    fn save(&mut self, path: &Path) -> Result<()> {
        if !self.cores.device().is_first_process() {
            return Ok(());
        }
        self.sync_changes()?;
        self.model.save(path)
    }

    fn back_up(&mut self, path: &Path) -> Result<()> {
        if !self.cores.device().is_first_process() {
            return Ok(());
        }
        if let Some(factor) = self.model.variables().iter().find(|v| v.factor.is_some()) {
            return Err(Error::argument(format!(
                "a training of low-rank factors cannot be backed up: files have the weight with their product, and not \
                 {}. Save the model when the training is complete",
                factor.path
            )));
        }
        self.sync()?;
        self.model.save(path)
    }

    fn progress(&mut self) -> Result<Json> {
        if self.cores.device().has_several_processes() {
            return Err(Error::argument(
                "a training of several processes is backed up at the end of an epoch, not after a number of steps",
            ));
        }
        let of_cores = |from_end: usize| self.state.iter().map(move |state| &state[state.len() - from_end]);
        let pair = |state: Vec<u64>| <[u64; 2]>::try_from(state).map_err(|_| lost());
        let bits = |totals: Vec<f32>| totals.into_iter().map(f32::to_bits).collect();
        let progress = EpochProgress {
            steps: usize::try_from(self.iterations - self.before_epoch).unwrap_or(usize::MAX),
            random: read_all(of_cores(RANDOM))?.into_iter().map(pair).collect::<Result<_>>()?,
            totals: read_all(of_cores(TOTALS))?.into_iter().map(bits).collect(),
        };
        Ok(progress.to_json())
    }

    fn metric_direction(&self, name: &str) -> Option<Direction> {
        direction(self.resolved, name)
    }
}

/// A model before its training, which callbacks may restore.
pub(super) struct BeforeTraining<'a> {
    pub model: &'a mut Model,
    /// How far the first epoch is.
    pub progress: Option<EpochProgress>,
}

impl ModelHandle for BeforeTraining<'_> {
    fn weight_shapes(&self) -> Vec<(String, Vec<usize>)> {
        weight_shapes(self.model)
    }

    fn to_json(&self) -> Option<Json> {
        Some(self.model.to_json())
    }

    fn weights(&mut self) -> Result<Vec<Vec<f32>>> {
        Ok(self.model.variables().iter().map(|v| v.values.clone()).collect())
    }

    fn set_weights(&mut self, weights: &[Vec<f32>]) -> Result<()> {
        self.model.set_weights(weights.to_vec())
    }

    fn save_weights(&mut self, path: &Path) -> Result<()> {
        self.model.save_weights(path)
    }

    fn save(&mut self, path: &Path) -> Result<()> {
        self.model.save(path)
    }

    fn back_up(&mut self, path: &Path) -> Result<()> {
        self.model.save(path)
    }

    fn restore(&mut self, path: &Path) -> Result<()> {
        self.model.load_state(path)
    }

    fn set_progress(&mut self, progress: &Json) -> Result<()> {
        self.progress = Some(EpochProgress::from_json(progress)?);
        Ok(())
    }

    fn metric_direction(&self, _name: &str) -> Option<Direction> {
        None
    }
}

/// Paths and shapes of a model's weights.
pub(super) fn weight_shapes(model: &Model) -> Vec<(String, Vec<usize>)> {
    model.variables().iter().map(|variable| (variable.path.clone(), variable.shape.clone())).collect()
}

/// The direction in which the loss or a metric improves.
pub(super) fn direction(resolved: &Resolved, name: &str) -> Option<Direction> {
    let losses = 1 + resolved.tracked_losses();
    let at = resolved.names().iter().position(|of| of == name)?;
    match at.checked_sub(losses) {
        None => Some(Direction::Down),
        Some(metric) => resolved.metrics().nth(metric).map(|(_, m)| m.metric.direction()),
    }
}
