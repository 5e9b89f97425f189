use super::mean::sum_of_rows;
use super::metric::Metric;
use crate::error::Result;
use crate::losses::Targets;
use crate::ops::{self, Axes, Tensor};

crate::metric! {
    /// The sum of the predictions; targets do not matter.
    Sum() "sum" {}
}

impl Metric for Sum {
    fn name(&self) -> &str {
        &self.name
    }

    fn targets(&self) -> Targets {
        Targets::Any
    }

    fn state(&self, _y_true: &[usize], _y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
        Ok(vec![vec![]])
    }

    fn update(&self, _y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
        let rows = sum_of_rows(y_pred);
        Ok(vec![ops::sum(&weights.map_or_else(|| rows.clone(), |weights| &rows * weights), Axes::All, false)])
    }

    fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
        state[0].clone()
    }
}
