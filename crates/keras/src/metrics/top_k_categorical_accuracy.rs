use super::accuracy;
use crate::losses::Targets;
use crate::ops;

crate::mean_metric! {
    /// The fraction of rows in which the class of a one-hot target is among the `k` largest predictions.
    TopKCategoricalAccuracy "top_k_categorical_accuracy" Up {
        /// The number of largest predictions. Default: 5.
        k: [usize] = 5;
    }
    targets |_metric| { Targets::Distributions }
    values |metric, y_true, y_pred| {
        ops::emit("top_k_categorical_accuracy", &[y_true, y_pred], |b, v| accuracy::top_k_categorical(b, v[0], v[1], metric.k))
    }
}
