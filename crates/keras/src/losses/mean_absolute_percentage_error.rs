use super::formulas::EPSILON;
use crate::ops;

crate::loss! {
    /// The mean over the last axis of `100 |y_true - y_pred| / max(|y_true|, 1e-7)`.
    MeanAbsolutePercentageError "mean_absolute_percentage_error" {}
    call |_loss, y_true, y_pred| {
        let size = ops::abs(y_true);
        let size = ops::maximum(&size, &ops::full_like(&size, EPSILON));
        ops::mean(&ops::abs(&((y_true - y_pred) / size)), -1, false) * 100.0
    }
}
