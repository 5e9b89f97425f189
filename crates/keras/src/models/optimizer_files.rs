//! The state of an optimizer, as files have it.
//!
//! An optimizer of optimizers has its own variables, then those of its parts: `inner_optimizer` of a
//! [`LossScaleOptimizer`](crate::optimizers::LossScaleOptimizer), `optimizers/adam` of a
//! [`MultiOptimizer`](crate::optimizers::MultiOptimizer).

use super::model::{Model, OptimizerState};
use super::variable::Variable;
use crate::error::Result;
use crate::optimizers::{LearningRate, LossScaling, Optimizer, Part, Slot};
use crate::saving::{OptimizerWeights, SlotIndex, WeightValue, container_names};

impl Model {
    /// The state of the optimizer in the order of files.
    ///
    /// # Errors
    /// If a path of a weight leaves open which of several optimizers it has.
    pub(super) fn optimizer_weights(&self, optimizer: &dyn Optimizer) -> Result<OptimizerWeights> {
        let trainable: Vec<&Variable> = self.variables().iter().filter(|v| v.trainable).collect();
        let state = self.optimizer_state();
        let iterations = state.map_or(0, |state| i64::try_from(state.iterations).unwrap_or(i64::MAX));
        let rate = state.map_or_else(|| optimizer.options().learning_rate.at(0), |state| state.learning_rate);
        let view = View { whole: optimizer, slots: optimizer.all_slots(), trainable, state };
        let all: Vec<usize> = (0..view.trainable.len()).collect();
        view.weights(&One { optimizer, first: 0, own: &all, iterations, rate })
    }

    /// Sets the state of the compiled optimizer from a file's variables.
    pub(super) fn set_optimizer_weights(&mut self, weights: &OptimizerWeights) {
        let Some(optimizer) = self.compiled().map(|compiled| compiled.optimizer().clone()) else { return };
        let (all, shapes) = (optimizer.all_slots(), self.slot_shapes(&*optimizer));
        // Keras does not count the steps of an optimizer around another one.
        let iterations = weights.with_parts().iter().map(|one| one.iterations).max().unwrap_or(0).max(0) as u64;
        let filled = |slot: usize| {
            let initial = if all[slot].shared { optimizer.shared_after(iterations) } else { all[slot].initial } as f32;
            shapes[slot].iter().map(|shape| vec![initial; shape.iter().product()]).collect::<Vec<Vec<f32>>>()
        };
        let mut slots: Vec<Vec<Vec<f32>>> = (0..shapes.len()).map(filled).collect();
        let mut set = |index: &SlotIndex, data: &[f32]| match index.shared {
            true => slots[index.slot].iter_mut().for_each(|of_variable| *of_variable = data.to_vec()),
            false => slots[index.slot][index.variable] = data.to_vec(),
        };
        for one in weights.with_parts() {
            one.slots.iter().zip(&one.variables).for_each(|(index, value)| set(index, &value.data));
            if let Some(counter) = &one.counter {
                set(counter, &[one.iterations as f32]);
            }
        }
        // A scale is around the optimizer that has the learning rate.
        let of_rate =
            if optimizer.loss_scaling().is_some() { weights.parts.first().map(|(_, part)| part) } else { None };
        let learning_rate = of_rate.unwrap_or(weights).learning_rate;
        let learning_rate = learning_rate.unwrap_or_else(|| optimizer.options().learning_rate.at(iterations));
        self.optimizer_state = Some(OptimizerState { iterations, learning_rate, slots });
    }
}

/// The optimizer of a model, and its state.
struct View<'a> {
    whole: &'a dyn Optimizer,
    /// All slots, also those of parts.
    slots: Vec<Slot>,
    trainable: Vec<&'a Variable>,
    state: Option<&'a OptimizerState>,
}

/// The whole optimizer, or a part of it.
#[derive(Clone, Copy)]
struct One<'a> {
    optimizer: &'a dyn Optimizer,
    /// The number of its first slot.
    first: usize,
    /// The trainable variables that it updates.
    own: &'a [usize],
    iterations: i64,
    /// The learning rate of the next step, unless a schedule computes it.
    rate: f32,
}

impl View<'_> {
    fn weights(&self, one: &One<'_>) -> Result<OptimizerWeights> {
        if let Some(scaling) = one.optimizer.loss_scaling() {
            return self.scaled(one, &scaling);
        }
        if let Some(parts) = one.optimizer.parts() {
            return self.several(one, &parts?);
        }
        let options = one.optimizer.options();
        let constant = matches!(options.learning_rate, LearningRate::Constant(_));
        let count = one.optimizer.all_slots().len();
        Ok(self.plain(options.name, one, constant.then_some(one.rate), count))
    }

    /// The variables of a scale, and those of the optimizer within it.
    fn scaled(&self, one: &One<'_>, scaling: &LossScaling<'_>) -> Result<OptimizerWeights> {
        let counter = one.first + LossScaling::ITERATION;
        let (slot, shared) = (counter, true);
        let counter = one.own.first().map(|variable| SlotIndex { slot, variable: *variable, shared });
        let done = counter.map_or(0, |counter| self.value(&counter)[0] as i64);
        let first = one.first + LossScaling::SLOTS;
        let part = self.weights(&One { optimizer: scaling.inner, first, iterations: done, ..*one })?;
        // The number of updates is a variable of the optimizer within it.
        let mut weights = self.plain(one.optimizer.options().name, one, Some(0.0), LossScaling::ITERATION);
        weights.parts.push(("inner_optimizer".to_owned(), OptimizerWeights { counter, ..part }));
        Ok(weights)
    }

    /// Those of several optimizers.
    fn several(&self, one: &One<'_>, parts: &[Part<'_>]) -> Result<OptimizerWeights> {
        let mut weights = self.plain(one.optimizer.options().name, one, Some(0.0), 0);
        let groups = container_names(parts.iter().map(|part| part.optimizer.class_name()));
        let mut first = one.first;
        for (number, (part, group)) in parts.iter().zip(groups).enumerate() {
            let mut own = Vec::new();
            for variable in one.own {
                if one.optimizer.part_of(&self.trainable[*variable].path)? == number {
                    own.push(*variable);
                }
            }
            // An optimizer without variables does no steps.
            let iterations = if own.is_empty() { 0 } else { one.iterations };
            let Part { optimizer, learning_rate } = *part;
            let part = One { optimizer, first, own: &own, iterations, rate: learning_rate as f32 };
            weights.parts.push((format!("optimizers/{group}"), self.weights(&part)?));
            first += optimizer.all_slots().len();
        }
        Ok(weights)
    }

    /// The variables of an optimizer without parts, with the first `count` of its slots.
    fn plain(&self, name: String, one: &One<'_>, learning_rate: Option<f32>, count: usize) -> OptimizerWeights {
        let slots = self.order(one, one.first..one.first + count);
        let variables = slots.iter().map(|index| {
            let (slot, variable) = (&self.slots[index.slot], self.trainable[index.variable]);
            let path = match (slot.shared, one.optimizer.loss_scaling()) {
                (false, _) => format!("{name}/{}_{}", variable.path.replace('/', "_"), slot.name),
                (true, Some(_)) => format!("{name}/{}", slot.name),
                (true, None) => "variable".to_owned(),
            };
            WeightValue::new(path, self.shape(index), self.value(index))
        });
        let (variables, iterations) = (variables.collect(), one.iterations);
        OptimizerWeights { name, iterations, learning_rate, variables, slots, counter: None, parts: Vec::new() }
    }

    /// The places of the variables of slots in the order of files.
    fn order(&self, one: &One<'_>, slots: std::ops::Range<usize>) -> Vec<SlotIndex> {
        let index = |slot: usize, variable: usize| SlotIndex { slot, variable, shared: self.slots[slot].shared };
        let has = |slot: usize, variable: usize| {
            let (slot, variable) = (&self.slots[slot], self.trainable[variable]);
            !slot.shared && self.whole.slot_shape(slot, &variable.shape, &variable.path).is_some()
        };
        let (mut order, mut first) = (Vec::new(), slots.start);
        while first < slots.end {
            let beside = self.slots[first + 1..slots.end].iter().take_while(|slot| slot.beside).count();
            for v in one.own {
                order.extend((first..=first + beside).filter(|slot| has(*slot, *v)).map(|slot| index(slot, *v)));
            }
            first += 1 + beside;
        }
        let shared = slots.filter(|slot| self.slots[*slot].shared);
        order.extend(shared.zip(std::iter::repeat(one.own.first())).filter_map(|(slot, v)| Some(index(slot, *v?))));
        order
    }

    fn shape(&self, index: &SlotIndex) -> Vec<usize> {
        let variable = self.trainable[index.variable];
        self.whole.slot_shape(&self.slots[index.slot], &variable.shape, &variable.path).unwrap_or_default()
    }

    /// The value of a slot: that of the state, or the initial one.
    fn value(&self, index: &SlotIndex) -> Vec<f32> {
        let of_state = self.state.and_then(|state| state.slots.get(index.slot)?.get(index.variable));
        let initial = || vec![self.slots[index.slot].initial as f32; self.shape(index).iter().product()];
        of_state.cloned().unwrap_or_else(initial)
    }
}
