use super::initializer::Initializer;
use crate::error::{Error, Result};
use crate::utils::Rng;

crate::object! {
    /// A factor on the diagonal of a matrix, zeros elsewhere.
    Identity(): dyn Initializer {
        /// The factor. Default: 1.
        gain: [f64] = 1.0;
    }
}

impl Initializer for Identity {
    fn values(&self, shape: &[usize], _rng: &mut Rng) -> Result<Vec<f32>> {
        let &[rows, columns] = shape else {
            return Err(Error::shape(format!("Identity initializes matrices, not a variable of shape {shape:?}")));
        };
        let at = |i: usize| if i / columns == i % columns { self.gain as f32 } else { 0.0 };
        Ok((0..rows * columns).map(at).collect())
    }
}
