use crate::ops;
use crate::ops::Tensor;

crate::mean_metric! {
    /// The mean of Pearson's correlations of targets and predictions along an axis.
    PearsonCorrelation "pearson_correlation" Up {
        /// The axis along which the correlation is computed. Default: the last.
        axis: [i64] = -1;
    }
    values |metric, y_true, y_pred| {
        let axis = metric.axis;
        let standard = |x: &Tensor| {
            let centered = x - ops::mean(x, axis, true);
            &centered / ops::std(&centered, axis, true)
        };
        ops::mean(&(standard(y_true) * standard(y_pred)), axis, false)
    }
}
