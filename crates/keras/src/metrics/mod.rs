//! Metrics: what is watched while training. Each is a mean over the rows seen, gathered as a sum and a count.

mod accuracy;

use std::fmt;

use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use crate::losses::{Loss, TargetKind};
use crate::utils::camel_case;
use crate::utils::trace::{mean_of_rows, sum_all};
use crate::{Error, Result};

/// What a metric measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MetricKind {
    /// How often a probability is on the right side of the threshold; targets are 0 or 1.
    BinaryAccuracy {
        /// A prediction above it means 1. Keras's default is 0.5.
        threshold: f64,
    },
    /// How often the greatest prediction is the target's greatest; targets are one-hot rows or distributions.
    CategoricalAccuracy,
    /// How often the greatest prediction is that of the target's class number.
    SparseCategoricalAccuracy,
    /// How often the class of a one-hot target is among the `k` greatest predictions.
    TopKCategoricalAccuracy {
        /// How many; Keras's default is 5.
        k: usize,
    },
    /// How often the class number is among the `k` greatest predictions.
    SparseTopKCategoricalAccuracy {
        /// How many; Keras's default is 5.
        k: usize,
    },
    /// The mean of a loss, watched and not trained on.
    Loss(Loss),
}

/// Whether a metric is good when high or when low: the `auto` of callbacks that monitor one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Good when high.
    Up,
    /// Good when low.
    Down,
}

/// A metric and the name it has in logs and history.
///
/// ```
/// use keras::metrics::{Metric, MetricKind, resolve};
/// // Class numbers and ten outputs, both shapes with the batch: Keras's "accuracy" is the sparse one.
/// let accuracy = resolve("accuracy", &[32], &[32, 10])?;
/// assert_eq!(accuracy.kind(), MetricKind::SparseCategoricalAccuracy);
/// assert_eq!(accuracy.name(), "accuracy");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    name: String,
    kind: MetricKind,
}

/// Every metric but the losses, with Keras's defaults.
const DEFAULTS: [MetricKind; 5] = [
    MetricKind::BinaryAccuracy { threshold: 0.5 },
    MetricKind::CategoricalAccuracy,
    MetricKind::SparseCategoricalAccuracy,
    MetricKind::TopKCategoricalAccuracy { k: 5 },
    MetricKind::SparseTopKCategoricalAccuracy { k: 5 },
];

impl MetricKind {
    /// Keras's name, such as `binary_accuracy`.
    pub fn name(&self) -> &'static str {
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
    /// A metric under Keras's name for its kind.
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

    /// What it measures.
    pub fn kind(&self) -> MetricKind {
        self.kind
    }

    /// Whether it is good when high.
    pub fn direction(&self) -> Direction {
        if matches!(self.kind, MetricKind::Loss(_)) { Direction::Down } else { Direction::Up }
    }

    /// Adds to a program what a batch contributes: a sum and a count, both f32 scalars. The metric is the sum of sums
    /// divided by the sum of counts.
    ///
    /// `row_weights`, f32 `[n]`, weighs each row in both; a weight of 0 leaves a row out.
    ///
    /// # Errors
    /// Where targets do not fit predictions; the message names the metric and both shapes.
    pub fn update(
        &self,
        b: &mut FuncBuilder,
        y_true: Value,
        y_pred: Value,
        row_weights: Option<Value>,
    ) -> Result<(Value, Value)> {
        self.check_shapes(b.dims(y_true), b.dims(y_pred))?;
        let values = match self.kind {
            MetricKind::Loss(loss) => {
                let values = loss.per_sample(b, y_true, y_pred)?;
                return self.gather(b, values, row_weights);
            }
            MetricKind::BinaryAccuracy { threshold } => accuracy::binary(b, y_true, y_pred, threshold),
            MetricKind::CategoricalAccuracy => accuracy::categorical(b, y_true, y_pred),
            MetricKind::SparseCategoricalAccuracy => accuracy::sparse_categorical(b, y_true, y_pred),
            MetricKind::TopKCategoricalAccuracy { k } => accuracy::top_k_categorical(b, y_true, y_pred, k),
            MetricKind::SparseTopKCategoricalAccuracy { k } => accuracy::sparse_top_k(b, y_true, y_pred, k),
        };
        self.gather(b, values.map_err(|e| self.locate(e))?, row_weights)
    }

    /// Checks that targets of one shape fit predictions of another, both with the batch dimension.
    ///
    /// # Errors
    /// Where they do not; the message names the metric and both shapes.
    pub fn check_shapes(&self, y_true: &[usize], y_pred: &[usize]) -> Result<()> {
        let last_left_out = |longer: &[usize], shorter: &[usize]| longer.strip_suffix(&[1]) == Some(shorter);
        let fits = match self.kind {
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

    fn gather(&self, b: &mut FuncBuilder, values: Value, row_weights: Option<Value>) -> Result<(Value, Value)> {
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

/// The metric of that name for targets and predictions of these shapes, both with the batch dimension.
///
/// "accuracy" and "acc" mean the accuracy that fits the shapes, as in Keras: binary for one output, sparse categorical
/// for class numbers, else categorical; the metric keeps the name it was asked for by. The names of losses are metrics
/// too.
///
/// # Errors
/// Where there is none of that name; the message lists the names.
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
    let kind = known.or_else(|| Loss::from_name(name).ok().map(MetricKind::Loss)).ok_or_else(|| {
        let names = DEFAULTS.map(|known| known.name()).join(", ");
        Error::argument(format!("there is no metric {name:?}; there are accuracy, {names} and the names of the losses"))
    })?;
    Ok(Metric::new(kind).with_name(name))
}

/// Sum and count of values a row, weighed.
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
