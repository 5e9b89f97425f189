use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of absolute differences.
    MeanAbsoluteError "mean_absolute_error" Down {}
    values |_metric, y_true, y_pred| {
        losses::MeanAbsoluteError::new().call(y_true, y_pred)?
    }
}
