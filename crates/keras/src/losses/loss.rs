//! Loss functions.

use stablehlo::{ElementType, FuncBuilder, Value};

use super::{crossentropy, error};
use crate::error::{Error, Result};
use crate::naming::{camel_case, display_and_parse_by_name, unknown};
use crate::utils::trace::mean_of_rows;

/// A loss function, with Keras's name and formula.
///
/// The values are those of Keras on JAX or NumPy: a crossentropy of probabilities renormalizes them, clips
/// them to `[1e-7, 1 - 1e-7]` and takes the logarithm. Keras on TensorFlow uses the inputs of the softmax
/// instead, which differs where a probability saturates; `from_logits` is the well-conditioned alternative
/// here.
///
/// ```
/// use keras::losses::Loss;
/// let loss: Loss = "sparse_categorical_crossentropy".parse()?;
/// assert_eq!(loss, Loss::SparseCategoricalCrossentropy { from_logits: false });
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// Targets are class numbers, `[n]` or `[n, 1]`; predictions `[n, classes]`.
    SparseCategoricalCrossentropy {
        /// If true, predictions are the inputs of a softmax instead of probabilities.
        from_logits: bool,
    },
    /// Targets are distributions, such as one-hot rows, of the predictions' shape `[n, classes]`.
    CategoricalCrossentropy {
        /// If true, predictions are the inputs of a softmax instead of probabilities.
        from_logits: bool,
        /// The fraction of each target that is distributed evenly over all classes, in `[0, 1]`.
        label_smoothing: f64,
    },
    /// Targets are 0 or 1, of the predictions' shape.
    BinaryCrossentropy {
        /// If true, predictions are the inputs of a sigmoid instead of probabilities.
        from_logits: bool,
        /// The fraction by which targets move toward one half, in `[0, 1]`.
        label_smoothing: f64,
    },
    /// The mean of squared differences.
    MeanSquaredError,
    /// The mean of absolute differences.
    MeanAbsoluteError,
}

/// All losses, with Keras's defaults.
const DEFAULTS: [Loss; 5] = [
    Loss::SparseCategoricalCrossentropy { from_logits: false },
    Loss::CategoricalCrossentropy { from_logits: false, label_smoothing: 0.0 },
    Loss::BinaryCrossentropy { from_logits: false, label_smoothing: 0.0 },
    Loss::MeanSquaredError,
    Loss::MeanAbsoluteError,
];

impl Loss {
    /// The loss with Keras's name, class name or short name (`mse`), with Keras's defaults.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists
    /// the names.
    pub fn from_name(name: &str) -> Result<Self> {
        let full = match name {
            "bce" | "BCE" => "binary_crossentropy",
            "mse" | "MSE" => "mean_squared_error",
            "mae" | "MAE" => "mean_absolute_error",
            _ => name,
        };
        let found = DEFAULTS.iter().find(|known| known.name() == full || camel_case(known.name()) == full);
        found.copied().ok_or_else(|| unknown("loss", name, DEFAULTS.iter().map(Self::name)))
    }

    /// Keras's name, such as `mean_squared_error`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::SparseCategoricalCrossentropy { .. } => "sparse_categorical_crossentropy",
            Self::CategoricalCrossentropy { .. } => "categorical_crossentropy",
            Self::BinaryCrossentropy { .. } => "binary_crossentropy",
            Self::MeanSquaredError => "mean_squared_error",
            Self::MeanAbsoluteError => "mean_absolute_error",
        }
    }

    /// The same loss on logits, the inputs of the last softmax or sigmoid. Other losses are unchanged.
    #[must_use]
    pub fn with_logits(mut self) -> Self {
        match &mut self {
            Self::SparseCategoricalCrossentropy { from_logits }
            | Self::CategoricalCrossentropy { from_logits, .. }
            | Self::BinaryCrossentropy { from_logits, .. } => *from_logits = true,
            Self::MeanSquaredError | Self::MeanAbsoluteError => {}
        }
        self
    }

    /// Returns true if targets are class numbers.
    pub fn takes_class_numbers(&self) -> bool {
        matches!(self, Self::SparseCategoricalCrossentropy { .. })
    }

    /// Checks that the shape of the targets fits the shape of the predictions, both including the batch
    /// dimension.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if it does not; the message names the targets that the
    /// loss takes.
    pub fn check_shapes(&self, y_true: &[usize], y_pred: &[usize]) -> Result<()> {
        if let Self::CategoricalCrossentropy { label_smoothing, .. } | Self::BinaryCrossentropy { label_smoothing, .. } =
            self
            && !(0.0..=1.0).contains(label_smoothing)
        {
            return Err(Error::argument(format!("{self}: label_smoothing is {label_smoothing}, not in [0, 1]")));
        }
        let (fits, expected) = match self {
            Self::SparseCategoricalCrossentropy { .. } => {
                let rows = y_pred.split_last().map_or(&[][..], |(_, rows)| rows);
                let squeezed = y_true.len() == y_pred.len() && y_true.strip_suffix(&[1]) == Some(rows);
                (y_pred.len() >= 2 && (y_true == rows || squeezed), "one class number per row")
            }
            Self::CategoricalCrossentropy { .. } => {
                (y_pred.len() >= 2 && y_true == y_pred, "a row of class probabilities for each row of predictions")
            }
            _ => {
                let same = y_true == y_pred;
                let last_left_out =
                    y_pred.strip_suffix(&[1]) == Some(y_true) || y_true.strip_suffix(&[1]) == Some(y_pred);
                (!y_pred.is_empty() && (same || last_left_out), "values of the predictions' shape")
            }
        };
        if fits {
            return Ok(());
        }
        let hint = match self {
            Self::SparseCategoricalCrossentropy { .. } if y_true == y_pred => {
                "; for one-hot rows use categorical_crossentropy"
            }
            Self::CategoricalCrossentropy { .. } if y_true.len() < y_pred.len() || y_true.last() == Some(&1) => {
                "; for class numbers use sparse_categorical_crossentropy"
            }
            _ => "",
        };
        Err(Error::shape(format!(
            "{self} takes {expected}: targets of shape {y_true:?} do not fit predictions of shape {y_pred:?}{hint}"
        )))
    }

    /// Appends the per-sample loss to a program: `f32[n]`, averaged over all dimensions but the batch.
    ///
    /// The loss of the batch is the mean of these values (Keras's `sum_over_batch_size`). Targets and
    /// predictions may have any numeric type; the loss is computed in f32.
    ///
    /// # Errors
    /// Those of [`check_shapes`](Self::check_shapes).
    pub fn per_sample(&self, b: &mut FuncBuilder, y_true: Value, y_pred: Value) -> Result<Value> {
        self.check_shapes(b.dims(y_true), b.dims(y_pred))?;
        self.trace(b, y_true, y_pred).map_err(|e| Error::from(e).at(self))
    }

    fn trace(&self, b: &mut FuncBuilder, y_true: Value, y_pred: Value) -> stablehlo::Result<Value> {
        let y_pred = b.convert(y_pred, ElementType::F32)?;
        let shape = b.dims(y_pred).to_vec();
        let values = match *self {
            Self::SparseCategoricalCrossentropy { from_logits } => {
                let y_true = b.reshape(y_true, &shape[..shape.len() - 1])?;
                crossentropy::sparse_categorical(b, y_true, y_pred, from_logits)?
            }
            Self::CategoricalCrossentropy { from_logits, label_smoothing } => {
                let y_true = b.convert(y_true, ElementType::F32)?;
                crossentropy::categorical(b, y_true, y_pred, from_logits, label_smoothing)?
            }
            Self::BinaryCrossentropy { from_logits, label_smoothing } => {
                let y_true = reshaped_f32(b, y_true, &shape)?;
                crossentropy::binary(b, y_true, y_pred, from_logits, label_smoothing)?
            }
            Self::MeanSquaredError => {
                let y_true = reshaped_f32(b, y_true, &shape)?;
                error::squared(b, y_true, y_pred)?
            }
            Self::MeanAbsoluteError => {
                let y_true = reshaped_f32(b, y_true, &shape)?;
                error::absolute(b, y_true, y_pred)?
            }
        };
        mean_of_rows(b, values)
    }
}

fn reshaped_f32(b: &mut FuncBuilder, x: Value, shape: &[usize]) -> stablehlo::Result<Value> {
    let x = b.reshape(x, shape)?;
    b.convert(x, ElementType::F32)
}

display_and_parse_by_name!(Loss);

/// The loss with this name, where "crossentropy" and "ce" mean the one that fits the shapes, both including
/// the batch dimension: binary for one output, sparse categorical for class numbers, otherwise categorical.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name.
pub fn resolve(name: &str, y_true: &[usize], y_pred: &[usize]) -> Result<Loss> {
    if !matches!(name, "crossentropy" | "ce") {
        return Loss::from_name(name);
    }
    Loss::from_name(match TargetKind::of(y_true, y_pred) {
        TargetKind::Binary => "binary_crossentropy",
        TargetKind::ClassNumbers => "sparse_categorical_crossentropy",
        TargetKind::Distributions => "categorical_crossentropy",
    })
}

/// The kind of the targets, derived from the shapes of targets and predictions as in Keras.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetKind {
    Binary,
    ClassNumbers,
    Distributions,
}

impl TargetKind {
    pub(crate) fn of(y_true: &[usize], y_pred: &[usize]) -> Self {
        let (last_true, last_pred) = (y_true.last().copied(), y_pred.last().copied());
        if last_pred == Some(1) {
            Self::Binary
        } else if y_true.len() < y_pred.len() || last_true == Some(1) {
            Self::ClassNumbers
        } else {
            Self::Distributions
        }
    }
}
