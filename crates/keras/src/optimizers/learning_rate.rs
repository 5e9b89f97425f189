//! Learning rates, which the host computes and passes to the program.

use serde_json::{Value as Json, json};

use super::schedules::LearningRateSchedule;
use crate::error::Result;
use crate::json;
use crate::objects::{Field, Handle, Registry};

/// A learning rate: one number, or a schedule.
#[derive(Clone, Debug, PartialEq)]
pub enum LearningRate {
    /// A constant, which callbacks can change.
    Constant(f64),
    /// A schedule.
    Schedule(Handle<dyn LearningRateSchedule>),
}

impl LearningRate {
    /// The learning rate of a step, counted from 0.
    pub fn at(&self, step: u64) -> f32 {
        match self {
            Self::Constant(rate) => *rate as f32,
            Self::Schedule(schedule) => schedule.at(step) as f32,
        }
    }
}

impl Field for LearningRate {
    fn expected() -> String {
        "a number or a learning rate schedule".to_owned()
    }

    /// A number is written in the precision in which Keras keeps it.
    fn to_json(&self) -> Json {
        match self {
            Self::Constant(rate) => json!(*rate as f32),
            Self::Schedule(schedule) => schedule.serialize(),
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        match json::as_number(json) {
            Some(rate) => Ok(Some(Self::Constant(rate))),
            None => Ok(Field::from_json(json, registry)?.map(Self::Schedule)),
        }
    }
}

impl From<f64> for LearningRate {
    fn from(rate: f64) -> Self {
        Self::Constant(rate)
    }
}

impl From<f32> for LearningRate {
    fn from(rate: f32) -> Self {
        Self::Constant(f64::from(rate))
    }
}

impl<T: LearningRateSchedule> From<T> for LearningRate {
    fn from(schedule: T) -> Self {
        Self::Schedule(schedule.into())
    }
}

impl From<Handle<dyn LearningRateSchedule>> for LearningRate {
    fn from(schedule: Handle<dyn LearningRateSchedule>) -> Self {
        Self::Schedule(schedule)
    }
}
