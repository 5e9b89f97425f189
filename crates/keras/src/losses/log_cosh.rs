use crate::ops;

crate::loss! {
    /// The mean over the last axis of `log(cosh(y_pred - y_true))`.
    LogCosh "log_cosh" {}
    call |_loss, y_true, y_pred| {
        let error = y_pred - y_true;
        ops::mean(&(&error + ops::softplus(&(&error * -2.0)) - std::f64::consts::LN_2), -1, false)
    }
}
