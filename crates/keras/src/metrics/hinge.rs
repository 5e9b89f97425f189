use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of [`losses::Hinge`](crate::losses::Hinge).
    Hinge "hinge" Down {}
    values |_metric, y_true, y_pred| {
        losses::Hinge::new().call(y_true, y_pred)?
    }
}
