use crate::ops;
use crate::ops::Tensor;

crate::mean_metric! {
    /// The mean of the concordance correlations of targets and predictions along an axis.
    ConcordanceCorrelation "concordance_correlation" Up {
        /// The axis along which the correlation is computed. Default: the last.
        axis: [i64] = -1;
    }
    values |metric, y_true, y_pred| {
        let axis = metric.axis;
        let [mean_true, mean_pred] = [y_true, y_pred].map(|x| ops::mean(x, axis, true));
        let [var_true, var_pred] =
            [y_true - &mean_true, y_pred - &mean_pred].map(|x: Tensor| ops::var(&x, axis, true));
        let covariance = (y_true - &mean_pred) * (y_pred - &mean_pred);
        let norm = var_true + var_pred + ops::square(&(mean_true - mean_pred));
        ops::mean(&(covariance * 2.0 / (norm + 1e-7)), axis, false)
    }
}
