use crate::losses::{self, Loss};

crate::mean_metric! {
    /// The mean of [`losses::SquaredHinge`](crate::losses::SquaredHinge).
    SquaredHinge "squared_hinge" Down {}
    values |_metric, y_true, y_pred| {
        losses::SquaredHinge::new().call(y_true, y_pred)?
    }
}
