use super::initializer::{Initializer, fill};
use crate::error::Result;
use crate::utils::Rng;

crate::object! {
    /// A normal distribution.
    RandomNormal(): dyn Initializer {
        /// The mean. Default: 0.
        mean: [f64] = 0.0;
        /// The standard deviation. Default: 0.05.
        stddev: [f64] = 0.05;
        /// The seed of values that are the same each time. Default: none, values of the model's seed.
        seed: [Option<u64>] = None;
    }
}

impl Initializer for RandomNormal {
    fn values(&self, shape: &[usize], rng: &mut Rng) -> Result<Vec<f32>> {
        Ok(fill(shape, self.seed, rng, |r| self.mean + self.stddev * r.normal()))
    }
}
