use super::initializer::Initializer;
use crate::error::Result;
use crate::utils::Rng;

crate::object! {
    /// A constant.
    Constant(): dyn Initializer {
        /// The value. Default: 0.
        value: [f64] = 0.0;
    }
}

impl Initializer for Constant {
    fn values(&self, shape: &[usize], _rng: &mut Rng) -> Result<Vec<f32>> {
        Ok(vec![self.value as f32; shape.iter().product()])
    }
}
