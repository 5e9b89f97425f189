//! The best value of one rate where another one is large enough.

use super::confusion::{Decisions, Thresholds, selected};
use super::mean::ratio;
use super::metric::Metric;
use crate::error::{Error, Result};
use crate::ops::Tensor;

/// Positive and negative decisions at a threshold.
struct Counts {
    right_positive: f64,
    wrong_positive: f64,
    right_negative: f64,
    wrong_negative: f64,
}

impl Counts {
    /// Also called sensitivity.
    fn recall(&self) -> f64 {
        ratio(self.right_positive, self.right_positive + self.wrong_negative)
    }

    fn precision(&self) -> f64 {
        ratio(self.right_positive, self.right_positive + self.wrong_positive)
    }

    fn specificity(&self) -> f64 {
        ratio(self.right_negative, self.right_negative + self.wrong_positive)
    }
}

macro_rules! best_where {
    ($($(#[$doc:meta])* $metric:ident $name:literal ($(#[$limit_doc:meta])* $limit:ident) $constrained:ident $best:ident;)*) => { $(
        crate::metric! {
            $(#[$doc])*
            $metric($(#[$limit_doc])* $limit: [f64]) $name {
                /// The number of thresholds, evenly from 0 to 1. Default: 200.
                num_thresholds: [usize] = 200;
                /// The class, the index along the last axis, that is counted. Default: all.
                class_id: [Option<usize>] = None;
            }
            check |metric| {
                if metric.num_thresholds > 0 && (0.0..=1.0).contains(&metric.$limit) {
                    return Ok(());
                }
                Err(Error::argument(format!(
                    "{}: {} is {} and num_thresholds {}; they must be in [0, 1] and at least 1",
                    stringify!($metric), stringify!($limit), metric.$limit, metric.num_thresholds
                )))
            }
        }

        impl $metric {
            fn decisions(&self) -> Decisions<'_> {
                Decisions::at(Thresholds::even(self.num_thresholds))
            }
        }

        impl Metric for $metric {
            fn name(&self) -> &str {
                &self.name
            }

            fn state(&self, _y_true: &[usize], y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
                Ok(vec![self.decisions().shape(y_pred); 4])
            }

            fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
                let (y_true, y_pred) = selected(y_true, y_pred, None, self.class_id);
                Ok(self.decisions().count(&y_true, &y_pred, weights).to_vec())
            }

            fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
                let [right_positive, wrong_positive, right_negative, wrong_negative] = state else {
                    return Vec::new();
                };
                let counts = (0..right_positive.len()).map(|i| Counts {
                    right_positive: right_positive[i],
                    wrong_positive: wrong_positive[i],
                    right_negative: right_negative[i],
                    wrong_negative: wrong_negative[i],
                });
                // Keras compares in float32.
                let feasible = counts.filter(|counts| counts.$constrained() as f32 >= self.$limit as f32);
                vec![feasible.map(|counts| counts.$best()).fold(0.0, f64::max)]
            }
        }
    )* };
}

best_where! {
    /// The best precision where recall is at least a value.
    PrecisionAtRecall "precision_at_recall" (/** The smallest recall. */ recall) recall precision;
    /// The best recall where precision is at least a value.
    RecallAtPrecision "recall_at_precision" (/** The smallest precision. */ precision) precision recall;
    /// The best sensitivity, or recall, where specificity is at least a value.
    SensitivityAtSpecificity "sensitivity_at_specificity" (/** The smallest specificity. */ specificity)
        specificity recall;
    /// The best specificity where sensitivity, or recall, is at least a value.
    SpecificityAtSensitivity "specificity_at_sensitivity" (/** The smallest sensitivity. */ sensitivity)
        recall specificity;
}
