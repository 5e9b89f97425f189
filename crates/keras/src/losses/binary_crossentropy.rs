use super::formulas::{smoothed, smoothing_is_a_fraction};
use crate::ops;

crate::loss! {
    /// The mean of the crossentropies of independent labels, 0 or 1, with predicted probabilities.
    BinaryCrossentropy "binary_crossentropy" {
        /// If true, predictions are the inputs of a sigmoid instead of probabilities. Default: false.
        from_logits: [bool] = false;
        /// The fraction of each target that moves toward one half, in `[0, 1]`. Default: 0.
        label_smoothing: [f64] = 0.0;
        /// The axis of the mean. Default: the last.
        axis: [i64] = -1;
    }
    check |loss| { smoothing_is_a_fraction(&loss.name, loss.label_smoothing) }
    call |loss, y_true, y_pred| {
        let y_true = smoothed(y_true, loss.label_smoothing, 0.5 * loss.label_smoothing);
        ops::mean(&ops::binary_crossentropy(&y_true, y_pred, loss.from_logits), loss.axis, false)
    }
}
