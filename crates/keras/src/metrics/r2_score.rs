use super::mean::row_weights;
use super::metric::Metric;
use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

crate::choices! {
    /// How the scores of several outputs become one.
    ClassAggregation {
        /// Their mean.
        UniformAverage = "uniform_average",
        /// Their mean, weighted by the variances of the targets.
        VarianceWeightedAverage = "variance_weighted_average",
    }
}

crate::metric! {
    /// The coefficient of determination: the fraction of the targets' variance that the predictions explain.
    R2Score() "r2_score" {
        /// How the scores of several outputs become one; none for a score an output. Default: their mean.
        class_aggregation: [Option<ClassAggregation>] = Some(ClassAggregation::UniformAverage);
        /// The number of independent regressors, for the adjusted score; 0 for the standard one. Default: 0.
        num_regressors: [usize] = 0;
    }
}

impl Metric for R2Score {
    fn name(&self) -> &str {
        &self.name
    }

    /// Sum of targets, of their squares, of squared errors, of weights, and the number of samples.
    fn state(&self, _y_true: &[usize], y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
        let &[_, outputs] = y_pred else {
            return Err(Error::shape(format!(
                "metric {}: predictions have shape [n, outputs], not {y_pred:?}",
                self.name
            )));
        };
        Ok(vec![vec![outputs], vec![outputs], vec![outputs], vec![outputs], vec![]])
    }

    fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
        let weights = row_weights(y_true, weights);
        let weighted = y_true * &weights;
        let sum = |x: &Tensor| ops::sum(x, 0, false);
        let errors = ops::square(&(y_true - y_pred)) * &weights;
        let counted = ops::cast(&ops::not_equal(&weights, &ops::zeros_like(&weights)), "float32");
        let count = ops::sum(&counted, [0, 1], false) * y_true.dim(1) as f64;
        let weights = ops::broadcast_to(&weights, y_true.shape());
        Ok(vec![sum(&weighted), sum(&(y_true * &weighted)), sum(&errors), sum(&weights), count])
    }

    fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
        let [sums, squares, errors, counts, samples] = state else { return Vec::new() };
        let totals: Vec<f64> = (0..sums.len()).map(|i| squares[i] - sums[i] * sums[i] / counts[i]).collect();
        let score = |(error, total): (&f64, &f64)| {
            let score = 1.0 - error / total;
            if score.is_infinite() { 0.0 } else { score }
        };
        let scores: Vec<f64> = errors.iter().zip(&totals).map(score).collect();
        let scores = match self.class_aggregation {
            Some(ClassAggregation::UniformAverage) => vec![scores.iter().sum::<f64>() / scores.len() as f64],
            Some(ClassAggregation::VarianceWeightedAverage) => {
                let weighted: f64 = scores.iter().zip(&totals).map(|(score, total)| score * total).sum();
                vec![weighted / totals.iter().sum::<f64>()]
            }
            None => scores,
        };
        let (n, p) = (samples[0], self.num_regressors as f64);
        if p == 0.0 || p >= n - 1.0 {
            return scores;
        }
        scores.into_iter().map(|score| 1.0 - (1.0 - score) * (n - 1.0) / (n - p - 1.0)).collect()
    }
}
