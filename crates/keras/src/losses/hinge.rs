use super::formulas::margin;
use crate::ops;

crate::loss! {
    /// The mean over the last axis of `max(1 - y_true y_pred, 0)`. Targets are -1 or 1; if all are 0 or 1,
    /// they become -1 or 1.
    Hinge "hinge" {}
    call |_loss, y_true, y_pred| {
        ops::mean(&margin(y_true, y_pred), -1, false)
    }
}
