use super::accuracy;
use crate::losses::Targets;
use crate::ops;

crate::mean_metric! {
    /// The fraction of rows whose prediction and target have the same argmax.
    CategoricalAccuracy "categorical_accuracy" Up {}
    targets |_metric| { Targets::Distributions }
    values |_metric, y_true, y_pred| {
        ops::emit("categorical_accuracy", &[y_true, y_pred], |b, v| accuracy::categorical(b, v[0], v[1]))
    }
}
