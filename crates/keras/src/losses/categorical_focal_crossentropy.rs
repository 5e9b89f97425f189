use super::formulas::{EPSILON, axis_last, power, smoothed, smoothing_is_a_fraction};
use super::targets::Targets;
use crate::ops;

crate::loss! {
    /// The categorical crossentropy, each class times `alpha (1 - p)^gamma` with its predicted probability
    /// `p`: classes that are predicted well count less (Lin et al., 2018).
    CategoricalFocalCrossentropy "categorical_focal_crossentropy" {
        /// The weight. Default: 0.25.
        alpha: [f64] = 0.25;
        /// The exponent. Default: 2.
        gamma: [f64] = 2.0;
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
        let y_pred = if loss.from_logits { ops::softmax(&y_pred, -1) } else { y_pred };
        let p = ops::clip(&(&y_pred / ops::sum(&y_pred, -1, true)), EPSILON, 1.0 - EPSILON);
        let crossentropy = -y_true * ops::log(&p);
        ops::sum(&(power(&(1.0 - &p), loss.gamma) * loss.alpha * crossentropy), -1, false)
    }
}
