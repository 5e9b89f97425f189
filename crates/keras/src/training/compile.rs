//! What a model is trained with: optimizer, loss, metrics.

use std::sync::Arc;

use crate::losses::{self, Loss};
use crate::metrics::{self, Metric};
use crate::optimizers::Optimizer;
use crate::{Result, Shape};

/// What a model is trained with, as Keras's `compile` takes it.
///
/// Loss and metrics are given as values or by Keras's names; "accuracy" means what fits the shapes.
///
/// ```
/// use keras::{Compile, losses::Loss, optimizers::Adam};
/// let by_name = Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]);
/// let by_value = Compile::new(Adam::new(), Loss::MeanSquaredError);
/// # let _ = (by_name, by_value);
/// ```
#[derive(Clone, Debug)]
pub struct Compile {
    optimizer: Arc<dyn Optimizer>,
    loss: LossSpec,
    metrics: Vec<MetricSpec>,
}

/// A loss, or its Keras name.
#[derive(Clone, Debug)]
pub enum LossSpec {
    /// A loss.
    Loss(Loss),
    /// Its name.
    Name(String),
}

impl From<Loss> for LossSpec {
    fn from(loss: Loss) -> Self {
        Self::Loss(loss)
    }
}

impl From<&str> for LossSpec {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

impl From<String> for LossSpec {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

/// A metric, or its Keras name.
#[derive(Clone, Debug)]
pub enum MetricSpec {
    /// A metric.
    Metric(Metric),
    /// Its name.
    Name(String),
}

impl From<Metric> for MetricSpec {
    fn from(metric: Metric) -> Self {
        Self::Metric(metric)
    }
}

impl From<&str> for MetricSpec {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

impl From<String> for MetricSpec {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

/// Loss and metrics once the shapes of targets and predictions are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The loss.
    pub loss: Loss,
    /// The metrics.
    pub metrics: Vec<Metric>,
}

impl Resolved {
    /// Names of what is watched: the loss, then the metrics.
    pub fn names(&self) -> Vec<String> {
        std::iter::once("loss").chain(self.metrics.iter().map(Metric::name)).map(str::to_owned).collect()
    }
}

impl Compile {
    /// An optimizer and a loss.
    pub fn new(optimizer: impl Optimizer + 'static, loss: impl Into<LossSpec>) -> Self {
        Self { optimizer: Arc::new(optimizer), loss: loss.into(), metrics: Vec::new() }
    }

    /// An optimizer chosen at run time, such as [`optimizers::from_name`](crate::optimizers::from_name) gives, and a loss.
    pub fn boxed(optimizer: Box<dyn Optimizer>, loss: impl Into<LossSpec>) -> Self {
        Self { optimizer: optimizer.into(), loss: loss.into(), metrics: Vec::new() }
    }

    /// What is watched besides the loss.
    pub fn metrics<M: Into<MetricSpec>>(mut self, metrics: impl IntoIterator<Item = M>) -> Self {
        self.metrics = metrics.into_iter().map(Into::into).collect();
        self
    }

    /// The optimizer.
    pub fn optimizer(&self) -> &dyn Optimizer {
        &*self.optimizer
    }

    /// Checks the names, before there are targets.
    pub(crate) fn check(&self, output: &Shape) -> Result<()> {
        let (targets, predictions) = (output.with_rows(1), output.with_rows(1));
        if let LossSpec::Name(name) = &self.loss {
            losses::resolve(name, &targets, &predictions)?;
        }
        for metric in &self.metrics {
            if let MetricSpec::Name(name) = metric {
                metrics::resolve(name, &targets, &predictions)?;
            }
        }
        Ok(())
    }

    /// Loss and metrics for targets and predictions of these shapes, the batch with them.
    ///
    /// # Errors
    /// Where there is no loss or metric of a name, or it cannot be computed from these shapes.
    pub fn resolve(&self, targets: &[usize], predictions: &[usize]) -> Result<Resolved> {
        let loss = match &self.loss {
            LossSpec::Loss(loss) => *loss,
            LossSpec::Name(name) => losses::resolve(name, targets, predictions)?,
        };
        loss.check_shapes(targets, predictions)?;
        let metrics = self.metrics.iter().map(|metric| match metric {
            MetricSpec::Metric(metric) => Ok(metric.clone()),
            MetricSpec::Name(name) => metrics::resolve(name, targets, predictions),
        });
        let metrics = metrics.collect::<Result<Vec<Metric>>>()?;
        for metric in &metrics {
            metric.check_shapes(targets, predictions)?;
        }
        Ok(Resolved { loss, metrics })
    }
}
