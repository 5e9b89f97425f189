use stablehlo::Value;
use stablehlo::ops::DotGeneral;

use super::declare::{declared, layer};
use crate::activations::Activation;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::initializers::Initializer;
use crate::shape::Shape;

layer! {
    /// A fully connected layer.
    ///
    /// `y[.., k] = activation(bias[k] + sum over c of x[.., c] · kernel[c, k])`
    ///
    /// ```
    /// use keras::{Activation, Input, layers::Dense};
    /// let x = Input::new([512]);
    /// let y = Dense::new(10).activation(Activation::Softmax).call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 10)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Dense(units: usize) {
        /// The activation after the bias. Default: linear.
        activation: [Activation] = Activation::Linear;
        /// If true, the layer has a bias. Default: true.
        use_bias: [bool] = true;
        /// Initial values of the kernel. Default: Glorot uniform.
        kernel_initializer: [Initializer] = Initializer::GlorotUniform;
        /// Initial values of the bias. Default: zeros.
        bias_initializer: [Initializer] = Initializer::Zeros;
    }
}

impl Layer for Dense {
    declared! {
        "kernel_regularizer": null, "bias_regularizer": null, "kernel_constraint": null, "bias_constraint": null,
        "quantization_config": null,
    }

    fn input_spec(&self) -> InputSpec {
        InputSpec::min_ndim(2)
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let units = self.units;
        if units == 0 {
            return Err(Error::argument(
                "Received an invalid value for `units`, expected a positive integer. Received: units=0",
            ));
        }
        // The input specification requires at least two dimensions, so there is a last one.
        let channels = inputs[0].last().unwrap_or(1);
        let mut weights = vec![WeightSpec::trainable("kernel", [channels, units], &self.kernel_initializer)];
        if self.use_bias {
            weights.push(WeightSpec::trainable("bias", [units], &self.bias_initializer));
        }
        Ok(weights)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let last = cx.b.dims(inputs[0]).len() - 1;
        let product = DotGeneral { lhs_contracting: vec![last], rhs_contracting: vec![0], ..DotGeneral::default() };
        let kernel = cx.cast_weight(0)?;
        let y = cx.b.dot_general(inputs[0], kernel, product)?;
        cx.bias_then(self.use_bias.then_some(1), self.activation, y)
    }
}
