use stablehlo::Value;
use stablehlo::ops::DotGeneral;

use super::int4::Matrix;
use super::low_rank::LowRank;
use super::quantization::{self, QuantizationConfig, Quantized};
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::dtype::Quantization;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Zeros};
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
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
    Dense(
        /// The size of the output's last dimension.
        units: [usize],
    ) {
        /// The activation after the bias. Default: linear.
        activation: [Activation] = Activation::Linear;
        /// If true, the layer has a bias. Default: true.
        use_bias: [bool] = true;
        /// Initial values of the kernel. Default: Glorot uniform.
        kernel_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
        /// Initial values of the bias. Default: zeros.
        bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
        /// The penalty of the kernel. Default: none.
        kernel_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the kernel after each step. Default: none.
        kernel_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// The penalty of the bias. Default: none.
        bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
        /// The function that is applied to the bias after each step. Default: none.
        bias_constraint: [Option<Handle<dyn Constraint>>] = None;
        /// How the kernel and the inputs are quantized under a quantized dtype policy. Default: both.
        quantization_config: [Option<QuantizationConfig>] = None;
        /// The rank of two factors that are trained in place of the kernel, to which their product is added:
        /// Keras's `enable_lora`. `.keras` files have the kernel with the product, and the factors are zeros
        /// when they are read; `.h5` files have the factors, as in Keras. Default: none.
        lora_rank: [Option<usize>] = None;
        /// The product of the factors is multiplied by this number, divided by the rank. Default: the rank.
        lora_alpha: [Option<f64>] = None;
    }
    config |layer, config| {
        if layer.lora_rank.is_none() {
            config.remove("lora_rank");
            config.remove("lora_alpha");
        }
    }
}

impl Dense {
    fn low_rank(&self) -> Option<LowRank> {
        LowRank::of(self.lora_rank, self.lora_alpha, self.dtype)
    }

    fn mode(&self) -> Option<Quantization> {
        quantization::mode(self.dtype, self.quantization_config)
    }

    /// The kernel of so many channels as it is quantized.
    fn matrix(&self, channels: usize) -> Matrix {
        Matrix { shape: [channels, self.units], packed: 1, inputs: 0 }
    }

    fn quantized_product(&self, scope: &Scope, x: &Tensor, mode: Quantization) -> Result<Tensor> {
        let channels = x.shape().last().copied().unwrap_or(1);
        let quantized = Quantized {
            mode,
            config: self.quantization_config,
            rest: 1 + usize::from(self.use_bias),
            matrix: (self.matrix(channels), vec![channels, self.units]),
            axes: (-1).into(),
            product: &|x, kernel| ops::tensordot(x, kernel, &[-1], &[0]),
            of_output: &Tensor::clone,
            of_kernel: &Tensor::clone,
        };
        quantized.call(scope, x)
    }
}

impl Layer for Dense {
    fn supports_masking(&self) -> bool {
        true
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
        let kernel = WeightSpec::trainable("kernel", [channels, units], &self.kernel_initializer)
            .regularizer(self.kernel_regularizer.as_ref())
            .constraint(self.kernel_constraint.as_ref());
        let (kernel, rest) = quantization::weights(kernel, self.mode(), &[units], self.matrix(channels));
        let mut weights = vec![kernel.fixed(self.lora_rank.is_some())];
        if self.use_bias {
            let bias = WeightSpec::trainable("bias", [units], &self.bias_initializer)
                .regularizer(self.bias_regularizer.as_ref())
                .constraint(self.bias_constraint.as_ref());
            weights.push(bias);
        }
        weights.extend(rest);
        if let Some(low_rank) = self.low_rank() {
            weights.extend(low_rank.factors(&weights[0], self.kernel_regularizer.as_ref())?);
        }
        Ok(weights)
    }

    fn quantize(&self, name: &str, kernel: &[f32], shape: &[usize]) -> Result<Vec<(String, Vec<f32>)>> {
        let (units, channels) = (self.units, shape.first().copied().unwrap_or(1));
        quantization::values(name, kernel, self.mode(), self.matrix(channels), units, |i| i % units)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        if let Some(mode) = self.mode() {
            let outputs = cx.trace(inputs, |scope, x| {
                let y = self.quantized_product(scope, &x[0], mode)?;
                Ok(vec![self.activation.call(&quantization::biased(scope, y, self.use_bias, mode)?)])
            })?;
            return Ok(outputs[0]);
        }
        let last = cx.b.dims(inputs[0]).len() - 1;
        let product = DotGeneral { lhs_contracting: vec![last], rhs_contracting: vec![0], ..DotGeneral::default() };
        let kernel = match self.low_rank() {
            None => cx.cast_weight(0)?,
            Some(low_rank) => {
                let factor = 1 + usize::from(self.use_bias);
                cx.trace(&[], |scope, _| Ok(vec![low_rank.adapted(scope, factor)?]))?[0]
            }
        };
        let y = cx.b.dot_general(inputs[0], kernel, product)?;
        cx.bias_then(self.use_bias.then_some(1), self.activation, y)
    }
}
