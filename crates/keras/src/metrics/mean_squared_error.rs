use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of squared differences.
    MeanSquaredError "mean_squared_error" Down {}
    values |_metric, y_true, y_pred| {
        losses::MeanSquaredError::new().call(y_true, y_pred)?
    }
}
