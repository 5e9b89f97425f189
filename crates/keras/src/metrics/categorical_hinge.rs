use crate::losses::{self, Loss, Targets};

crate::mean_metric! {
    /// The mean of [`losses::CategoricalHinge`](crate::losses::CategoricalHinge).
    CategoricalHinge "categorical_hinge" Down {}
    targets |_metric| { Targets::Distributions }
    values |_metric, y_true, y_pred| {
        losses::CategoricalHinge::new().call(y_true, y_pred)?
    }
}
