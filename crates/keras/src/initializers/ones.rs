use super::initializer::Initializer;
use crate::error::Result;
use crate::utils::Rng;

crate::object! {
    /// Ones.
    Ones(): dyn Initializer {}
}

impl Initializer for Ones {
    fn values(&self, shape: &[usize], _rng: &mut Rng) -> Result<Vec<f32>> {
        Ok(vec![1.0; shape.iter().product()])
    }
}
