use super::formulas::{power, smoothed, smoothing_is_a_fraction};
use crate::ops;

crate::loss! {
    /// The binary crossentropy, times `(1 - p)^gamma` with the probability `p` of the right label: labels
    /// that are predicted well count less (Lin et al., 2018).
    BinaryFocalCrossentropy "binary_focal_crossentropy" {
        /// If true, `alpha` is the weight of the label 1, `1 - alpha` that of 0. Default: false.
        apply_class_balancing: [bool] = false;
        /// The weight of the label 1 with class balancing. Default: 0.25.
        alpha: [f64] = 0.25;
        /// The exponent. Default: 2.
        gamma: [f64] = 2.0;
        /// If true, predictions are the inputs of a sigmoid instead of probabilities. Default: false.
        from_logits: [bool] = false;
        /// The fraction of each target that moves toward one half, in `[0, 1]`. Default: 0.
        label_smoothing: [f64] = 0.0;
        /// The axis of the mean. Default: the last.
        axis: [i64] = -1;
    }
    check |loss| { smoothing_is_a_fraction(&loss.name, loss.label_smoothing) }
    call |loss, y_true, y_pred| {
        let y_true = &smoothed(y_true, loss.label_smoothing, 0.5 * loss.label_smoothing);
        let y_pred = if loss.from_logits { ops::sigmoid(y_pred) } else { y_pred.clone() };
        let crossentropy = ops::binary_crossentropy(y_true, &y_pred, false);
        let right = y_true * &y_pred + (1.0 - y_true) * (1.0 - &y_pred);
        let mut values = power(&(1.0 - right), loss.gamma) * crossentropy;
        if loss.apply_class_balancing {
            values = (y_true * loss.alpha + (1.0 - y_true) * (1.0 - loss.alpha)) * values;
        }
        ops::mean(&values, loss.axis, false)
    }
}
