use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of squared differences of logarithms.
    MeanSquaredLogarithmicError "mean_squared_logarithmic_error" Down {}
    values |_metric, y_true, y_pred| {
        losses::MeanSquaredLogarithmicError::new().call(y_true, y_pred)?
    }
}
