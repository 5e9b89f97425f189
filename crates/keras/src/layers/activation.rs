use stablehlo::Value;

use crate::activations::Activation as Function;
use crate::{Result, Shape};

use super::declare::{declared, layer};
use super::{CallContext, Layer};

layer! {
    /// An activation function as a layer of its own: `y = f(x)`.
    ///
    /// ```
    /// use keras::{Input, layers};
    /// let x = Input::new([10]);
    /// let y = layers::Activation::new(keras::Activation::Softmax).call(&x)?;
    /// assert_eq!(y.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Activation(activation: Function) {}
}

impl Layer for Activation {
    declared! {}

    fn output_shape(&self, inputs: &[Shape]) -> Result<Shape> {
        Ok(inputs[0].clone())
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        self.activation.apply(cx.b, inputs[0])
    }
}
