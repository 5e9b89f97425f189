use crate::ops;

crate::mean_metric! {
    /// The root of the mean of squared differences.
    RootMeanSquaredError "root_mean_squared_error" Down {}
    result |mean| { mean.sqrt() }
    values |_metric, y_true, y_pred| {
        ops::square(&(y_pred - y_true))
    }
}
