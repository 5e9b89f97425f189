use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of absolute differences in percent of the targets.
    MeanAbsolutePercentageError "mean_absolute_percentage_error" Down {}
    values |_metric, y_true, y_pred| {
        losses::MeanAbsolutePercentageError::new().call(y_true, y_pred)?
    }
}
