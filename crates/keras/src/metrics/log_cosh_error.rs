use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of `log(cosh(y_pred - y_true))`.
    LogCoshError "logcosh" Down {}
    values |_metric, y_true, y_pred| {
        losses::LogCosh::new().call(y_true, y_pred)?
    }
}
