use super::targets::Targets;
use crate::ops;

crate::loss! {
    /// `max(neg - pos + 1, 0)`, with the prediction `pos` of the target's class and the largest other one,
    /// `neg`.
    CategoricalHinge "categorical_hinge" {}
    targets |_loss| { Targets::Distributions }
    call |_loss, y_true, y_pred| {
        let own = ops::sum(&(y_true * y_pred), -1, false);
        let other = ops::max(&((1.0 - y_true) * y_pred), -1, false);
        let excess = other - own + 1.0;
        ops::maximum(&excess, &ops::zeros_like(&excess))
    }
}
