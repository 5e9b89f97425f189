use super::formulas::EPSILON;
use crate::ops::{self, Axes};

crate::loss! {
    /// `1 - 2 sum(y_true y_pred) / (sum(y_true) + sum(y_pred) + 1e-7)`, for segmentation.
    Dice "dice" {
        /// The axes of the sums. Default: all, one value for the batch.
        axis: [Axes] = Axes::All;
    }
    call |loss, y_true, y_pred| {
        let sum = |x: &ops::Tensor| ops::sum(x, loss.axis.clone(), false);
        let overlap = sum(&(y_true * y_pred)) * 2.0;
        1.0 - overlap / (sum(y_true) + sum(y_pred) + EPSILON)
    }
}
