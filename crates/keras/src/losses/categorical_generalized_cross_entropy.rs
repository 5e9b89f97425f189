use super::formulas::power;
use super::targets::Targets;
use crate::error::Error;
use crate::ops;

crate::loss! {
    /// `(1 - p^q) / q` with the predicted probability `p` of the target's class number: robust to wrong
    /// labels (Zhang and Sabuncu, 2018).
    CategoricalGeneralizedCrossEntropy "categorical_generalized_cross_entropy" {
        /// Between 0, the crossentropy, and 1, the absolute error. Default: 0.5.
        q: [f64] = 0.5;
    }
    targets |_loss| { Targets::ClassNumbers { checked: true } }
    check |loss| {
        if loss.q > 0.0 && loss.q < 1.0 {
            return Ok(());
        }
        Err(Error::argument(format!("CategoricalGeneralizedCrossEntropy: q is {}, not between 0 and 1", loss.q)))
    }
    call |loss, y_true, y_pred| {
        let own = ops::one_hot(y_true, y_pred.dim(-1));
        let p = ops::sum(&(y_pred * own), -1, false);
        (1.0 - power(&p, loss.q)) / loss.q
    }
}
