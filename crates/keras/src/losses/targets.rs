//! The targets that losses take, and how they fit predictions.

use stablehlo::ElementType;

use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

/// The targets that a loss or a metric takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// Values of the predictions' shape, but for a last dimension of size 1. The formula gets `float32` in
    /// the predictions' shape, of at least two dimensions.
    Values,
    /// A distribution over the classes for each row of predictions, `[.., classes]`. The formula gets
    /// `float32`.
    Distributions,
    /// A class number for each row of predictions, `[..]` or `[.., 1]`. The formula gets `[..]`.
    ClassNumbers {
        /// If true, numbers outside of `[0, classes)` are an error of `fit`.
        checked: bool,
    },
    /// Anything; the formula gets it as it is.
    Any,
}

impl Targets {
    /// Checks the shapes, for the loss or metric with this name.
    pub(crate) fn check(self, name: &str, y_true: &[usize], y_pred: &[usize]) -> Result<()> {
        let given = y_true;
        let y_true = same_rank(y_true, y_pred);
        let (fits, expected) = match self {
            Self::ClassNumbers { .. } => {
                let rows = y_pred.split_last().map_or(&[][..], |(_, rows)| rows);
                let squeezed = y_true.len() == y_pred.len() && y_true.strip_suffix(&[1]) == Some(rows);
                (y_pred.len() >= 2 && (y_true == rows || squeezed), "one class number per row")
            }
            Self::Distributions => {
                (y_pred.len() >= 2 && y_true == y_pred, "a row of class probabilities for each row of predictions")
            }
            Self::Values => {
                let same = y_true == y_pred;
                let last_left_out =
                    y_pred.strip_suffix(&[1]) == Some(y_true) || y_true.strip_suffix(&[1]) == Some(y_pred);
                (!y_pred.is_empty() && (same || last_left_out), "values of the predictions' shape")
            }
            Self::Any => (true, ""),
        };
        if fits {
            return Ok(());
        }
        let hint = match self {
            Self::ClassNumbers { .. } if y_true == y_pred => "; for one-hot rows use categorical_crossentropy",
            Self::Distributions if y_true.len() < y_pred.len() || y_true.last() == Some(&1) => {
                "; for class numbers use sparse_categorical_crossentropy"
            }
            _ => "",
        };
        Err(Error::shape(format!(
            "{name} takes {expected}: targets of shape {given:?} do not fit predictions of shape {y_pred:?}{hint}"
        )))
    }

    /// Targets and predictions as the formula gets them; their shapes have been checked.
    pub(crate) fn fit(self, y_true: &Tensor, y_pred: &Tensor) -> (Tensor, Tensor) {
        match self {
            Self::Values => {
                let rows = if y_pred.ndim() == 1 { ops::expand_dims(y_pred, -1) } else { y_pred.clone() };
                (ops::reshape(y_true, &sizes(rows.shape())).to(ElementType::F32), rows)
            }
            Self::Distributions => {
                let rows = sizes(same_rank(y_true.shape(), y_pred.shape()));
                (ops::reshape(y_true, &rows).to(ElementType::F32), y_pred.clone())
            }
            Self::ClassNumbers { .. } => {
                let rows = y_pred.shape().split_last().map_or(&[][..], |(_, rows)| rows);
                (ops::reshape(y_true, &sizes(rows)), y_pred.clone())
            }
            Self::Any => (y_true.clone(), y_pred.clone()),
        }
    }
}

/// The targets' shape without a last dimension of 1 that the predictions do not have, as Keras drops it.
fn same_rank<'s>(y_true: &'s [usize], y_pred: &[usize]) -> &'s [usize] {
    match y_true {
        [rows @ .., 1] if rows.len() == y_pred.len() => rows,
        all => all,
    }
}

fn sizes(dims: &[usize]) -> Vec<i64> {
    dims.iter().map(|n| *n as i64).collect()
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
