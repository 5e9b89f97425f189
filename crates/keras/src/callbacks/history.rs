//! The history of a training.

use super::callback::Callback;
use super::context::TrainContext;
use super::logs::Logs;
use crate::error::Result;

/// The history of a training: the values of all epochs by name, in the order in which the names first
/// occurred.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    epochs: Vec<usize>,
    series: Vec<(String, Vec<f64>)>,
}

impl History {
    /// An empty history.
    pub fn new() -> Self {
        Self::default()
    }

    /// The epochs that were trained, counted from 0.
    pub fn epochs(&self) -> &[usize] {
        &self.epochs
    }

    /// Adds the epochs of a training that went on after this one.
    ///
    /// ```
    /// # fn example(first: keras::callbacks::History, second: &keras::callbacks::History) {
    /// let mut all = first;
    /// all.append(second);
    /// # }
    /// ```
    pub fn append(&mut self, later: &History) {
        self.epochs.extend_from_slice(&later.epochs);
        for (name, values) in &later.series {
            match self.series.iter_mut().find(|(known, _)| known == name) {
                Some((_, all)) => all.extend_from_slice(values),
                None => self.series.push((name.clone(), values.clone())),
            }
        }
    }

    /// The values with this name, one for each epoch that had one.
    pub fn get(&self, name: &str) -> Option<&[f64]> {
        self.series.iter().find(|(known, _)| known == name).map(|(_, values)| values.as_slice())
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[f64])> {
        self.series.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// All values as text, which keeps every digit, and values that are not finite.
    pub(super) fn to_text(&self) -> serde_json::Value {
        let text = |values: &[f64]| values.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>();
        self.iter().map(|(name, values)| (name.to_owned(), serde_json::json!(text(values)))).collect()
    }

    /// The history of so many epochs that [`to_text`](Self::to_text) has written.
    pub(super) fn from_text(json: &serde_json::Value, epochs: usize) -> Self {
        let number = |value: &serde_json::Value| value.as_str().and_then(|text| text.parse().ok());
        let series = json.as_object().into_iter().flatten().filter_map(|(name, values)| {
            let values: Option<Vec<f64>> = values.as_array()?.iter().map(number).collect();
            Some((name.clone(), values?))
        });
        Self { epochs: (0..epochs).collect(), series: series.collect() }
    }

    /// Keras's `history.history` as a JSON object of lists; values that are not finite are null.
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
            match self.series.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(value),
                None => self.series.push((name.to_owned(), vec![value])),
            }
        }
        Ok(())
    }
}
