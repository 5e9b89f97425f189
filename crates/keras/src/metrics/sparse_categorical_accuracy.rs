use super::accuracy;
use crate::losses::Targets;
use crate::ops;

crate::mean_metric! {
    /// The fraction of rows whose prediction has its argmax at the target's class number.
    SparseCategoricalAccuracy "sparse_categorical_accuracy" Up {}
    targets |_metric| { Targets::ClassNumbers { checked: false } }
    values |_metric, y_true, y_pred| {
        ops::emit("sparse_categorical_accuracy", &[y_true, y_pred], |b, v| accuracy::sparse_categorical(b, v[0], v[1]))
    }
}
