use crate::ops;

crate::loss! {
    /// The mean over the last axis of `|y_pred - y_true|`.
    MeanAbsoluteError "mean_absolute_error" {}
    call |_loss, y_true, y_pred| {
        ops::mean(&ops::abs(&(y_pred - y_true)), -1, false)
    }
}
