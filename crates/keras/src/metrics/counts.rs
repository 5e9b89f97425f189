//! The numbers of right and wrong decisions.

use super::confusion::{Decisions, Thresholds, check_thresholds};
use super::metric::{Direction, Metric};
use crate::error::Result;
use crate::ops::Tensor;

macro_rules! counts {
    ($($(#[$doc:meta])* $metric:ident $name:literal $part:literal $direction:ident;)*) => { $(
        crate::metric! {
            $(#[$doc])*
            $metric() $name {
                /// Predictions above one are positive; several give a value each. Default: 0.5.
                thresholds: [Option<Vec<f64>>] = None;
            }
            check |metric| { check_thresholds(stringify!($metric), metric.thresholds.as_deref()) }
        }

        impl $metric {
            fn decisions(&self) -> Decisions<'_> {
                Decisions::at(Thresholds::or(self.thresholds.as_deref(), 0.5))
            }
        }

        impl Metric for $metric {
            fn name(&self) -> &str {
                &self.name
            }

            fn direction(&self) -> Direction {
                Direction::$direction
            }

            fn state(&self, _y_true: &[usize], y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
                Ok(vec![self.decisions().shape(y_pred)])
            }

            fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
                let all = self.decisions().count(y_true, y_pred, weights);
                Ok(vec![all[$part].clone()])
            }

            fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
                state[0].clone()
            }
        }
    )* };
}

counts! {
    /// The number of positive decisions on positive targets.
    TruePositives "true_positives" 0 Up;
    /// The number of positive decisions on negative targets.
    FalsePositives "false_positives" 1 Down;
    /// The number of negative decisions on negative targets.
    TrueNegatives "true_negatives" 2 Up;
    /// The number of negative decisions on positive targets.
    FalseNegatives "false_negatives" 3 Down;
}
