use super::formulas::unit;
use crate::ops;

crate::loss! {
    /// The negative cosine of the angle between targets and predictions along an axis: -1 for the same
    /// direction.
    CosineSimilarity "cosine_similarity" {
        /// The axis along which the vectors are. Default: the last.
        axis: [i64] = -1;
    }
    call |loss, y_true, y_pred| {
        let axis = loss.axis;
        -ops::sum(&(unit(y_true, axis) * unit(y_pred, axis)), axis, false)
    }
}
