//! The values of all epochs.

use super::{Callback, Logs, TrainContext};
use crate::Result;

/// What `fit` gives back: each value's course over the epochs, by name, in the order in which names came up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    epochs: Vec<usize>,
    courses: Vec<(String, Vec<f64>)>,
}

impl History {
    /// No epochs yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The epochs that were trained, counted from 0.
    pub fn epochs(&self) -> &[usize] {
        &self.epochs
    }

    /// The values of that name, one for each epoch that had it.
    pub fn get(&self, name: &str) -> Option<&[f64]> {
        self.courses.iter().find(|(known, _)| known == name).map(|(_, values)| values.as_slice())
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[f64])> {
        self.courses.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// Keras's `history.history`, as an object of lists; what is not finite is null.
    pub fn to_json(&self) -> serde_json::Value {
        self.iter().map(|(name, values)| (name.to_owned(), serde_json::json!(values))).collect()
    }
}

impl Callback for History {
    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        self.epochs.clear();
        Ok(())
    }

    fn on_epoch_end(&mut self, _ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        self.epochs.push(epoch);
        for (name, value) in logs.iter() {
            match self.courses.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(value),
                None => self.courses.push((name.to_owned(), vec![value])),
            }
        }
        Ok(())
    }
}
