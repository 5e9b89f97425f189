//! The layers of `cases.py` that are a user's own.

use keras::Result;
use keras::graph::{CallContext, Layer, Scope, Value, WeightSpec};
use keras::initializers::{GlorotUniform, Ones};
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

keras::layer! {
    /// A cell whose state leaks away: `h = (1 - leak) h + leak tanh(x · kernel)`.
    Leaky(
        /// The size of the state.
        units: [usize],
    ) {
        /// What leaks in a step.
        leak: [f64] = 0.5;
    }
}

impl Layer for Leaky {
    fn state_sizes(&self) -> Vec<usize> {
        vec![self.units]
    }

    fn build(&self, inputs: &[keras::Shape]) -> Result<Vec<WeightSpec>> {
        Ok(vec![WeightSpec::trainable("kernel", [inputs[0].last().unwrap_or(1), self.units], GlorotUniform::new())])
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        cx.trace(inputs, |scope, inputs| {
            let new = ops::tanh(&ops::matmul(&inputs[0], &scope.weight(0)?));
            let state = &inputs[1] * (1.0 - self.leak) + new * self.leak;
            Ok(vec![state.clone(), state])
        })
    }
}

/// Registers them.
pub fn register(registry: &mut Registry) {
    registry.add::<Scaled>().add::<Leaky>();
}
