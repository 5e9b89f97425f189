use crate::ops;

crate::mean_metric! {
    /// The fraction of predictions that equal their targets.
    Accuracy "accuracy" Up {}
    values |_metric, y_true, y_pred| {
        ops::cast(&ops::equal(y_true, y_pred), "float32")
    }
}
