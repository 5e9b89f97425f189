//! The layer of `cases.py` that is a user's own.

use keras::Result;
use keras::graph::{Layer, Scope, WeightSpec};
use keras::initializers::Ones;
use keras::objects::Registry;
use keras::ops::{self, Tensor};

keras::layer! {
    /// `tanh(x · scale) · power`.
    Scaled() {
        /// The factor.
        power: [f64] = 1.0;
    }
}

impl Layer for Scaled {
    fn build(&self, inputs: &[keras::Shape]) -> Result<Vec<WeightSpec>> {
        Ok(vec![WeightSpec::trainable("scale", [inputs[0].last().unwrap_or(1)], Ones::new())])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let y = ops::tanh(&(&inputs[0] * scope.weight(0)?));
        Ok(&y * ops::full_like(&y, self.power))
    }
}

/// Registers it.
pub fn register(registry: &mut Registry) {
    registry.add::<Scaled>();
}
