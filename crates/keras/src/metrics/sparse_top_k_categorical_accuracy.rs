use super::accuracy;
use crate::losses::Targets;
use crate::ops;

crate::mean_metric! {
    /// The fraction of rows in which the target's class number is among the `k` largest predictions.
    SparseTopKCategoricalAccuracy "sparse_top_k_categorical_accuracy" Up {
        /// The number of largest predictions. Default: 5.
        k: [usize] = 5;
        /// If true, predictions are class numbers in the order of their scores. Default: false.
        from_sorted_ids: [bool] = false;
    }
    targets |_metric| { Targets::ClassNumbers { checked: false } }
    values |metric, y_true, y_pred| {
        if metric.from_sorted_ids {
            let mut shape = y_pred.shape().to_vec();
            if let Some(last) = shape.last_mut() {
                *last = metric.k.min(*last);
            }
            let first = ops::slice(y_pred, &vec![0; shape.len()], &shape);
            let class = ops::expand_dims(&ops::cast(y_true, "float32"), -1);
            ops::cast(&ops::any(&ops::equal(&class, &first), -1, false), "float32")
        } else {
            ops::emit("in_top_k", &[y_true, y_pred], |b, v| accuracy::sparse_top_k(b, v[0], v[1], metric.k))
        }
    }
}
