use super::formulas::EPSILON;
use crate::ops::{self, Axes};

crate::loss! {
    /// `1 - s / (s + alpha a + beta b + 1e-7)` with `s = sum(y_true y_pred)`, `a = sum(y_true (1 - y_pred))`
    /// and `b = sum(y_pred (1 - y_true))`: the Dice loss with weights (Salehi et al., 2017).
    Tversky "tversky" {
        /// The weight of targets that are not predicted. Default: 0.5.
        alpha: [f64] = 0.5;
        /// The weight of predictions that are no targets. Default: 0.5.
        beta: [f64] = 0.5;
        /// The axes of the sums. Default: all, one value for the batch.
        axis: [Axes] = Axes::All;
    }
    call |loss, y_true, y_pred| {
        let sum = |x: &ops::Tensor| ops::sum(x, loss.axis.clone(), false);
        let overlap = &sum(&(y_true * y_pred));
        let missed = sum(&((1.0 - y_pred) * y_true));
        let wrong = sum(&(y_pred * (1.0 - y_true)));
        1.0 - overlap / (overlap + missed * loss.alpha + wrong * loss.beta + EPSILON)
    }
}
