//! Quantiles of data that come in batches, as Keras estimates them.

/// Numbers in ascending order, each with a weight: how many numbers of the data it stands for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Summary {
    values: Vec<f32>,
    weights: Vec<f32>,
}

impl Summary {
    /// About `1 / epsilon` numbers at equal distances in the order of all.
    pub fn of(mut values: Vec<f32>, epsilon: f64) -> Self {
        values.sort_unstable_by(f32::total_cmp);
        let step = (values.len() as f64 / (1.0 / epsilon)).max(1.0);
        let values: Vec<f32> = values.into_iter().skip((step - 1.0) as usize).step_by(step as usize).collect();
        Self { weights: vec![step as f32; values.len()], values }
    }

    /// True if it stands for no numbers.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The summary of both.
    pub fn merged(self, other: Self, epsilon: f64) -> Self {
        let pairs = |summary: Self| summary.values.into_iter().zip(summary.weights);
        let mut all: Vec<(f32, f32)> = pairs(self).chain(pairs(other)).collect();
        all.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let (values, weights) = all.into_iter().unzip();
        Self { values, weights }.compressed(epsilon)
    }

    /// The boundaries between this number of intervals.
    pub fn boundaries(self, num_bins: usize) -> Vec<f64> {
        let mut bounds = self.compressed(1.0 / num_bins as f64).values;
        bounds.pop();
        bounds.into_iter().map(f64::from).collect()
    }

    /// Quantiles at multiples of `epsilon`, unless there are fewer numbers.
    fn compressed(self, epsilon: f64) -> Self {
        if (self.values.len() as f64) * epsilon < 1.0 {
            return self;
        }
        let sums = self.weights.iter().scan(0.0f32, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        let sums: Vec<f32> = sums.collect();
        let total = sums.last().copied().unwrap_or(1.0);
        let parts: Vec<f32> = sums.iter().map(|sum| sum / total).collect();
        let (mut values, mut weights, mut before) = (Vec::new(), Vec::new(), 0.0);
        for i in 0..(1.0 / epsilon).ceil() as usize {
            let part = epsilon + i as f64 * epsilon;
            let sum = interpolated(part, &parts, &sums);
            values.push(interpolated(part, &parts, &self.values) as f32);
            weights.push((sum - before) as f32);
            before = sum;
        }
        Self { values, weights }
    }
}

/// The number at a place between others at ascending places; the first or the last one outside of them.
fn interpolated(place: f64, places: &[f32], numbers: &[f32]) -> f64 {
    let at = |i: usize| (f64::from(places[i]), f64::from(numbers[i]));
    let above = places.partition_point(|p| f64::from(*p) <= place);
    if above == 0 || above == places.len() {
        return at(above.max(1) - 1).1;
    }
    let ((low, from), (high, to)) = (at(above - 1), at(above));
    (to - from) / (high - low) * (place - low) + from
}
