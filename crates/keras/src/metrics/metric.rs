//! Metrics: means over samples, accumulated as a sum and a count.

use std::fmt;

use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use super::accuracy;
use crate::error::{Error, Result};
use crate::losses::{self, Loss, TargetKind};
use crate::naming::camel_case;
use crate::objects::Handle;
use crate::utils::trace::{mean_of_rows, sum_all};

/// The quantity that a metric measures.
#[derive(Clone, Debug, PartialEq)]
pub enum MetricKind {
    /// The fraction of probabilities on the correct side of the threshold; targets are 0 or 1.
    BinaryAccuracy {
        /// A prediction above it means 1. Keras's default: 0.5.
        threshold: f64,
    },
    /// The fraction of rows whose prediction and target have the same argmax; targets are one-hot rows or
    /// distributions.
    CategoricalAccuracy,
    /// The fraction of rows whose prediction has its argmax at the target's class number.
    SparseCategoricalAccuracy,
    /// The fraction of rows in which the class of a one-hot target is among the `k` largest predictions.
    TopKCategoricalAccuracy {
        /// Keras's default: 5.
        k: usize,
    },
    /// The fraction of rows in which the target's class number is among the `k` largest predictions.
    SparseTopKCategoricalAccuracy {
        /// Keras's default: 5.
        k: usize,
    },
    /// The mean of a loss that is reported, not minimized.
    Loss(Handle<dyn Loss>),
}

/// The direction in which a metric improves: the `auto` mode of callbacks that monitor one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Higher is better.
    Up,
    /// Lower is better.
    Down,
}

/// A metric and its name in logs and history.
///
/// ```
/// use keras::metrics::{Metric, MetricKind, resolve};
/// // Class numbers and ten outputs, both shapes including the batch: Keras's "accuracy" is the sparse one.
/// let accuracy = resolve("accuracy", &[32], &[32, 10])?;
/// assert_eq!(accuracy.kind(), &MetricKind::SparseCategoricalAccuracy);
/// assert_eq!(accuracy.name(), "accuracy");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    name: String,
    kind: MetricKind,
}

/// All metrics except the losses, with Keras's defaults.
const DEFAULTS: [MetricKind; 5] = [
    MetricKind::BinaryAccuracy { threshold: 0.5 },
    MetricKind::CategoricalAccuracy,
    MetricKind::SparseCategoricalAccuracy,
    MetricKind::TopKCategoricalAccuracy { k: 5 },
    MetricKind::SparseTopKCategoricalAccuracy { k: 5 },
];

impl MetricKind {
    /// Keras's name, such as `binary_accuracy`.
    pub fn name(&self) -> &str {
        match self {
            Self::BinaryAccuracy { .. } => "binary_accuracy",
            Self::CategoricalAccuracy => "categorical_accuracy",
            Self::SparseCategoricalAccuracy => "sparse_categorical_accuracy",
            Self::TopKCategoricalAccuracy { .. } => "top_k_categorical_accuracy",
            Self::SparseTopKCategoricalAccuracy { .. } => "sparse_top_k_categorical_accuracy",
            Self::Loss(loss) => loss.name(),
        }
    }
}

impl Metric {
    /// A metric with Keras's name for its kind.
    pub fn new(kind: MetricKind) -> Self {
        Self { name: kind.name().to_owned(), kind }
    }

    /// The same metric under another name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The name in logs and history.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The quantity that it measures.
    pub fn kind(&self) -> &MetricKind {
        &self.kind
    }

    /// The direction in which it improves.
    pub fn direction(&self) -> Direction {
        if matches!(self.kind, MetricKind::Loss(_)) { Direction::Down } else { Direction::Up }
    }

    /// Appends the contribution of a batch to a program: a sum and a count, both f32 scalars. The metric is
    /// the sum of sums divided by the sum of counts.
    ///
    /// `row_weights`, `f32[n]`, weights each row in both; a weight of 0 excludes a row.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if targets do not fit predictions; the message names the
    /// metric and both shapes.
    pub fn update(
        &self,
        b: &mut FuncBuilder,
        y_true: Value,
        y_pred: Value,
        row_weights: Option<Value>,
    ) -> Result<(Value, Value)> {
        self.check_shapes(b.dims(y_true), b.dims(y_pred))?;
        let values = match &self.kind {
            MetricKind::Loss(loss) => {
                let values = loss.per_sample(b, y_true, y_pred, row_weights)?;
                return self.sum_and_count(b, values, row_weights);
            }
            MetricKind::BinaryAccuracy { threshold } => accuracy::binary(b, y_true, y_pred, *threshold),
            MetricKind::CategoricalAccuracy => accuracy::categorical(b, y_true, y_pred),
            MetricKind::SparseCategoricalAccuracy => accuracy::sparse_categorical(b, y_true, y_pred),
            MetricKind::TopKCategoricalAccuracy { k } => accuracy::top_k_categorical(b, y_true, y_pred, *k),
            MetricKind::SparseTopKCategoricalAccuracy { k } => accuracy::sparse_top_k(b, y_true, y_pred, *k),
        };
        self.sum_and_count(b, values.map_err(|e| self.locate(e))?, row_weights)
    }

    /// Checks that the shape of the targets fits the shape of the predictions, both including the batch
    /// dimension.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if it does not; the message names the metric and both
    /// shapes.
    pub fn check_shapes(&self, y_true: &[usize], y_pred: &[usize]) -> Result<()> {
        let last_left_out = |longer: &[usize], shorter: &[usize]| longer.strip_suffix(&[1]) == Some(shorter);
        let fits = match &self.kind {
            MetricKind::Loss(loss) => return loss.check_shapes(y_true, y_pred),
            MetricKind::BinaryAccuracy { .. } => {
                !y_pred.is_empty()
                    && (y_true == y_pred || last_left_out(y_pred, y_true) || last_left_out(y_true, y_pred))
            }
            MetricKind::CategoricalAccuracy | MetricKind::TopKCategoricalAccuracy { .. } => {
                y_pred.len() >= 2 && y_true == y_pred
            }
            MetricKind::SparseCategoricalAccuracy | MetricKind::SparseTopKCategoricalAccuracy { .. } => {
                let rows = &y_pred[..y_pred.len().saturating_sub(1)];
                y_pred.len() >= 2 && (y_true == rows || last_left_out(y_true, rows))
            }
        };
        if fits {
            return Ok(());
        }
        Err(Error::shape(format!(
            "metric {self}: targets of shape {y_true:?} do not fit predictions of shape {y_pred:?}"
        )))
    }

    fn sum_and_count(&self, b: &mut FuncBuilder, values: Value, row_weights: Option<Value>) -> Result<(Value, Value)> {
        sum_and_count(b, values, row_weights).map_err(|e| self.locate(e))
    }

    fn locate(&self, error: stablehlo::Error) -> Error {
        Error::from(error).at(format_args!("metric {self}"))
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The metric with this name for targets and predictions of these shapes, both including the batch dimension.
///
/// "accuracy" and "acc" mean the accuracy that fits the shapes, as in Keras: binary for one output, sparse
/// categorical for class numbers, otherwise categorical; the metric keeps the given name. The names of losses
/// are metrics too.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists the
/// names.
pub fn resolve(name: &str, y_true: &[usize], y_pred: &[usize]) -> Result<Metric> {
    if matches!(name.to_lowercase().as_str(), "accuracy" | "acc") {
        let kind = match TargetKind::of(y_true, y_pred) {
            TargetKind::Binary => MetricKind::BinaryAccuracy { threshold: 0.5 },
            TargetKind::ClassNumbers => MetricKind::SparseCategoricalAccuracy,
            TargetKind::Distributions => MetricKind::CategoricalAccuracy,
        };
        return Ok(Metric::new(kind).with_name(name));
    }
    let known = DEFAULTS.into_iter().find(|known| known.name() == name || camel_case(known.name()) == name);
    let kind = known.or_else(|| losses::from_name(name).ok().map(MetricKind::Loss)).ok_or_else(|| {
        let names = DEFAULTS.each_ref().map(MetricKind::name).join(", ");
        Error::argument(format!("there is no metric {name:?}; there are accuracy, {names} and the names of the losses"))
    })?;
    Ok(Metric::new(kind).with_name(name))
}

/// The weighted sum and count of per-row values.
fn sum_and_count(b: &mut FuncBuilder, values: Value, weights: Option<Value>) -> stablehlo::Result<(Value, Value)> {
    let values = mean_of_rows(b, values)?;
    match weights {
        Some(weights) => {
            let weighed = b.multiply(values, weights)?;
            Ok((sum_all(b, weighed)?, sum_all(b, weights)?))
        }
        None => {
            let rows = b.dims(values).first().copied().unwrap_or(1);
            let count = b.full(TensorType::scalar(ElementType::F32), rows as f64)?;
            Ok((sum_all(b, values)?, count))
        }
    }
}
