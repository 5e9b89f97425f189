//! The configuration of training: optimizer, losses, metrics.

use stablehlo::{ElementType, TensorType};

use super::resolved::{Objective, Resolved, TrackedMetric};
use super::spec::{Losses, MetricSpec, PerOutput};
use crate::error::{Error, Result};
use crate::losses::{self, Loss, Reduction, Targets};
use crate::metrics::{self, Metric};
use crate::objects::Handle;
use crate::optimizers::Optimizer;

/// The configuration of training, as Keras's `compile` takes it.
///
/// Losses and metrics are given as values or by Keras's names; "accuracy" means the accuracy that fits the
/// shapes. A model with several outputs takes a loss for all of them, or losses [by output](PerOutput).
///
/// ```
/// use keras::{Compile, losses::MeanSquaredError, optimizers::Adam};
/// let by_name = Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]);
/// let by_value = Compile::new(Adam::new(), MeanSquaredError::new());
/// let weighted = Compile::new(Adam::new(), ["mse", "mae"]).loss_weights([1.0, 0.25]);
/// # let _ = (by_name, by_value, weighted);
/// ```
#[derive(Clone, Debug)]
pub struct Compile {
    optimizer: Handle<dyn Optimizer>,
    losses: Losses,
    loss_weights: Option<PerOutput<f64>>,
    metrics: Metrics,
    weighted_metrics: Metrics,
}

/// The metrics of the outputs.
#[derive(Clone, Debug)]
pub(super) enum Metrics {
    /// Those of the only output; of several outputs, one each.
    List(Vec<MetricSpec>),
    /// Those of each output.
    Each(Vec<Vec<MetricSpec>>),
    /// By the names of the outputs.
    Named(Vec<(String, Vec<MetricSpec>)>),
}

impl Metrics {
    fn add(&mut self, output: String, metrics: Vec<MetricSpec>) {
        match self {
            Self::Named(named) => named.push((output, metrics)),
            Self::List(_) | Self::Each(_) => *self = Self::Named(vec![(output, metrics)]),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::List(list) if list.is_empty())
    }

    /// The metrics of each output. `what` is their name in messages.
    fn by_output(&self, what: &str, outputs: &[(String, Vec<usize>)]) -> Result<Vec<Vec<MetricSpec>>> {
        match self {
            Self::List(list) if outputs.len() == 1 => Ok(vec![list.clone()]),
            Self::List(list) if list.is_empty() => Ok(vec![Vec::new(); outputs.len()]),
            Self::List(list) => {
                PerOutput::Each(list.iter().map(Some).collect()).check(what, outputs)?;
                Ok(list.iter().map(|metric| vec![metric.clone()]).collect())
            }
            Self::Each(each) => {
                PerOutput::Each(each.iter().map(Some).collect()).check(what, outputs)?;
                Ok(each.clone())
            }
            Self::Named(named) => {
                PerOutput::Named(named.clone()).check(what, outputs)?;
                let of = |(name, _): &(String, Vec<usize>)| -> Vec<MetricSpec> {
                    named.iter().filter(|(of, _)| of == name).flat_map(|(_, list)| list).cloned().collect()
                };
                Ok(outputs.iter().map(of).collect())
            }
        }
    }
}

impl Compile {
    /// An optimizer and a loss, or the losses of the outputs.
    pub fn new(optimizer: impl Into<Handle<dyn Optimizer>>, losses: impl Into<Losses>) -> Self {
        Self {
            optimizer: optimizer.into(),
            losses: losses.into(),
            loss_weights: None,
            metrics: Metrics::List(Vec::new()),
            weighted_metrics: Metrics::List(Vec::new()),
        }
    }

    /// Sets the factors of the losses in the total loss, for all outputs or [by output](PerOutput). Default:
    /// 1.
    #[must_use]
    pub fn loss_weights(mut self, weights: impl Into<PerOutput<f64>>) -> Self {
        self.loss_weights = Some(weights.into());
        self
    }

    /// Sets the metrics that are reported besides the loss. Of several outputs, each takes one; see
    /// [`output_metrics`](Self::output_metrics). Default: none.
    #[must_use]
    pub fn metrics<M: Into<MetricSpec>>(mut self, metrics: impl IntoIterator<Item = M>) -> Self {
        self.metrics = Metrics::List(metrics.into_iter().map(Into::into).collect());
        self
    }

    /// Adds metrics of the output with this name. Sample weights do not apply to them.
    #[must_use]
    pub fn output_metrics<M: Into<MetricSpec>>(
        mut self,
        output: impl Into<String>,
        metrics: impl IntoIterator<Item = M>,
    ) -> Self {
        self.metrics.add(output.into(), metrics.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the metrics to which sample weights and class weights apply. Default: none.
    #[must_use]
    pub fn weighted_metrics<M: Into<MetricSpec>>(mut self, metrics: impl IntoIterator<Item = M>) -> Self {
        self.weighted_metrics = Metrics::List(metrics.into_iter().map(Into::into).collect());
        self
    }

    /// Adds metrics of the output with this name, to which sample weights apply.
    #[must_use]
    pub fn output_weighted_metrics<M: Into<MetricSpec>>(
        mut self,
        output: impl Into<String>,
        metrics: impl IntoIterator<Item = M>,
    ) -> Self {
        self.weighted_metrics.add(output.into(), metrics.into_iter().map(Into::into).collect());
        self
    }

    /// The optimizer.
    pub fn optimizer(&self) -> &Handle<dyn Optimizer> {
        &self.optimizer
    }

    pub(super) fn set_optimizer(&mut self, optimizer: Handle<dyn Optimizer>) {
        self.optimizer = optimizer;
    }

    pub(super) fn losses(&self) -> &Losses {
        &self.losses
    }

    pub(super) fn weights_of_losses(&self) -> Option<&PerOutput<f64>> {
        self.loss_weights.as_ref()
    }

    /// The metrics without and with weights.
    pub(super) fn all_metrics(&self) -> [&Metrics; 2] {
        [&self.metrics, &self.weighted_metrics]
    }

    /// Sets the metrics without and with weights.
    pub(super) fn set_metrics(&mut self, [metrics, weighted]: [Metrics; 2]) {
        (self.metrics, self.weighted_metrics) = (metrics, weighted);
    }

    pub(super) fn set_loss_weights(&mut self, weights: Option<PerOutput<f64>>) {
        self.loss_weights = weights;
    }

    /// Checks the names before the targets are known, for outputs of these names and shapes.
    pub(crate) fn check(&self, outputs: &[(String, Vec<usize>)]) -> Result<()> {
        for (i, (name, shape)) in outputs.iter().enumerate() {
            if let Some(loss) = self.losses.of(i, name) {
                loss.resolve(|name| losses::resolve(name, shape, shape))?;
            }
        }
        self.losses.check("loss", outputs)?;
        if let Some(weights) = &self.loss_weights {
            weights.check("loss_weights", outputs)?;
        }
        for (what, metrics) in ["metrics", "weighted_metrics"].into_iter().zip(self.all_metrics()) {
            let by_output = metrics.by_output(what, outputs)?;
            for ((_, shape), metrics) in outputs.iter().zip(by_output) {
                for metric in metrics {
                    metric.resolve(|name| metrics::resolve(name, shape, shape))?;
                }
            }
        }
        Ok(())
    }

    /// The outputs that take targets: those with a loss or a metric.
    fn taking_targets(&self, outputs: &[(String, Vec<usize>)], metrics: [&[Vec<MetricSpec>]; 2]) -> Vec<usize> {
        let has_metric = |i: usize| metrics.iter().any(|metrics| !metrics[i].is_empty());
        (0..outputs.len()).filter(|i| self.losses.of(*i, &outputs[*i].0).is_some() || has_metric(*i)).collect()
    }

    /// Types of targets that the losses take, one for each of the [outputs](super::Model::output_shapes) that
    /// has a loss or a metric: `i32[rows, .., 1]` for class numbers, else `f32` of the output's shape.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a name is unknown.
    pub fn target_types(&self, outputs: &[(String, Vec<usize>)]) -> Result<Vec<TensorType>> {
        let metrics = self.metrics.by_output("metrics", outputs)?;
        let weighted = self.weighted_metrics.by_output("weighted_metrics", outputs)?;
        let taking = self.taking_targets(outputs, [&metrics, &weighted]);
        let of_output = |i: usize| {
            let (name, shape) = &outputs[i];
            let loss = self.losses.of(i, name);
            let loss = loss.map(|loss| loss.resolve(|name| losses::resolve(name, shape, shape))).transpose()?;
            let mut dims = shape.clone();
            if !loss.is_some_and(|loss| matches!(loss.targets(), Targets::ClassNumbers { .. })) {
                return Ok(TensorType::new(ElementType::F32, dims));
            }
            dims.last_mut().into_iter().for_each(|classes| *classes = 1);
            Ok(TensorType::new(ElementType::I32, dims))
        };
        taking.into_iter().map(of_output).collect()
    }

    /// Losses and metrics for targets of these shapes, one for each output that has a loss or a metric, and
    /// for the [outputs](super::Model::output_shapes) of a model. All shapes include the batch dimension.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a name is unknown,
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if a loss or a metric cannot be computed from these
    /// shapes, or there are more or fewer targets.
    pub fn resolve(&self, targets: &[&[usize]], outputs: &[(String, Vec<usize>)]) -> Result<Resolved> {
        self.check(outputs)?;
        let metrics = self.metrics.by_output("metrics", outputs)?;
        let weighted = self.weighted_metrics.by_output("weighted_metrics", outputs)?;
        let taking = self.taking_targets(outputs, [&metrics, &weighted]);
        if taking.len() != targets.len() {
            let (given, names) = (targets.len(), taking.iter().map(|i| &outputs[*i].0).collect::<Vec<_>>());
            return Err(Error::shape(format!("targets: {given} arrays were given for the outputs {names:?}")));
        }
        let mut resolved = Vec::with_capacity(taking.len());
        for (i, targets) in taking.into_iter().zip(targets) {
            let (name, predictions) = &outputs[i];
            let loss = self.losses.of(i, name);
            let loss = loss.map(|loss| loss.resolve(|name| losses::resolve(name, targets, predictions))).transpose()?;
            if let Some(loss) = &loss {
                check_loss(loss, targets, predictions)?;
            }
            let mut tracked = Vec::new();
            for (specs, is_weighted) in [(&metrics[i], false), (&weighted[i], true)] {
                for spec in specs {
                    let metric = spec.resolve(|name| metrics::resolve(name, targets, predictions))?;
                    tracked.push(track(metric, is_weighted, targets, predictions)?);
                }
            }
            resolved.push(Objective {
                output: i,
                name: name.clone(),
                is_only: outputs.len() == 1,
                loss,
                loss_weight: self.loss_weights.as_ref().and_then(|weights| weights.of(i, name)).copied(),
                metrics: tracked,
            });
        }
        if resolved.iter().all(|output| output.loss.is_none()) {
            return Err(Error::argument("none of the outputs has a loss"));
        }
        Ok(Resolved { outputs: resolved })
    }
}

fn check_loss(loss: &Handle<dyn Loss>, targets: &[usize], predictions: &[usize]) -> Result<()> {
    loss.check_shapes(targets, predictions)?;
    if loss.reduction() == Reduction::None {
        let name = loss.name();
        return Err(Error::argument(format!(
            "{name}: training needs one number a batch, so the reduction cannot be none; there are \
             sum_over_batch_size and sum"
        )));
    }
    Ok(())
}

/// The metric with the size of its state.
fn track(
    metric: Handle<dyn Metric>,
    is_weighted: bool,
    targets: &[usize],
    predictions: &[usize],
) -> Result<TrackedMetric> {
    metric.check_shapes(targets, predictions)?;
    let shapes = metric.state(targets, predictions)?;
    let state = shapes.iter().map(|shape| shape.iter().product()).collect();
    Ok(TrackedMetric { metric, is_weighted, state })
}

/// The error of training a model that was not compiled.
pub(crate) fn not_compiled(model: &str) -> Error {
    Error::argument(format!("model '{model}' is not compiled: call `compile` with an optimizer and a loss first"))
}
