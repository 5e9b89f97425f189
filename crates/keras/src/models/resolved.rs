//! Losses and metrics that are resolved for known shapes.

use std::collections::HashMap;

use crate::losses::Loss;
use crate::metrics::Metric;
use crate::objects::Handle;

/// Losses and metrics, resolved for known shapes of targets and predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The outputs with a loss or a metric, in the order of the model's outputs. Each takes targets.
    pub outputs: Vec<Objective>,
}

/// What is computed from an output and its targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// The index of the output among the model's.
    pub output: usize,
    /// The name of the output.
    pub name: String,
    /// True if the model has no other output.
    pub is_only: bool,
    /// The loss, if the output has one.
    pub loss: Option<Handle<dyn Loss>>,
    /// The factor of the loss in the total loss; `None` for 1.
    pub loss_weight: Option<f64>,
    /// The metrics.
    pub metrics: Vec<TrackedMetric>,
}

/// A metric of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackedMetric {
    /// The metric.
    pub metric: Handle<dyn Metric>,
    /// True if sample weights apply to it.
    pub is_weighted: bool,
    /// The number of elements of each tensor of its state.
    pub(crate) state: Vec<usize>,
}

impl Resolved {
    /// The losses, each with its output.
    pub fn losses(&self) -> impl Iterator<Item = (&Objective, &Handle<dyn Loss>)> {
        self.outputs.iter().filter_map(|output| Some((output, output.loss.as_ref()?)))
    }

    /// The metrics in the order of the totals: those without weights, output by output, then the weighted
    /// ones.
    pub fn metrics(&self) -> impl Iterator<Item = (&Objective, &TrackedMetric)> {
        let of = move |weighted: bool| {
            let metrics = self.outputs.iter().flat_map(|output| output.metrics.iter().map(move |m| (output, m)));
            metrics.filter(move |(_, metric)| metric.is_weighted == weighted)
        };
        of(false).chain(of(true))
    }

    /// The number of values of the losses that are reported besides their sum.
    pub(crate) fn tracked_losses(&self) -> usize {
        let losses = self.losses().count();
        if losses > 1 { losses } else { 0 }
    }

    /// The number of values in a core's totals: sum and count of the loss, the sum of each loss if there are
    /// several, then the metrics' states.
    pub(crate) fn totals(&self) -> usize {
        2 + self.tracked_losses() + self.metrics().flat_map(|(_, metric)| &metric.state).sum::<usize>()
    }

    /// The values of losses and metrics, from the sum of the cores' totals.
    pub(crate) fn results(&self, totals: &[f64]) -> Vec<f64> {
        let (of_loss, rest) = totals.split_at(2);
        let (of_losses, mut rest) = rest.split_at(self.tracked_losses());
        let mut results = vec![of_loss[0] / of_loss[1]];
        results.extend(of_losses.iter().map(|sum| sum / of_loss[1]));
        for (_, metric) in self.metrics() {
            let mut state = Vec::with_capacity(metric.state.len());
            for size in &metric.state {
                let (part, after) = rest.split_at(*size);
                state.push(part.to_vec());
                rest = after;
            }
            results.push(metric.metric.result(&state));
        }
        results
    }

    /// The names of the logged values, as Keras forms them: the loss, the loss of each output if there are
    /// several, then the metrics. Where the model has several outputs, their names are prefixes. A name that
    /// occurs twice gets a number, or the prefix `weighted_`.
    pub fn names(&self) -> Vec<String> {
        let mut names = vec!["loss".to_owned()];
        if self.tracked_losses() > 0 {
            names.extend(self.losses().map(|(output, _)| format!("{}_loss", output.name)));
        }
        let mut used: HashMap<String, usize> = HashMap::new();
        for (output, metric) in self.metrics() {
            let prefixed = |name: String| match output.name.as_str() {
                prefix if self.is_single() || prefix.is_empty() => name,
                prefix => format!("{prefix}_{name}"),
            };
            let own = metric.metric.name();
            let mut name = prefixed(own.to_owned());
            if used.contains_key(&name) && metric.is_weighted {
                name = prefixed(format!("weighted_{own}"));
            }
            let count = used.entry(name.clone()).or_insert(0);
            names.push(if *count == 0 { name } else { format!("{name}_{count}") });
            *count += 1;
        }
        names
    }

    /// True for a model of one output, whose metrics have no prefix.
    fn is_single(&self) -> bool {
        self.outputs.len() == 1 && self.outputs[0].is_only
    }
}
