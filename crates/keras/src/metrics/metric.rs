//! The trait of metrics.

use stablehlo::{FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::losses::Targets;
use crate::objects::Object;
use crate::ops::{self, Tensor};

/// The direction in which a metric improves: the `auto` mode of callbacks that monitor one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Higher is better.
    Up,
    /// Lower is better.
    Down,
}

/// A value that is reported besides the loss.
///
/// A metric has a state, some tensors. Each step adds to it on each core; at the end the states of the cores
/// are added and give the result. A metric that is a mean over samples is declared by
/// [`mean_metric!`](crate::mean_metric), any other by [`metric!`](crate::metric) and this trait.
///
/// ```
/// use keras::metrics::{Metric, resolve};
/// use keras::objects::Object;
/// // Class numbers and ten outputs, both shapes including the batch: Keras's "accuracy" is the sparse one.
/// let accuracy = resolve("accuracy", &[32], &[32, 10])?;
/// assert_eq!((accuracy.class_name(), accuracy.name()), ("SparseCategoricalAccuracy", "accuracy"));
/// # Ok::<(), keras::Error>(())
/// ```
pub trait Metric: Object {
    /// The name in logs and history.
    fn name(&self) -> &str;

    /// The direction in which it improves.
    fn direction(&self) -> Direction {
        Direction::Up
    }

    /// The targets that the metric takes.
    fn targets(&self) -> Targets {
        Targets::Values
    }

    /// The shapes of the tensors of the state, for targets and predictions of these shapes, both including
    /// the batch.
    ///
    /// # Errors
    /// If the shapes do not fit the metric.
    fn state(&self, y_true: &[usize], y_pred: &[usize]) -> Result<Vec<Vec<usize>>>;

    /// What a batch adds to each tensor of the state. Predictions are `float32`; targets are as
    /// [`targets`](Self::targets) says. `weights`, `float32` `[n]`, are those of the rows; a row of weight 0
    /// does not count. A mean also takes weights of the values, such as `[n, steps]`.
    ///
    /// # Errors
    /// If the inputs do not fit.
    fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>>;

    /// The values of a state; one for most metrics. The tensors are row-major.
    fn results(&self, state: &[Vec<f64>]) -> Vec<f64>;

    /// The value in logs: the mean of the [`results`](Self::results).
    fn result(&self, state: &[Vec<f64>]) -> f64 {
        let results = self.results(state);
        if results.len() == 1 { results[0] } else { results.iter().sum::<f64>() / results.len() as f64 }
    }

    /// If true, steps that the predictions' mask excludes do not count: the mask is part of the weights,
    /// which then have the mask's shape, `[n, steps]`. Default: false, as for Keras's metrics that are no
    /// means.
    fn applies_masks(&self) -> bool {
        false
    }

    /// Checks that the shape of the targets fits the shape of the predictions, both including the batch
    /// dimension.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if it does not; the message names the metric and both
    /// shapes.
    fn check_shapes(&self, y_true: &[usize], y_pred: &[usize]) -> Result<()> {
        if self.targets().check(self.name(), y_true, y_pred).is_err() {
            let name = self.name();
            return Err(Error::shape(format!(
                "metric {name}: targets of shape {y_true:?} do not fit predictions of shape {y_pred:?}"
            )));
        }
        self.state(y_true, y_pred).map(|_| ())
    }
}

impl dyn Metric {
    /// Appends to a program what a batch adds to the state.
    ///
    /// # Errors
    /// Those of [`check_shapes`](Metric::check_shapes) and [`update`](Metric::update).
    pub fn trace(
        &self,
        b: &mut FuncBuilder,
        y_true: Value,
        y_pred: Value,
        weights: Option<Value>,
    ) -> Result<Vec<Value>> {
        self.check_shapes(b.dims(y_true), b.dims(y_pred))?;
        let state = self.state(b.dims(y_true), b.dims(y_pred))?;
        let inputs: Vec<Value> = [y_true, y_pred].into_iter().chain(weights).collect();
        let added = ops::traced(b, &inputs, |x| {
            let (y_true, y_pred) = self.targets().fit(&x[0], &x[1].to(stablehlo::ElementType::F32));
            self.update(&y_true, &y_pred, x.get(2))
        });
        let added = added.map_err(|e| e.at(format_args!("metric {}", self.name())))?;
        let shapes: Vec<Vec<usize>> = added.iter().map(|v| b.dims(*v).to_vec()).collect();
        if shapes != state {
            let name = self.name();
            return Err(Error::shape(format!(
                "metric {name}: a batch adds tensors of shapes {shapes:?} to a state of shapes {state:?}"
            )));
        }
        Ok(added)
    }
}
