//! Losses: what training makes small.

mod crossentropy;
mod error;

use std::fmt;
use std::str::FromStr;

use stablehlo::{ElementType, FuncBuilder, Value};

use crate::utils::camel_case;
use crate::utils::trace::mean_of_rows;
use crate::{Error, Result};

/// A loss function, by Keras's names and formulas.
///
/// Numbers are those of Keras on JAX or NumPy: a crossentropy of probabilities renormalises them, clips them to
/// `[1e-7, 1 - 1e-7]` and takes the logarithm. (Keras on TensorFlow goes back to the inputs of the softmax, which gives
/// other numbers where a probability saturates; `from_logits` is the well-conditioned way here.)
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
        /// Whether predictions are the inputs of a softmax instead of probabilities.
        from_logits: bool,
    },
    /// Targets are distributions, such as one-hot rows, of the predictions' shape `[n, classes]`.
    CategoricalCrossentropy {
        /// Whether predictions are the inputs of a softmax instead of probabilities.
        from_logits: bool,
        /// How much of each target is spread evenly over all classes, in `[0, 1]`.
        label_smoothing: f64,
    },
    /// Targets are 0 or 1, of the predictions' shape.
    BinaryCrossentropy {
        /// Whether predictions are the inputs of a sigmoid instead of probabilities.
        from_logits: bool,
        /// How far targets are squeezed towards one half, in `[0, 1]`.
        label_smoothing: f64,
    },
    /// The mean of squared differences.
    MeanSquaredError,
    /// The mean of absolute differences.
    MeanAbsoluteError,
}

/// Every loss, with Keras's defaults.
const DEFAULTS: [Loss; 5] = [
    Loss::SparseCategoricalCrossentropy { from_logits: false },
    Loss::CategoricalCrossentropy { from_logits: false, label_smoothing: 0.0 },
    Loss::BinaryCrossentropy { from_logits: false, label_smoothing: 0.0 },
    Loss::MeanSquaredError,
    Loss::MeanAbsoluteError,
];

impl Loss {
    /// The loss of Keras's name, class name or short name (`mse`), with Keras's defaults.
    ///
    /// # Errors
    /// Where there is none of that name; the message lists the names.
    pub fn from_name(name: &str) -> Result<Self> {
        let full = match name {
            "bce" | "BCE" => "binary_crossentropy",
            "mse" | "MSE" => "mean_squared_error",
            "mae" | "MAE" => "mean_absolute_error",
            _ => name,
        };
        let found = DEFAULTS.iter().find(|known| known.name() == full || camel_case(known.name()) == full);
        found.copied().ok_or_else(|| {
            let names = DEFAULTS.map(|known| known.name()).join(", ");
            Error::argument(format!("there is no loss {name:?}; there are {names}"))
        })
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

    /// The same loss on the inputs of the last softmax or sigmoid; nothing changes for losses that have no such choice.
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

    /// Whether targets are class numbers rather than values of the predictions' shape.
    pub fn takes_class_numbers(&self) -> bool {
        matches!(self, Self::SparseCategoricalCrossentropy { .. })
    }

    /// Checks that targets of one shape fit predictions of another, both with the batch dimension.
    ///
    /// # Errors
    /// Where they do not; the message says which targets the loss takes.
    pub fn check_shapes(&self, y_true: &[usize], y_pred: &[usize]) -> Result<()> {
        if let Self::CategoricalCrossentropy { label_smoothing, .. } | Self::BinaryCrossentropy { label_smoothing, .. } =
            self
            && !(0.0..=1.0).contains(label_smoothing)
        {
            return Err(Error::argument(format!("{self}: label_smoothing is {label_smoothing}, not in [0, 1]")));
        }
        let (fits, wanted) = match self {
            Self::SparseCategoricalCrossentropy { .. } => {
                let rows = y_pred.split_last().map_or(&[][..], |(_, rows)| rows);
                let squeezed = y_true.len() == y_pred.len() && y_true.strip_suffix(&[1]) == Some(rows);
                (y_pred.len() >= 2 && (y_true == rows || squeezed), "class numbers, a row each")
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
            "{self} takes {wanted}: targets of shape {y_true:?} do not fit predictions of shape {y_pred:?}{hint}"
        )))
    }

    /// Adds the loss to a program: a value a row, f32 `[n]`, the mean over whatever dimensions a row has.
    ///
    /// The batch's loss is the mean of these (Keras's `sum_over_batch_size`). Targets and predictions may be of any
    /// number type; the loss is computed in f32.
    ///
    /// # Errors
    /// Where targets do not fit predictions, as [`check_shapes`](Self::check_shapes) says.
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

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Loss {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::from_name(name)
    }
}

/// The loss of that name where "crossentropy" and "ce" mean the one that fits the shapes, both with the batch
/// dimension: binary for one output, sparse categorical for class numbers, else categorical.
///
/// # Errors
/// Where there is none of that name.
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

/// What targets are, judged by their shape and the predictions' as Keras judges.
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
