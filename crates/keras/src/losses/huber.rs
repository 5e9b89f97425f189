use crate::ops;

crate::loss! {
    /// The mean over the last axis of `e² / 2` for errors up to `delta`, else of `delta |e| - delta² / 2`.
    Huber "huber_loss" {
        /// The error from which the loss is linear. Default: 1.
        delta: [f64] = 1.0;
    }
    call |loss, y_true, y_pred| {
        let delta = loss.delta;
        let error = y_pred - y_true;
        let size = ops::abs(&error);
        let small = ops::less_equal(&size, &ops::full_like(&size, delta));
        let values = ops::where_(&small, &(ops::square(&error) * 0.5), &(&size * delta - 0.5 * delta * delta));
        ops::mean(&values, -1, false)
    }
}
