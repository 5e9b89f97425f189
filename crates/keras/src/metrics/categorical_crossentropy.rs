use crate::losses::{self, Loss, Targets};

crate::mean_metric! {
    /// The mean crossentropy of distributions.
    CategoricalCrossentropy "categorical_crossentropy" Down {
        /// If true, predictions are the inputs of a softmax instead of probabilities. Default: false.
        from_logits: [bool] = false;
        /// The fraction by which targets move toward equal probabilities. Default: 0.
        label_smoothing: [f64] = 0.0;
        /// The axis of the classes. Default: the last.
        axis: [i64] = -1;
    }
    targets |_metric| { Targets::Distributions }
    values |metric, y_true, y_pred| {
        losses::CategoricalCrossentropy::new().from_logits(metric.from_logits).label_smoothing(metric.label_smoothing).axis(metric.axis).call(y_true, y_pred)?
    }
}
