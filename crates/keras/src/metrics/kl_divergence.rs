use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of [`losses::KLDivergence`](crate::losses::KLDivergence).
    KLDivergence "kl_divergence" Down {}
    values |_metric, y_true, y_pred| {
        losses::KLDivergence::new().call(y_true, y_pred)?
    }
}
