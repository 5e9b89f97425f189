use super::initializer::Initializer;
use crate::error::Result;
use crate::utils::Rng;

crate::object! {
    /// Zeros.
    Zeros(): dyn Initializer {}
}

impl Initializer for Zeros {
    fn values(&self, shape: &[usize], _rng: &mut Rng) -> Result<Vec<f32>> {
        Ok(vec![0.0; shape.iter().product()])
    }
}
