use super::confusion::{Decisions, EPSILON, Thresholds, check_thresholds};
use super::mean::ratio;
use super::metric::Metric;
use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

crate::choices! {
    /// The curve under which the area is computed.
    Curve {
        /// Recall over the rate of false positives.
        Roc = "ROC",
        /// Precision over recall.
        Pr = "PR",
        /// The gain of precision over the gain of recall (Flach and Kull, 2015).
        PrGain = "PRGAIN",
    }
}

crate::choices! {
    /// How the curve is summed between thresholds.
    Summation {
        /// By its mean, for [`Curve::Pr`] by an interpolation of true positives (Davis and Goadrich, 2006).
        Interpolation = "interpolation",
        /// By its larger end.
        Majoring = "majoring",
        /// By its smaller end.
        Minoring = "minoring",
    }
}

crate::metric! {
    /// The area under a curve of decisions at many thresholds.
    AUC() "auc" {
        /// The number of thresholds. Default: 200.
        num_thresholds: [usize] = 200;
        /// The curve. Default: ROC.
        curve: [Curve] = Curve::Roc;
        /// How the curve is summed. Default: interpolated.
        summation_method: [Summation] = Summation::Interpolation;
        /// Thresholds between 0 and 1, instead of evenly distributed ones.
        thresholds: [Option<Vec<f64>>] = None;
        /// If true, the area of each label, the last axis, is computed, and their mean reported. Default:
        /// false.
        multi_label: [bool] = false;
        /// The number of labels; not needed.
        num_labels: [Option<usize>] = None;
        /// The weights of the labels. Default: equal.
        label_weights: [Option<Vec<f64>>] = None;
        /// If true, predictions are the inputs of a sigmoid instead of probabilities. Default: false.
        from_logits: [bool] = false;
    }
    check |metric| {
        check_thresholds("AUC", metric.thresholds.as_deref())?;
        if metric.num_thresholds > 1 {
            return Ok(());
        }
        Err(Error::argument(format!("AUC: num_thresholds is {}, not at least 2", metric.num_thresholds)))
    }
}

impl AUC {
    fn decisions(&self) -> Decisions<'_> {
        let mut inner = match &self.thresholds {
            Some(given) => given.clone(),
            None => (1..self.num_thresholds.max(2) - 1).map(|i| i as f64 / (self.num_thresholds - 1) as f64).collect(),
        };
        inner.sort_by(f64::total_cmp);
        let all = [-EPSILON].into_iter().chain(inner).chain([1.0 + EPSILON]);
        let label_weights = self.label_weights.as_deref().filter(|_| !self.multi_label);
        Decisions { thresholds: Thresholds(all.collect()), multi_label: self.multi_label, label_weights }
    }

    /// The area under the curve of one label: counts at each threshold, from the lowest on.
    fn area(&self, tp: &[f64], fp: &[f64], tn: &[f64], fn_: &[f64]) -> f64 {
        if (self.curve, self.summation_method) == (Curve::Pr, Summation::Interpolation) {
            return interpolated_pr(tp, fp, fn_);
        }
        let point = |i: usize| {
            let recall = ratio(tp[i], tp[i] + fn_[i]);
            match self.curve {
                Curve::Roc => (ratio(fp[i], fp[i] + tn[i]), recall),
                Curve::Pr => (recall, ratio(tp[i], tp[i] + fp[i])),
                Curve::PrGain => {
                    let scale = ratio(tp[i] + fn_[i], tn[i] + fp[i]);
                    if tp[i] == 0.0 {
                        (0.0, 1.0)
                    } else {
                        ((1.0 - scale * fn_[i] / tp[i]).max(0.0), 1.0 - scale * fp[i] / tp[i])
                    }
                }
            }
        };
        let points: Vec<(f64, f64)> = (0..tp.len()).map(point).collect();
        let height = |a: f64, b: f64| match self.summation_method {
            Summation::Interpolation => (a + b) / 2.0,
            Summation::Majoring => a.max(b),
            Summation::Minoring => a.min(b),
        };
        points.windows(2).map(|pair| (pair[0].0 - pair[1].0) * height(pair[0].1, pair[1].1)).sum()
    }
}

/// The area under precision over recall, with true positives interpolated linearly in the positives.
fn interpolated_pr(tp: &[f64], fp: &[f64], fn_: &[f64]) -> f64 {
    let p: Vec<f64> = tp.iter().zip(fp).map(|(t, f)| t + f).collect();
    let part = |i: usize| {
        let dtp = tp[i] - tp[i + 1];
        let slope = ratio(dtp, (p[i] - p[i + 1]).max(0.0));
        let intercept = tp[i + 1] - slope * p[i + 1];
        let growth = if p[i] > 0.0 && p[i + 1] > 0.0 { p[i] / p[i + 1] } else { 1.0 };
        ratio(slope * (dtp + intercept * growth.ln()), (tp[i + 1] + fn_[i + 1]).max(0.0))
    };
    (0..tp.len() - 1).map(part).sum()
}

impl Metric for AUC {
    fn name(&self) -> &str {
        &self.name
    }

    fn state(&self, _y_true: &[usize], y_pred: &[usize]) -> Result<Vec<Vec<usize>>> {
        let labels = y_pred.last().copied().unwrap_or(1);
        if let Some(weights) = &self.label_weights
            && weights.len() != labels
        {
            let (given, name) = (weights.len(), &self.name);
            return Err(Error::shape(format!("metric {name}: {given} label weights for {labels} labels")));
        }
        Ok(vec![self.decisions().shape(y_pred); 4])
    }

    fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> Result<Vec<Tensor>> {
        let y_pred = if self.from_logits { ops::sigmoid(y_pred) } else { y_pred.clone() };
        Ok(self.decisions().count(y_true, &y_pred, weights).to_vec())
    }

    fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
        let [tp, fp, tn, fn_] = state else { return Vec::new() };
        let labels = tp.len() / self.decisions().thresholds.0.len();
        let of_label =
            |counts: &[f64], label: usize| -> Vec<f64> { counts.iter().skip(label).step_by(labels).copied().collect() };
        let area = |label| {
            let [tp, fp, tn, fn_] = [tp, fp, tn, fn_].map(|counts| of_label(counts, label));
            self.area(&tp, &fp, &tn, &fn_)
        };
        let areas: Vec<f64> = (0..labels).map(area).collect();
        match self.label_weights.as_ref().filter(|_| self.multi_label) {
            Some(weights) => {
                let sum: f64 = areas.iter().zip(weights).map(|(area, weight)| area * weight).sum();
                vec![ratio(sum, weights.iter().sum())]
            }
            None => vec![areas.iter().sum::<f64>() / labels as f64],
        }
    }
}
