//! Precision and recall.

use super::confusion::{Decisions, NONE, Thresholds, check_thresholds, selected};
use super::mean::ratio;
use super::metric::Metric;
use crate::error::{Error, Result};
use crate::ops::Tensor;

macro_rules! of_decisions {
    ($($(#[$doc:meta])* $metric:ident $name:literal $wrong:literal;)*) => { $(
        crate::metric! {
            $(#[$doc])*
            $metric() $name {
                /// Predictions above one are positive; several give a value each. Default: 0.5, with `top_k`
                /// none.
                thresholds: [Option<Vec<f64>>] = None;
                /// The number of largest predictions of a row that may be positive. Default: all.
                top_k: [Option<usize>] = None;
                /// The class, the index along the last axis, that is counted. Default: all.
                class_id: [Option<usize>] = None;
            }
            check |metric| { check_thresholds(stringify!($metric), metric.thresholds.as_deref()) }
        }

        impl $metric {
            fn decisions(&self) -> Decisions<'_> {
                let default = if self.top_k.is_some() { NONE } else { 0.5 };
                Decisions::at(Thresholds::or(self.thresholds.as_deref(), default))
            }
        }

        impl Metric for $metric {
            fn name(&self) -> &str {
                &self.name
            }

            fn state(&self, _y_true: &[usize], y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
                let classes = y_pred.last().copied().unwrap_or(1);
                if let Some(beyond) = [self.top_k, self.class_id.map(|c| c + 1)].into_iter().flatten().max()
                    && beyond > classes
                {
                    return Err(Error::shape(format!(
                        "metric {}: top_k or class_id goes beyond the {classes} classes of predictions of shape \
                         {y_pred:?}",
                        self.name
                    )));
                }
                Ok(vec![self.decisions().shape(y_pred); 2])
            }

            fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
                let (y_true, y_pred) = selected(y_true, y_pred, self.top_k, self.class_id);
                let all = self.decisions().count(&y_true, &y_pred, weights);
                Ok(vec![all[0].clone(), all[$wrong].clone()])
            }

            fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
                state[0].iter().zip(&state[1]).map(|(right, wrong)| ratio(*right, right + wrong)).collect()
            }
        }
    )* };
}

of_decisions! {
    /// The fraction of positive decisions that are right.
    Precision "precision" 1;
    /// The fraction of positive targets that are found.
    Recall "recall" 3;
}
