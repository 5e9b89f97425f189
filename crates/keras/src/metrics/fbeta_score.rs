use super::mean::row_weights;
use super::metric::Metric;
use crate::error::{Error, Result};
use crate::losses::Targets;
use crate::ops::{self, Axes, Tensor};

crate::choices! {
    /// How the scores of the classes become one.
    Average {
        /// From the counts of all classes together.
        Micro = "micro",
        /// Their mean.
        Macro = "macro",
        /// Their mean, weighted by the number of targets of the class.
        Weighted = "weighted",
    }
}

crate::metric! {
    /// The weighted harmonic mean of precision and recall, `(1 + beta²) p r / (beta² p + r)`.
    FBetaScore() "fbeta_score" {
        /// How the scores of the classes become one; none for a score a class. Default: none.
        average: [Option<Average>] = None;
        /// The weight of recall. Default: 1.
        beta: [f64] = 1.0;
        /// A prediction above it is positive; none for the largest of a row. Default: none.
        threshold: [Option<f64>] = None;
    }
    check |metric| {
        if metric.beta > 0.0 {
            return Ok(());
        }
        Err(Error::argument(format!("FBetaScore: beta is {}, not positive", metric.beta)))
    }
}

crate::metric! {
    /// The harmonic mean of precision and recall.
    F1Score() "f1_score" {
        /// How the scores of the classes become one; none for a score a class. Default: none.
        average: [Option<Average>] = None;
        /// A prediction above it is positive; none for the largest of a row. Default: none.
        threshold: [Option<f64>] = None;
    }
}

/// True positives, false positives, false negatives and targets, a class each, or all together.
fn counts(
    y_true: &Tensor,
    y_pred: &Tensor,
    weights: Option<&Tensor>,
    average: Option<Average>,
    threshold: Option<f64>,
) -> Vec<Tensor> {
    let positive = match threshold {
        Some(threshold) => ops::greater(y_pred, &ops::full_like(y_pred, threshold)),
        None => {
            let largest = ops::greater_equal(y_pred, &ops::max(y_pred, -1, true));
            ops::logical_and(&largest, &ops::greater(&ops::abs(y_pred), &ops::full_like(y_pred, 1e-9)))
        }
    };
    let y_pred = &ops::cast(&positive, "float32");
    let weights = &row_weights(y_true, weights);
    let axes = if average == Some(Average::Micro) { Axes::All } else { Axes::from(0) };
    let sum = |x: Tensor| ops::sum(&(x * weights), axes.clone(), false);
    vec![
        sum(y_pred * y_true),
        sum(y_pred * (1.0 - y_true)),
        sum((1.0 - y_pred) * y_true),
        sum(y_true * ops::ones_like(y_pred)),
    ]
}

fn score(state: &[Vec<f64>], average: Option<Average>, beta: f64) -> Vec<f64> {
    const EPSILON: f64 = 1e-7;
    let [right, wrong, missed, targets] = state else { return Vec::new() };
    let of_class = |i: usize| {
        let precision = right[i] / (right[i] + wrong[i] + EPSILON);
        let recall = right[i] / (right[i] + missed[i] + EPSILON);
        precision * recall / (beta * beta * precision + recall + EPSILON) * (1.0 + beta * beta)
    };
    let scores: Vec<f64> = (0..right.len()).map(of_class).collect();
    match average {
        None => scores,
        Some(Average::Weighted) => {
            let total = targets.iter().sum::<f64>() + EPSILON;
            vec![scores.iter().zip(targets).map(|(score, weight)| score * weight / total).sum()]
        }
        Some(_) => vec![scores.iter().sum::<f64>() / scores.len() as f64],
    }
}

macro_rules! f_scores {
    ($($metric:ident |$this:ident| $beta:expr;)*) => { $(
        impl Metric for $metric {
            fn name(&self) -> &str {
                &self.name
            }

            fn targets(&self) -> Targets {
                Targets::Distributions
            }

            fn state(&self, _y_true: &[usize], y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
                let &[_, classes] = y_pred else {
                    return Err(Error::shape(format!(
                        "metric {}: predictions have shape [n, classes], not {y_pred:?}",
                        self.name
                    )));
                };
                let of_part = if self.average == Some(Average::Micro) { vec![] } else { vec![classes] };
                Ok(vec![of_part; 4])
            }

            fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
                Ok(counts(y_true, y_pred, weights, self.average, self.threshold))
            }

            fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
                let $this = self;
                score(state, self.average, $beta)
            }
        }
    )* };
}

f_scores! {
    FBetaScore |metric| metric.beta;
    F1Score |_metric| 1.0;
}
