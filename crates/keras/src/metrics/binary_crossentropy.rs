use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean crossentropy of independent labels.
    BinaryCrossentropy "binary_crossentropy" Down {
        /// If true, predictions are the inputs of a sigmoid instead of probabilities. Default: false.
        from_logits: [bool] = false;
        /// The fraction by which targets move toward equal probabilities. Default: 0.
        label_smoothing: [f64] = 0.0;
    }
    values |metric, y_true, y_pred| {
        losses::BinaryCrossentropy::new().from_logits(metric.from_logits).label_smoothing(metric.label_smoothing).call(y_true, y_pred)?
    }
}
