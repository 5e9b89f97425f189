//! Sums and counts of means over samples.

use crate::ops::{self, Axes, Tensor};

/// The sum and the count of values, averaged over all dimensions but the first, with the weights of the rows.
/// Values where the mask is false do not count.
#[doc(hidden)]
pub fn sum_and_count(values: &Tensor, mask: Option<&Tensor>, weights: Option<&Tensor>) -> Vec<Tensor> {
    let total = |x: &Tensor| if x.ndim() == 0 { x.clone() } else { ops::sum(x, Axes::All, false) };
    let masked = mask.map(|mask| ops::cast(mask, "float32"));
    if let Some(weights) = weights.filter(|weights| weights.ndim() > 1) {
        // Weights of the values of a row: the means of the weighted values and of the weights count.
        let weights = masked.map_or_else(|| weights.clone(), |mask| weights * mean_from(&mask, weights.ndim()));
        let values = mean_from(values, weights.ndim()) * &weights;
        return vec![total(&mean_of_rows(&values)), total(&mean_of_rows(&weights))];
    }
    let values = mean_of_rows(&masked.as_ref().map_or_else(|| values.clone(), |mask| values * mask));
    let mask = masked.map(|mask| mean_of_rows(&mask));
    let counts = match (mask, weights) {
        (Some(mask), Some(weights)) => Some((&values * weights, mask * weights)),
        (Some(mask), None) => Some((values.clone(), mask)),
        (None, Some(weights)) => Some((&values * weights, weights.clone())),
        (None, None) => None,
    };
    match counts {
        Some((values, counts)) => vec![total(&values), total(&counts)],
        None => {
            let sum = total(&values);
            let count = ops::full_like(&sum, values.shape().first().copied().unwrap_or(1) as f64);
            vec![sum, count]
        }
    }
}

/// The mean over all dimensions but the first.
fn mean_of_rows(x: &Tensor) -> Tensor {
    mean_from(x, 1)
}

/// The mean over the dimensions from this one on.
fn mean_from(x: &Tensor, first: usize) -> Tensor {
    let inner: Vec<i64> = (first as i64..x.ndim() as i64).collect();
    if inner.is_empty() { x.clone() } else { ops::mean(x, inner.as_slice(), false) }
}

/// The sum over all dimensions but the first.
pub(super) fn sum_of_rows(x: &Tensor) -> Tensor {
    let inner: Vec<i64> = (1..x.ndim() as i64).collect();
    if inner.is_empty() { x.clone() } else { ops::sum(x, inner.as_slice(), false) }
}

/// The weights of rows, or ones, in a shape that is broadcast to that of `like`, whose first dimension is the
/// rows.
pub(super) fn row_weights(like: &Tensor, weights: Option<&Tensor>) -> Tensor {
    let mut shape = vec![1; like.ndim()];
    shape[0] = like.dim(0) as i64;
    match weights {
        Some(weights) => ops::reshape(weights, &shape),
        None => ops::ones_like(&ops::cast(&ops::max(like, inner_axes(like).as_slice(), true), "float32")),
    }
}

fn inner_axes(x: &Tensor) -> Vec<i64> {
    (1..x.ndim() as i64).collect()
}

/// The quotient; 0 if the divisor is.
pub(super) fn ratio(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}
