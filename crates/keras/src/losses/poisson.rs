use super::formulas::EPSILON;
use crate::ops;

crate::loss! {
    /// The mean over the last axis of `y_pred - y_true log(y_pred + 1e-7)`.
    Poisson "poisson" {}
    call |_loss, y_true, y_pred| {
        ops::mean(&(y_pred - y_true * ops::log(&(y_pred + EPSILON))), -1, false)
    }
}
