//! The options common to all optimizers.

use serde_json::{Map, Value as Json, json};

use super::learning_rate::LearningRate;

/// Gradient clipping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clip {
    /// Limits the Euclidean norm of each gradient (Keras's `clipnorm`).
    Norm(f64),
    /// Limits the Euclidean norm of all gradients together (Keras's `global_clipnorm`).
    GlobalNorm(f64),
    /// Limits the magnitude of each element (Keras's `clipvalue`).
    Value(f64),
}

/// The options common to all optimizers.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The learning rate, or its schedule.
    pub learning_rate: LearningRate,
    /// The fraction of each weight, times the learning rate, that is subtracted before a step. Default: none.
    pub weight_decay: Option<f64>,
    /// Gradient clipping. Default: none.
    pub clip: Option<Clip>,
}

impl Options {
    /// A learning rate without weight decay and clipping.
    pub fn new(learning_rate: impl Into<LearningRate>) -> Self {
        Self { learning_rate: learning_rate.into(), weight_decay: None, clip: None }
    }

    /// The part of Keras's `get_config()` that every optimizer has.
    pub(super) fn config(&self, name: &str) -> Map<String, Json> {
        let clip = |limit: fn(Clip) -> Option<f64>| json!(self.clip.and_then(limit));
        let mut config = Map::new();
        config.insert("name".into(), name.into());
        config.insert("learning_rate".into(), self.learning_rate.config());
        config.insert("weight_decay".into(), json!(self.weight_decay));
        config.insert("clipnorm".into(), clip(|c| if let Clip::Norm(n) = c { Some(n) } else { None }));
        config.insert("global_clipnorm".into(), clip(|c| if let Clip::GlobalNorm(n) = c { Some(n) } else { None }));
        config.insert("clipvalue".into(), clip(|c| if let Clip::Value(n) = c { Some(n) } else { None }));
        config
    }
}
