use super::initializer::{Initializer, fill};
use crate::error::Result;
use crate::utils::Rng;

crate::object! {
    /// A uniform distribution.
    RandomUniform(): dyn Initializer {
        /// The inclusive lower bound. Default: -0.05.
        minval: [f64] = -0.05;
        /// The exclusive upper bound. Default: 0.05.
        maxval: [f64] = 0.05;
        /// The seed of values that are the same each time. Default: none, values of the model's seed.
        seed: [Option<u64>] = None;
    }
}

impl Initializer for RandomUniform {
    fn values(&self, shape: &[usize], rng: &mut Rng) -> Result<Vec<f32>> {
        Ok(fill(shape, self.seed, rng, |r| self.minval + (self.maxval - self.minval) * r.uniform()))
    }
}
