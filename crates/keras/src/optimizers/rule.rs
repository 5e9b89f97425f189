//! The part of a step that all optimizers share: checks, accumulation, clipping, weight decay, the rule of
//! each parameter, and moving averages of the parameters.

use stablehlo::{ElementType, FuncBuilder, Value};

use super::optimizer::{LossScaling, Optimizer, Part, Slot, Step, Update, Updated};
use super::options::Options;
use crate::error::{Error, Result};
use crate::ops::{self, Axes, Tensor};

const AVERAGE: Slot = Slot::zero("average");
const ACCUMULATOR: Slot = Slot::zero("gradient_accumulator");

/// The slots that the options ask for, in Keras's order.
fn slots_of(options: &Options) -> Vec<Slot> {
    let average = options.ema.map(|_| AVERAGE);
    average.into_iter().chain(options.gradient_accumulation_steps.map(|_| ACCUMULATOR)).collect()
}

impl dyn Optimizer + '_ {
    /// All variables that are stored for each parameter: those of the options, then those of the rule.
    pub fn all_slots(&self) -> Vec<Slot> {
        let mut slots = slots_of(&self.options());
        slots.extend(self.slots());
        slots
    }

    /// The slot that has the moving average of the parameter with this path; `None` without averages of it.
    ///
    /// # Errors
    /// If it is left open which of several optimizers has the parameter.
    pub(crate) fn average_slot(&self, path: &str) -> Result<Option<usize>> {
        if let Some(scaling) = self.loss_scaling() {
            return Ok(scaling.inner.average_slot(path)?.map(|slot| LossScaling::SLOTS + slot));
        }
        if let Some(parts) = self.parts() {
            let (parts, owner) = (parts?, self.part_of(path)?);
            let before: usize = parts.iter().take(owner).map(|part| part.optimizer.all_slots().len()).sum();
            let own = parts.get(owner).map_or(Ok(None), |part| part.optimizer.average_slot(path))?;
            return Ok(own.map(|slot| before + slot));
        }
        Ok(self.options().ema.map(|_| 0))
    }

    /// Appends one step to a program: clips the gradients, decays the weights, and applies the rule.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) or [`ErrorKind::Shape`](crate::ErrorKind::Shape)
    /// if the numbers or types of parameters, gradients and slots do not match.
    pub fn apply(&self, b: &mut FuncBuilder, step: &Step<'_>) -> Result<Updated> {
        let options = self.options();
        options.check()?;
        check(self, &options.name, b, step)?;
        let (count, slots) = (step.params.len(), step.slots.len());
        let scalars = [step.iteration, step.learning_rate];
        let values: Vec<Value> =
            scalars.iter().chain(step.params).chain(step.grads).chain(step.slots.iter().flatten()).copied().collect();
        let results = ops::traced(b, &values, |all| {
            let (scalars, rest) = all.split_at(2);
            let (params, rest) = rest.split_at(count);
            let (grads, rest) = rest.split_at(count);
            let slots: Vec<Vec<Tensor>> =
                (0..count).map(|param| (0..slots).map(|slot| rest[slot * count + param].clone()).collect()).collect();
            let inputs = Inputs { optimizer: self, options: &options, paths: step.paths, scalars, params };
            Ok(inputs.step(grads, &slots)?.concat())
        })?;
        // One list for each parameter, of the parameter and its slots.
        let column = |at: usize| results.iter().skip(at).step_by(slots + 1).copied().collect::<Vec<Value>>();
        Ok((column(0), (1..=slots).map(column).collect()))
    }
}

/// The inputs of a step, without gradients and slots.
struct Inputs<'a> {
    optimizer: &'a dyn Optimizer,
    options: &'a Options,
    paths: &'a [String],
    /// The iteration and the learning rate.
    scalars: &'a [Tensor],
    params: &'a [Tensor],
}

impl Inputs<'_> {
    /// The new parameters, each with its new slots.
    fn step(&self, grads: &[Tensor], slots: &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>> {
        if let Some(scaling) = self.optimizer.loss_scaling() {
            return self.unscaled(&scaling, grads, slots);
        }
        if let Some(parts) = self.optimizer.parts() {
            return self.in_parts(&parts?, grads, slots);
        }
        let grads: Vec<Tensor> = grads.iter().zip(self.params).map(|(g, p)| g.to(p.element())).collect();
        let steps = self.options.gradient_accumulation_steps;
        let mut updated = match steps {
            None => self.updates(&grads, slots, &self.scalars[0])?,
            Some(steps) => self.accumulated(&grads, slots, steps)?,
        };
        if let Some((momentum, frequency)) = self.options.ema {
            // The number of updates before this step.
            let before = &self.scalars[0] - 1.0;
            let done = ops::floor_divide(&before, &ops::full_like(&before, steps.unwrap_or(1) as f64));
            for (new, old) in updated.iter_mut().zip(slots) {
                new[1] = averaged(&old[0], &new[0], &done, momentum);
                if let Some(frequency) = frequency {
                    let times = ops::full_like(&done, frequency as f64);
                    let replaces = ops::equal(&ops::mod_(&(&done + 1.0), &times), &ops::zeros_like(&done));
                    new[0] = ops::where_(&replaces, &new[1], &new[0]);
                }
            }
        }
        Ok(updated)
    }

    /// The step of the inner optimizer with the gradients of a scaled loss, unless they are not finite.
    fn unscaled(&self, scaling: &LossScaling<'_>, grads: &[Tensor], slots: &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>> {
        let Some(own) = slots.first().and_then(|slots| slots.get(..LossScaling::SLOTS)) else { return Ok(Vec::new()) };
        let (finite, next) = scaling.next(grads, own);
        let scale = &own[LossScaling::SCALE];
        let grads: Vec<Tensor> = grads.iter().map(|grad| grad / scale.to(grad.element())).collect();
        let of_inner: Vec<Vec<Tensor>> = slots.iter().map(|slots| slots[LossScaling::SLOTS..].to_vec()).collect();
        let options = scaling.inner.options();
        let scalars = [(&own[2] + 1.0).to(self.scalars[0].element()), self.scalars[1].clone()];
        let inner = Inputs { optimizer: scaling.inner, options: &options, scalars: &scalars, ..*self };
        let updated = inner.step(&grads, &of_inner)?;
        let mut results = Vec::with_capacity(updated.len());
        for ((new, slots), param) in updated.iter().zip(&of_inner).zip(self.params) {
            let old = std::iter::once(param).chain(slots);
            let mut kept: Vec<Tensor> = new.iter().zip(old).map(|(new, old)| ops::where_(&finite, new, old)).collect();
            kept.splice(1..1, next.iter().cloned());
            results.push(kept);
        }
        Ok(results)
    }

    /// The steps of several optimizers, each with its own parameters.
    fn in_parts(&self, parts: &[Part<'_>], grads: &[Tensor], slots: &[Vec<Tensor>]) -> Result<Vec<Vec<Tensor>>> {
        let path = |i: usize| self.paths.get(i).map_or("", String::as_str);
        let owners = (0..grads.len()).map(|i| self.optimizer.part_of(path(i))).collect::<Result<Vec<usize>>>()?;
        let mut results: Vec<Vec<Tensor>> = self
            .params
            .iter()
            .zip(slots)
            .map(|(param, slots)| [std::slice::from_ref(param), &slots[..]].concat())
            .collect();
        let mut start = 0;
        for (part, Part { optimizer, learning_rate }) in parts.iter().enumerate() {
            let own: Vec<usize> = (0..grads.len()).filter(|i| owners[*i] == part).collect();
            let (options, range) = (optimizer.options(), start..start + optimizer.all_slots().len());
            start = range.end;
            let params: Vec<Tensor> = own.iter().map(|i| self.params[*i].clone()).collect();
            let paths: Vec<String> = own.iter().map(|i| path(*i).to_owned()).collect();
            let grads: Vec<Tensor> = own.iter().map(|i| grads[*i].clone()).collect();
            let of_part: Vec<Vec<Tensor>> = own.iter().map(|i| slots[*i][range.clone()].to_vec()).collect();
            let scalars = [self.scalars[0].clone(), ops::full_like(&self.scalars[1], *learning_rate)];
            let inputs =
                Inputs { optimizer: *optimizer, options: &options, paths: &paths, scalars: &scalars, params: &params };
            for (i, new) in own.iter().zip(inputs.step(&grads, &of_part)?) {
                results[*i][0] = new[0].clone();
                results[*i][1 + range.start..1 + range.end].clone_from_slice(&new[1..]);
            }
        }
        Ok(results)
    }

    /// An update by the mean of the gradients of so many steps, every so many steps.
    fn accumulated(&self, grads: &[Tensor], slots: &[Vec<Tensor>], steps: usize) -> Result<Vec<Vec<Tensor>>> {
        let at = usize::from(self.options.ema.is_some());
        let sums: Vec<Tensor> = grads.iter().zip(slots).map(|(g, slots)| g + &slots[at]).collect();
        let means: Vec<Tensor> = sums.iter().map(|sum| sum / steps as f64).collect();
        let iteration = &self.scalars[0];
        let count = ops::floor_divide(iteration, &ops::full_like(iteration, steps as f64));
        let updates = ops::equal(&(&count * steps as f64), iteration);
        let updated = self.updates(&means, slots, &ops::maximum(&count, &ops::ones_like(&count)))?;
        let mut results = Vec::with_capacity(updated.len());
        for (((new, old), param), sum) in updated.into_iter().zip(slots).zip(self.params).zip(&sums) {
            let old = std::iter::once(param).chain(old);
            let selected = new.iter().zip(old).enumerate().map(|(i, (new, old))| match i {
                i if i == at + 1 => ops::where_(&updates, &ops::zeros_like(sum), sum),
                _ => ops::where_(&updates, new, old),
            });
            results.push(selected.collect());
        }
        Ok(results)
    }

    /// For each parameter, the new parameter and its new slots.
    fn updates(&self, grads: &[Tensor], slots: &[Vec<Tensor>], iteration: &Tensor) -> Result<Vec<Vec<Tensor>>> {
        let grads = clipped(self.options, grads);
        let own = slots_of(self.options).len();
        let mut results = Vec::with_capacity(grads.len());
        for (i, (param, grad)) in self.params.iter().zip(grads).enumerate() {
            let path = self.paths.get(i).map_or("", String::as_str);
            let learning_rate = self.scalars[1].to(param.element());
            let decayed = match self.optimizer.decay_of(param.shape(), path) {
                Some(decay) => param - param * decay * &learning_rate,
                None => param.clone(),
            };
            let (before, of_rule) = slots[i].split_at(own);
            let update = Update {
                param: decayed,
                undecayed: param.clone(),
                grad,
                slots: of_rule.to_vec(),
                learning_rate,
                iteration: iteration.to(param.element()),
                path,
            };
            let (new, mut rule_slots) = self.optimizer.update(&update)?;
            if rule_slots.len() != of_rule.len() {
                let (name, given, expected) = (&self.options.name, rule_slots.len(), of_rule.len());
                return Err(Error::argument(format!("{name}: the rule returns {given} slots, it declares {expected}")));
            }
            for (rule_slot, old) in rule_slots.iter_mut().zip(of_rule) {
                *rule_slot = rule_slot.to(old.element());
            }
            let before = before.iter().cloned();
            results.push(std::iter::once(new.to(param.element())).chain(before).chain(rule_slots).collect());
        }
        Ok(results)
    }
}

/// The moving average of a parameter; after the first update it is the parameter.
fn averaged(average: &Tensor, param: &Tensor, done: &Tensor, momentum: f64) -> Tensor {
    let later = ops::not_equal(done, &ops::zeros_like(done)).to(param.element());
    let momentum = later * momentum;
    &momentum * average + (1.0 - &momentum) * param
}

fn check(optimizer: &dyn Optimizer, name: &str, b: &FuncBuilder, step: &Step<'_>) -> Result<()> {
    if step.params.len() != step.grads.len() {
        let (params, grads) = (step.params.len(), step.grads.len());
        return Err(Error::argument(format!("{name}: {params} parameters with {grads} gradients")));
    }
    let slots = optimizer.all_slots();
    // A model without trainable weights has no variables of an optimizer, either.
    let is_complete = step.params.is_empty() || step.slots.len() == slots.len();
    if !is_complete || step.slots.iter().any(|s| s.len() != step.params.len()) {
        let given: Vec<usize> = step.slots.iter().map(Vec::len).collect();
        let (params, names) = (step.params.len(), slots.iter().map(|slot| slot.name).collect::<Vec<_>>());
        return Err(Error::argument(format!(
            "{name}: needs {params} variables for each of {names:?}, and was given {given:?}"
        )));
    }
    for (i, (param, grad)) in step.params.iter().zip(step.grads).enumerate() {
        let path = step.paths.get(i).map_or("", String::as_str);
        let of_slot = |slot: &Slot| optimizer.slot_shape(slot, b.dims(*param), path).unwrap_or_default();
        let expected = slots.iter().map(of_slot).chain([b.dims(*param).to_vec()]);
        let given = step.slots.iter().map(|slot| slot[i]).chain([*grad]);
        if let Some((_, other)) = expected.zip(given).find(|(expected, value)| b.dims(*value) != expected) {
            let (param, other) = (b.ty(*param), b.ty(other));
            return Err(Error::shape(format!("{name}: parameter {i} is {param}, its gradient or slot {other}")));
        }
    }
    Ok(())
}

fn clipped(options: &Options, grads: &[Tensor]) -> Vec<Tensor> {
    let sum_of_squares = |x: &Tensor| ops::sum(&ops::square(x), Axes::All, false);
    if let Some(limit) = options.clipvalue {
        return grads.iter().map(|g| ops::clip(g, -limit, limit)).collect();
    }
    if let Some(limit) = options.clipnorm {
        return grads.iter().map(|g| g * clip_factor(&sum_of_squares(g), limit)).collect();
    }
    let squares: Vec<Tensor> = match options.global_clipnorm {
        Some(_) => grads.iter().map(|g| sum_of_squares(g).to(ElementType::F32)).collect(),
        None => Vec::new(),
    };
    match (squares.into_iter().reduce(|a, b| a + b), options.global_clipnorm) {
        (Some(total), Some(limit)) => {
            let factor = clip_factor(&total, limit);
            grads.iter().map(|g| g * factor.to(g.element())).collect()
        }
        _ => grads.to_vec(),
    }
}

/// `limit / max(norm, limit)`, where `total` is the square of the norm.
fn clip_factor(total: &Tensor, limit: f64) -> Tensor {
    let norm = ops::sqrt(total);
    let limit = ops::full_like(&norm, limit);
    // A NaN norm turns every weight into NaN, which the check of the step detects; a maximum could hide it.
    let larger = ops::where_(&ops::equal(&norm, &norm), &ops::maximum(&norm, &limit), &norm);
    limit / larger
}
