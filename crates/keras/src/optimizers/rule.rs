//! The part of a step that all optimizers share: checks, clipping, weight decay, then the rule of each
//! parameter.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use super::optimizer::{Optimizer, Step, Updated};
use super::options::Clip;
use crate::error::{Error, Result};
use crate::utils::trace::{clamp, mul_scalar, spread, sum_all};

/// Appends a step to a program: clips the gradients, decays the weights, then applies `rule` to each
/// parameter with its gradient and its slots. The rule returns the new parameter and the new slots.
pub(super) fn apply_rule(
    optimizer: &dyn Optimizer,
    b: &mut FuncBuilder,
    step: &Step<'_>,
    mut rule: impl FnMut(&mut FuncBuilder, Value, Value, &[Value]) -> stablehlo::Result<(Value, Vec<Value>)>,
) -> Result<Updated> {
    check(optimizer, b, step)?;
    let options = optimizer.options();
    let grads = step.params.iter().zip(step.grads).map(|(p, g)| b.convert(*g, b.ty(*p).element));
    let grads = grads.collect::<stablehlo::Result<Vec<Value>>>()?;
    let grads = clip_gradients(b, options.clip, grads)?;
    let mut params = Vec::with_capacity(grads.len());
    let mut slots = vec![Vec::with_capacity(grads.len()); step.slots.len()];
    for (i, (param, grad)) in step.params.iter().zip(grads).enumerate() {
        let old: Vec<Value> = step.slots.iter().map(|slot| slot[i]).collect();
        let param = decay(b, options.weight_decay, *param, step.learning_rate)?;
        let (param, new) = rule(b, param, grad, &old)?;
        params.push(param);
        for (slot, value) in slots.iter_mut().zip(new) {
            slot.push(value);
        }
    }
    Ok((params, slots))
}

fn check(optimizer: &dyn Optimizer, b: &FuncBuilder, step: &Step<'_>) -> Result<()> {
    let name = optimizer.name();
    if step.params.len() != step.grads.len() {
        let (params, grads) = (step.params.len(), step.grads.len());
        return Err(Error::argument(format!("{name}: {params} parameters with {grads} gradients")));
    }
    let slot_names = optimizer.slot_names();
    if step.slots.len() != slot_names.len() || step.slots.iter().any(|s| s.len() != step.params.len()) {
        let given: Vec<usize> = step.slots.iter().map(Vec::len).collect();
        let params = step.params.len();
        return Err(Error::argument(format!(
            "{name}: needs {params} variables for each of {slot_names:?}, and was given {given:?}"
        )));
    }
    for (i, (p, g)) in step.params.iter().zip(step.grads).enumerate() {
        let others = step.slots.iter().map(|s| s[i]).chain([*g]);
        if let Some(other) = others.into_iter().find(|v| b.dims(*v) != b.dims(*p)) {
            let (param, other) = (b.ty(*p), b.ty(other));
            return Err(Error::shape(format!("{name}: parameter {i} is {param}, its gradient or slot {other}")));
        }
    }
    Ok(())
}

fn clip_gradients(b: &mut FuncBuilder, clip: Option<Clip>, grads: Vec<Value>) -> stablehlo::Result<Vec<Value>> {
    match clip {
        None => Ok(grads),
        Some(Clip::Value(limit)) => grads.into_iter().map(|g| clamp(b, -limit, g, limit)).collect(),
        Some(Clip::Norm(limit)) => grads
            .into_iter()
            .map(|g| {
                let squares = b.multiply(g, g)?;
                let total = sum_all(b, squares)?;
                let factor = clip_factor(b, total, limit)?;
                let factor = spread(b, factor, g)?;
                b.multiply(g, factor)
            })
            .collect(),
        Some(Clip::GlobalNorm(limit)) => {
            let mut total = b.full(TensorType::scalar(ElementType::F32), 0.0)?;
            for g in &grads {
                let squares = b.multiply(*g, *g)?;
                let sum = sum_all(b, squares)?;
                let sum = b.convert(sum, ElementType::F32)?;
                total = b.add(total, sum)?;
            }
            let factor = clip_factor(b, total, limit)?;
            grads
                .into_iter()
                .map(|g| {
                    let factor = b.convert(factor, b.ty(g).element)?;
                    let factor = spread(b, factor, g)?;
                    b.multiply(g, factor)
                })
                .collect()
        }
    }
}

/// `limit / max(norm, limit)`, where `total` is the square of the norm.
fn clip_factor(b: &mut FuncBuilder, total: Value, limit: f64) -> stablehlo::Result<Value> {
    let norm = b.sqrt(total)?;
    let limit = b.full_like(norm, limit)?;
    let larger = b.maximum(norm, limit)?;
    // A NaN norm turns every weight into NaN, which the check of the step detects; a maximum could hide it.
    let finite = b.compare(Direction::Eq, norm, norm)?;
    let larger = b.select(finite, larger, norm)?;
    b.divide(limit, larger)
}

fn decay(
    b: &mut FuncBuilder,
    weight_decay: Option<f64>,
    param: Value,
    learning_rate: Value,
) -> stablehlo::Result<Value> {
    let Some(weight_decay) = weight_decay else { return Ok(param) };
    let loss = mul_scalar(b, param, weight_decay)?;
    let learning_rate = b.convert(learning_rate, b.ty(param).element)?;
    let learning_rate = spread(b, learning_rate, param)?;
    let loss = b.multiply(loss, learning_rate)?;
    b.subtract(param, loss)
}
