//! What every optimizer does before its own rule: clip gradients, decay weights.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use super::{LearningRate, Updated};
use crate::utils::trace::{clamp, mul_scalar, spread, sum_all};
use crate::{Error, Result};

/// How gradients are kept from growing too large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clip {
    /// Each gradient's Euclidean norm is at most this (Keras's `clipnorm`).
    Norm(f64),
    /// The norm of all gradients together is at most this (Keras's `global_clipnorm`).
    GlobalNorm(f64),
    /// Each element is at most this in magnitude (Keras's `clipvalue`).
    Value(f64),
}

/// What every optimizer takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The learning rate, or its schedule.
    pub learning_rate: LearningRate,
    /// The part of each weight, times the learning rate, that is taken away before a step; none by default.
    pub weight_decay: Option<f64>,
    /// Clipping; none by default.
    pub clip: Option<Clip>,
}

impl Options {
    /// A learning rate, without decay and clipping.
    pub fn new(learning_rate: impl Into<LearningRate>) -> Self {
        Self { learning_rate: learning_rate.into(), weight_decay: None, clip: None }
    }

    /// Adds a step to a program: clips, decays, then applies `rule` to each parameter with its gradient and its slots.
    /// The rule gives the new parameter and the new slots.
    pub(super) fn apply_each(
        &self,
        b: &mut FuncBuilder,
        step: Step<'_>,
        mut rule: impl FnMut(&mut FuncBuilder, Value, Value, &[Value]) -> stablehlo::Result<(Value, Vec<Value>)>,
    ) -> Result<Updated> {
        step.check(b)?;
        let grads = step.params.iter().zip(step.grads).map(|(p, g)| b.convert(*g, b.ty(*p).element));
        let grads = grads.collect::<stablehlo::Result<Vec<Value>>>()?;
        let grads = self.clipped(b, grads)?;
        let mut params = Vec::with_capacity(grads.len());
        let mut slots = vec![Vec::with_capacity(grads.len()); step.slot_names.len()];
        for (i, (param, grad)) in step.params.iter().zip(grads).enumerate() {
            let old: Vec<Value> = step.slots.iter().map(|slot| slot[i]).collect();
            let param = self.decayed(b, *param, step.learning_rate)?;
            let (param, new) = rule(b, param, grad, &old)?;
            params.push(param);
            for (slot, value) in slots.iter_mut().zip(new) {
                slot.push(value);
            }
        }
        Ok((params, slots))
    }

    fn clipped(&self, b: &mut FuncBuilder, grads: Vec<Value>) -> stablehlo::Result<Vec<Value>> {
        match self.clip {
            None => Ok(grads),
            Some(Clip::Value(limit)) => grads.into_iter().map(|g| clamp(b, -limit, g, limit)).collect(),
            Some(Clip::Norm(limit)) => grads
                .into_iter()
                .map(|g| {
                    let squares = b.multiply(g, g)?;
                    let total = sum_all(b, squares)?;
                    let factor = shrinking_factor(b, total, limit)?;
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
                let factor = shrinking_factor(b, total, limit)?;
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

    fn decayed(&self, b: &mut FuncBuilder, param: Value, learning_rate: Value) -> stablehlo::Result<Value> {
        let Some(decay) = self.weight_decay else { return Ok(param) };
        let loss = mul_scalar(b, param, decay)?;
        let learning_rate = b.convert(learning_rate, b.ty(param).element)?;
        let learning_rate = spread(b, learning_rate, param)?;
        let loss = b.multiply(loss, learning_rate)?;
        b.subtract(param, loss)
    }

    /// The part of Keras's `get_config()` that every optimizer has.
    pub(super) fn config(&self, name: &str) -> serde_json::Map<String, serde_json::Value> {
        let clip = |wanted: fn(Clip) -> Option<f64>| serde_json::json!(self.clip.and_then(wanted));
        let mut config = serde_json::Map::new();
        config.insert("name".into(), name.into());
        config.insert("learning_rate".into(), self.learning_rate.config());
        config.insert("weight_decay".into(), serde_json::json!(self.weight_decay));
        config.insert("clipnorm".into(), clip(|c| if let Clip::Norm(n) = c { Some(n) } else { None }));
        config.insert("global_clipnorm".into(), clip(|c| if let Clip::GlobalNorm(n) = c { Some(n) } else { None }));
        config.insert("clipvalue".into(), clip(|c| if let Clip::Value(n) = c { Some(n) } else { None }));
        config
    }
}

/// `limit / max(norm, limit)`, for the squares' total.
fn shrinking_factor(b: &mut FuncBuilder, total: Value, limit: f64) -> stablehlo::Result<Value> {
    let norm = b.sqrt(total)?;
    let limit = b.full_like(norm, limit)?;
    let larger = b.maximum(norm, limit)?;
    // A norm that is no number makes every weight none, which is seen, rather than a step that looks like one.
    let finite = b.compare(Direction::Eq, norm, norm)?;
    let larger = b.select(finite, larger, norm)?;
    b.divide(limit, larger)
}

/// What an optimizer is given for one step.
pub(super) struct Step<'a> {
    pub optimizer: &'static str,
    pub slot_names: &'static [&'static str],
    pub learning_rate: Value,
    pub params: &'a [Value],
    pub grads: &'a [Value],
    pub slots: Vec<Vec<Value>>,
}

impl Step<'_> {
    fn check(&self, b: &FuncBuilder) -> Result<()> {
        let name = self.optimizer;
        if self.params.len() != self.grads.len() {
            let (params, grads) = (self.params.len(), self.grads.len());
            return Err(Error::argument(format!("{name}: {params} parameters with {grads} gradients")));
        }
        if self.slots.len() != self.slot_names.len() || self.slots.iter().any(|s| s.len() != self.params.len()) {
            let given: Vec<usize> = self.slots.iter().map(Vec::len).collect();
            let (wanted, params) = (self.slot_names, self.params.len());
            return Err(Error::argument(format!(
                "{name}: needs {params} variables for each of {wanted:?}, and was given {given:?}"
            )));
        }
        for (i, (p, g)) in self.params.iter().zip(self.grads).enumerate() {
            let others = self.slots.iter().map(|s| s[i]).chain([*g]);
            if let Some(other) = others.into_iter().find(|v| b.dims(*v) != b.dims(*p)) {
                let (param, other) = (b.ty(*p), b.ty(other));
                return Err(Error::shape(format!("{name}: parameter {i} is {param}, its gradient or slot {other}")));
            }
        }
        Ok(())
    }
}
