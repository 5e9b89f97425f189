//! Counts of right and wrong decisions at thresholds.

use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

/// The distance of the outer thresholds of a curve from 0 and 1.
pub(super) const EPSILON: f64 = 1e-7;

/// Thresholds: a prediction above one is positive.
pub(super) struct Thresholds(pub Vec<f64>);

impl Thresholds {
    /// The given thresholds, or one.
    pub fn or(given: Option<&[f64]>, default: f64) -> Self {
        Self(given.map_or_else(|| vec![default], <[f64]>::to_vec))
    }

    /// Evenly from 0 to 1.
    pub fn even(count: usize) -> Self {
        match count {
            0 | 1 => Self(vec![0.5]),
            n => Self((0..n).map(|i| i as f64 / (n - 1) as f64).collect()),
        }
    }

    fn are_even(&self) -> bool {
        let n = self.0.len();
        let even = |(i, t): (usize, &f64)| (t - i as f64 / (n - 1) as f64).abs() <= EPSILON + 1e-5 * t.abs();
        n >= 3 && self.0.iter().enumerate().all(even)
    }

    /// 1 where predictions, `[1, ..]`, are above each threshold, `[thresholds, ..]`.
    fn exceeded(&self, y_pred: &Tensor) -> Tensor {
        let n = self.0.len();
        let mut shape = y_pred.shape().to_vec();
        shape[0] = n;
        let y_pred = ops::broadcast_to(y_pred, &shape);
        let above = if self.are_even() {
            // As Keras does it: the number of the interval, in float32.
            let mut interval = ops::ceil(&(ops::clip(&y_pred, 0.0, 1.0) * (n as f64 - 1.0))) - 1.0;
            if self.0[0] < 0.0 || self.0[n - 1] > 1.0 {
                interval = ops::maximum(&interval, &ops::zeros_like(&interval));
            }
            ops::greater_equal(&interval, &ops::index_along(&interval, 0))
        } else {
            let mut column = vec![1; shape.len()];
            column[0] = -1;
            ops::greater(&y_pred, &ops::reshape(&ops::row_of(&y_pred, &self.0), &column))
        };
        ops::cast(&above, "float32")
    }
}

/// What is counted.
pub(super) struct Decisions<'a> {
    pub thresholds: Thresholds,
    /// If true, labels (the last dimension) are counted separately.
    pub multi_label: bool,
    pub label_weights: Option<&'a [f64]>,
}

impl Decisions<'_> {
    pub fn at(thresholds: Thresholds) -> Self {
        Self { thresholds, multi_label: false, label_weights: None }
    }

    /// The shape of each count.
    pub fn shape(&self, y_pred: &[usize]) -> Vec<usize> {
        let n = self.thresholds.0.len();
        if self.multi_label { vec![n, y_pred.last().copied().unwrap_or(1)] } else { vec![n] }
    }

    /// True positives, false positives, true negatives, false negatives.
    pub fn count(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> [Tensor; 4] {
        let mut counts = ops::broadcast_to(&super::mean::row_weights(y_true, weights), y_true.shape());
        if let Some(labels) = self.label_weights {
            counts = counts * ops::row_of(y_true, labels);
        }
        let inner: [i64; 2] = if self.multi_label { [-1, y_pred.dim(-1) as i64] } else { [1, -1] };
        // Thresholds, rows, labels; or thresholds and all elements.
        let shape = |x: &Tensor| {
            let flat = ops::reshape(x, &inner);
            if self.multi_label { ops::expand_dims(&flat, 0) } else { flat }
        };
        let [y_true, y_pred, counts] = [y_true, y_pred, &counts].map(shape);
        let label = ops::cast(&ops::not_equal(&y_true, &ops::zeros_like(&y_true)), "float32");
        let (positives, negatives) = (&label * &counts, (1.0 - &label) * &counts);
        let above = self.thresholds.exceeded(&y_pred);
        let below = 1.0 - &above;
        let sum = |x: Tensor| ops::sum(&x, 1, false);
        [sum(&above * &positives), sum(&above * &negatives), sum(&below * &negatives), sum(&below * &positives)]
    }
}

/// Targets and predictions of a class, or all of them; of the `top_k` predictions of a row only these are
/// kept.
pub(super) fn selected(
    y_true: &Tensor,
    y_pred: &Tensor,
    top_k: Option<usize>,
    class: Option<usize>,
) -> (Tensor, Tensor) {
    let mut y_pred = y_pred.clone();
    if let Some(k) = top_k {
        let (_, indices) = ops::top_k(&y_pred, k);
        let kept = ops::sum(&ops::one_hot(&indices, y_pred.dim(-1)), -2, false);
        y_pred = &y_pred * &kept + (1.0 - kept) * NONE;
    }
    let of_class = |x: &Tensor| match class {
        Some(class) => {
            let (mut start, mut shape) = (vec![0; x.ndim()], x.shape().to_vec());
            (start[x.ndim() - 1], shape[x.ndim() - 1]) = (class, 1);
            ops::slice(x, &start, &shape)
        }
        None => x.clone(),
    };
    (of_class(y_true), of_class(&y_pred))
}

/// A prediction that is below any threshold.
pub(super) const NONE: f64 = -1e10;

/// The check of thresholds.
pub(super) fn check_thresholds(object: &str, thresholds: Option<&[f64]>) -> Result<()> {
    match thresholds.unwrap_or_default().iter().find(|t| !(0.0..=1.0).contains(*t)) {
        Some(t) => Err(Error::argument(format!("{object}: a threshold is {t}, not in [0, 1]"))),
        None => Ok(()),
    }
}
