use super::formulas::EPSILON;
use crate::ops;

crate::loss! {
    /// The mean over the last axis of `(log(y_true + 1) - log(y_pred + 1))²`, with values of at least 1e-7.
    MeanSquaredLogarithmicError "mean_squared_logarithmic_error" {}
    call |_loss, y_true, y_pred| {
        let log = |x| ops::log(&(ops::maximum(x, &ops::full_like(x, EPSILON)) + 1.0));
        ops::mean(&ops::square(&(log(y_pred) - log(y_true))), -1, false)
    }
}
