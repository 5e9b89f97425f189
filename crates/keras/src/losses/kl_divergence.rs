use super::formulas::EPSILON;
use crate::ops;

crate::loss! {
    /// The Kullback-Leibler divergence, the sum over the last axis of `y_true log(y_true / y_pred)`, with
    /// values clipped to `[1e-7, 1]`.
    KLDivergence "kl_divergence" {}
    call |_loss, y_true, y_pred| {
        let [y_true, y_pred] = [y_true, y_pred].map(|x| ops::clip(x, EPSILON, 1.0));
        ops::sum(&(&y_true * ops::log(&(&y_true / y_pred))), -1, false)
    }
}
