use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean cosine of the angle between targets and predictions.
    CosineSimilarity "cosine_similarity" Up {
        /// The axis of the vectors. Default: the last.
        axis: [i64] = -1;
    }
    values |metric, y_true, y_pred| {
        -losses::CosineSimilarity::new().axis(metric.axis).call(y_true, y_pred)?
    }
}
