use super::formulas::{axis_last, smoothed, smoothing_is_a_fraction};
use super::targets::Targets;
use crate::ops;

crate::loss! {
    /// The crossentropy of the targets' distributions, such as one-hot rows, with the predicted ones.
    CategoricalCrossentropy "categorical_crossentropy" {
        /// If true, predictions are the inputs of a softmax instead of probabilities. Default: false.
        from_logits: [bool] = false;
        /// The fraction of each target that is distributed evenly over all classes, in `[0, 1]`. Default: 0.
        label_smoothing: [f64] = 0.0;
        /// The axis of the classes. Default: the last.
        axis: [i64] = -1;
    }
    targets |_loss| { Targets::Distributions }
    check |loss| { smoothing_is_a_fraction(&loss.name, loss.label_smoothing) }
    call |loss, y_true, y_pred| {
        let [y_true, y_pred] = [y_true, y_pred].map(|x| axis_last(x, loss.axis));
        let y_true = smoothed(&y_true, loss.label_smoothing, loss.label_smoothing / y_pred.dim(-1) as f64);
        ops::categorical_crossentropy(&y_true, &y_pred, loss.from_logits)
    }
}
