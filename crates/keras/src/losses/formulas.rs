//! Parts of formulas that several losses have.

use crate::error::{Error, Result};
use crate::ops::{self, Axes, Tensor};

/// Keras's epsilon.
pub(super) const EPSILON: f64 = 1e-7;

/// `y (1 - smoothing) + floor`; `y` itself if `smoothing` is 0.
pub(super) fn smoothed(y: &Tensor, smoothing: f64, floor: f64) -> Tensor {
    if smoothing == 0.0 { y.clone() } else { y * (1.0 - smoothing) + floor }
}

/// The check of `label_smoothing`.
pub(super) fn smoothing_is_a_fraction(name: &str, smoothing: f64) -> Result<()> {
    if (0.0..=1.0).contains(&smoothing) {
        return Ok(());
    }
    Err(Error::argument(format!("{name}: label_smoothing is {smoothing}, not in [0, 1]")))
}

/// `x` to the power of a number. Squares and roots are exact.
pub(super) fn power(x: &Tensor, exponent: f64) -> Tensor {
    match exponent {
        1.0 => x.clone(),
        2.0 => ops::square(x),
        0.5 => ops::sqrt(x),
        _ => ops::power(x, &ops::full_like(x, exponent)),
    }
}

/// The vectors along an axis with length 1; those of length 0 remain.
pub(super) fn unit(x: &Tensor, axis: i64) -> Tensor {
    ops::normalize(x, axis, 2.0)
}

/// `max(1 - y_true y_pred, 0)`; targets that are all 0 or 1 become -1 or 1.
pub(super) fn margin(y_true: &Tensor, y_pred: &Tensor) -> Tensor {
    let [zero, one] = [0.0, 1.0].map(|n| ops::equal(y_true, &ops::full_like(y_true, n)));
    let binary = ops::all(&ops::logical_or(&zero, &one), Axes::All, false);
    let signs = ops::where_(&binary, &(y_true * 2.0 - 1.0), y_true);
    let margin = 1.0 - signs * y_pred;
    ops::maximum(&margin, &ops::zeros_like(&margin))
}

/// `x` with this axis as its last one.
pub(crate) fn axis_last(x: &Tensor, axis: i64) -> Tensor {
    if axis == -1 || axis == x.ndim() as i64 - 1 { x.clone() } else { ops::moveaxis(x, axis, -1) }
}
