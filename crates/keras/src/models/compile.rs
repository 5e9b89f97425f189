//! The configuration of training: optimizer, loss, metrics.

use crate::error::{Error, Result};
use crate::losses::{self, Loss, Reduction};
use crate::metrics::{self, Metric};
use crate::objects::Handle;
use crate::optimizers::Optimizer;
use crate::shape::Shape;

/// The configuration of training, as Keras's `compile` takes it.
///
/// Loss and metrics are given as values or by Keras's names; "accuracy" means the accuracy that fits the
/// shapes.
///
/// ```
/// use keras::{Compile, losses::MeanSquaredError, optimizers::Adam};
/// let by_name = Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]);
/// let by_value = Compile::new(Adam::new(), MeanSquaredError::new());
/// # let _ = (by_name, by_value);
/// ```
#[derive(Clone, Debug)]
pub struct Compile {
    optimizer: Handle<dyn Optimizer>,
    loss: LossSpec,
    metrics: Vec<MetricSpec>,
}

/// A value, or its name in Keras.
#[derive(Clone, Debug)]
pub enum Spec<T> {
    /// The value.
    Value(T),
    /// The name.
    Name(String),
}

/// A loss, or its name in Keras.
pub type LossSpec = Spec<Handle<dyn Loss>>;

/// A metric, or its name in Keras.
pub type MetricSpec = Spec<Handle<dyn Metric>>;

impl<T> From<&str> for Spec<T> {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

impl<T> From<String> for Spec<T> {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl<T: Loss> From<T> for LossSpec {
    fn from(loss: T) -> Self {
        Self::Value(loss.into())
    }
}

impl From<Handle<dyn Loss>> for LossSpec {
    fn from(loss: Handle<dyn Loss>) -> Self {
        Self::Value(loss)
    }
}

impl<T: Metric> From<T> for MetricSpec {
    fn from(metric: T) -> Self {
        Self::Value(metric.into())
    }
}

impl From<Handle<dyn Metric>> for MetricSpec {
    fn from(metric: Handle<dyn Metric>) -> Self {
        Self::Value(metric)
    }
}

impl<T: Clone> Spec<T> {
    /// The value, or the one that `resolve` finds by the name.
    fn resolve(&self, resolve: impl FnOnce(&str) -> Result<T>) -> Result<T> {
        match self {
            Self::Value(value) => Ok(value.clone()),
            Self::Name(name) => resolve(name),
        }
    }
}

/// Loss and metrics, resolved for known shapes of targets and predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The loss.
    pub loss: Handle<dyn Loss>,
    /// The metrics.
    pub metrics: Vec<Handle<dyn Metric>>,
    /// The number of elements of each tensor of each metric's state.
    pub(crate) state: Vec<Vec<usize>>,
}

impl Resolved {
    /// The number of values in a core's totals: sum and count of the loss, then the metrics' states.
    pub(crate) fn totals(&self) -> usize {
        2 + self.state.iter().flatten().sum::<usize>()
    }

    /// The values of loss and metrics, from the sum of the cores' totals.
    pub(crate) fn results(&self, totals: &[f64]) -> Vec<f64> {
        let (of_loss, mut rest) = totals.split_at(2);
        let mut results = vec![of_loss[0] / of_loss[1]];
        for (metric, sizes) in self.metrics.iter().zip(&self.state) {
            let mut state = Vec::with_capacity(sizes.len());
            for size in sizes {
                let (part, after) = rest.split_at(*size);
                state.push(part.to_vec());
                rest = after;
            }
            results.push(metric.result(&state));
        }
        results
    }

    /// The names of the logged values: the loss, then the metrics.
    pub fn names(&self) -> Vec<String> {
        std::iter::once("loss").chain(self.metrics.iter().map(|metric| metric.name())).map(str::to_owned).collect()
    }
}

impl Compile {
    /// An optimizer and a loss.
    pub fn new(optimizer: impl Into<Handle<dyn Optimizer>>, loss: impl Into<LossSpec>) -> Self {
        Self { optimizer: optimizer.into(), loss: loss.into(), metrics: Vec::new() }
    }

    /// Sets the metrics that are reported besides the loss. Default: none.
    #[must_use]
    pub fn metrics<M: Into<MetricSpec>>(mut self, metrics: impl IntoIterator<Item = M>) -> Self {
        self.metrics = metrics.into_iter().map(Into::into).collect();
        self
    }

    /// The optimizer.
    pub fn optimizer(&self) -> &Handle<dyn Optimizer> {
        &self.optimizer
    }

    pub(super) fn loss_spec(&self) -> &LossSpec {
        &self.loss
    }

    pub(super) fn metric_specs(&self) -> &[MetricSpec] {
        &self.metrics
    }

    /// Checks the names before the targets are known.
    pub(crate) fn check(&self, output: &Shape) -> Result<()> {
        let (targets, predictions) = (output.with_rows(1), output.with_rows(1));
        self.loss.resolve(|name| losses::resolve(name, &targets, &predictions))?;
        for metric in &self.metrics {
            metric.resolve(|name| metrics::resolve(name, &targets, &predictions))?;
        }
        Ok(())
    }

    /// Loss and metrics for targets and predictions of these shapes, including the batch dimension.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a name is unknown,
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the loss or a metric cannot be computed from these
    /// shapes.
    pub fn resolve(&self, targets: &[usize], predictions: &[usize]) -> Result<Resolved> {
        let loss = self.loss.resolve(|name| losses::resolve(name, targets, predictions))?;
        loss.check_shapes(targets, predictions)?;
        if loss.reduction() == Reduction::None {
            let name = loss.name();
            return Err(Error::argument(format!(
                "{name}: training needs one number a batch, so the reduction cannot be none; there are \
                 sum_over_batch_size and sum"
            )));
        }
        let metrics = self.metrics.iter().map(|spec| spec.resolve(|name| metrics::resolve(name, targets, predictions)));
        let metrics = metrics.collect::<Result<Vec<Handle<dyn Metric>>>>()?;
        let mut state = Vec::with_capacity(metrics.len());
        for metric in &metrics {
            metric.check_shapes(targets, predictions)?;
            let shapes = metric.state(targets, predictions)?;
            state.push(shapes.iter().map(|shape| shape.iter().product()).collect());
        }
        Ok(Resolved { loss, metrics, state })
    }
}

/// The error of training a model that was not compiled.
pub(crate) fn not_compiled(model: &str) -> Error {
    Error::argument(format!("model '{model}' is not compiled: call `compile` with an optimizer and a loss first"))
}
