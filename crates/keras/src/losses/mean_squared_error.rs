use crate::ops;

crate::loss! {
    /// The mean over the last axis of `(y_pred - y_true)²`.
    MeanSquaredError "mean_squared_error" {}
    call |_loss, y_true, y_pred| {
        let difference = y_pred - y_true;
        ops::mean(&(&difference * &difference), -1, false)
    }
}
