use super::formulas::margin;
use crate::ops;

crate::loss! {
    /// The mean over the last axis of `max(1 - y_true y_pred, 0)²`. Targets are -1 or 1; if all are 0 or 1,
    /// they become -1 or 1.
    SquaredHinge "squared_hinge" {}
    call |_loss, y_true, y_pred| {
        ops::mean(&ops::square(&margin(y_true, y_pred)), -1, false)
    }
}
