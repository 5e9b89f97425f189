use stablehlo::Value;

use crate::activations::Activation as Function;
use crate::error::Result;
use crate::graph::{CallContext, Layer};

crate::layer! {
    /// Applies an activation function: `y = f(x)`.
    ///
    /// ```
    /// use keras::{Input, layers};
    /// let x = Input::new([10]);
    /// let y = layers::Activation::new(keras::Activation::Softmax).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Activation(
        /// The function.
        activation: [Function],
    ) {}
}

impl Layer for Activation {
    fn supports_masking(&self) -> bool {
        true
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        self.activation.apply(cx.b, inputs[0])
    }
}
