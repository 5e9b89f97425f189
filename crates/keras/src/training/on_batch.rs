//! Single batches: `train_on_batch`, `test_on_batch`, `predict_on_batch`.

use crate::array::Array;
use crate::arrays::{Arrays, Samples};
use crate::callbacks::Logs;
use crate::error::Result;
use crate::verbosity::Verbose;

use super::device_model::DeviceModel;
use super::options::{Fit, Infer};

impl DeviceModel {
    /// One training step on these samples: a pair of inputs and targets, or a triple with weights. Returns
    /// the loss and the metrics of the batch alone, before the step.
    ///
    /// ```no_run
    /// # fn example(mut model: keras::DeviceModel, x: keras::Array, y: keras::Array) -> keras::Result<()> {
    /// let logs = model.train_on_batch((&x, &y))?;
    /// println!("{:?}", logs.get("loss"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit).
    pub fn train_on_batch(&mut self, samples: impl Into<Samples>) -> Result<Logs> {
        self.train_on_batch_with(samples, [])
    }

    /// One training step as [`train_on_batch`](Self::train_on_batch) does it, with Keras's `class_weight`:
    /// the weights of classes, for a model with one output; a class without one has weight 1.
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit).
    pub fn train_on_batch_with(
        &mut self,
        samples: impl Into<Samples>,
        class_weight: impl IntoIterator<Item = (usize, f64)>,
    ) -> Result<Logs> {
        let Samples { x, y, weights } = samples.into();
        let rows = x.first().map_or(1, Array::rows).max(1);
        let settings = Fit {
            batch_size: rows.next_multiple_of(self.device().cores()),
            sample_weight: weights,
            class_weight: class_weight.into_iter().collect(),
            shuffle: false,
            verbose: Verbose::Silent,
            ..Fit::default()
        };
        let history = self.train(x, y, settings, false)?;
        Ok(history.iter().filter_map(|(name, values)| Some((name.to_owned(), *values.last()?))).collect())
    }

    /// The loss and the metrics of these samples: a pair of inputs and targets, or a triple with weights.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn test_on_batch(&mut self, samples: impl Into<Samples>) -> Result<Logs> {
        let Samples { x, y, weights } = samples.into();
        let rows = x.first().map_or(1, Array::rows).max(1);
        self.evaluate(x, y, Infer { sample_weight: weights, ..Infer::silent(rows) })
    }

    /// The outputs for these rows, in the order of the model's outputs.
    ///
    /// # Errors
    /// Those of [`predict_all`](Self::predict_all).
    pub fn predict_on_batch(&mut self, x: impl Into<Arrays>) -> Result<Vec<Array>> {
        let x = x.into();
        let rows = x.first().map_or(1, Array::rows).max(1);
        self.predict_all(x, Infer::silent(rows))
    }
}
