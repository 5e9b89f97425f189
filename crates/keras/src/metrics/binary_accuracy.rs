use super::accuracy;
use crate::ops;

crate::mean_metric! {
    /// The fraction of probabilities on the correct side of the threshold; targets are 0 or 1.
    BinaryAccuracy "binary_accuracy" Up {
        /// A prediction above it means 1. Default: 0.5.
        threshold: [f64] = 0.5;
    }
    values |metric, y_true, y_pred| {
        ops::emit("binary_accuracy", &[y_true, y_pred], |b, v| accuracy::binary(b, v[0], v[1], metric.threshold))
    }
}
