use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of [`losses::Poisson`](crate::losses::Poisson).
    Poisson "poisson" Down {}
    values |_metric, y_true, y_pred| {
        losses::Poisson::new().call(y_true, y_pred)?
    }
}
