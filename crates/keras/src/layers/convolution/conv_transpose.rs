//! Transposed convolutions of one to three dimensions.

use stablehlo::Value;
use stablehlo::ops::WindowDim;

use super::window_conv::{Kernel, convolve_with};
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Zeros};
use crate::layers::data_format::DataFormat;
use crate::layers::window::{Padding, Sizes, Window};
use crate::objects::Handle;
use crate::regularizers::Regularizer;
use crate::shape::Shape;

/// The window of a transposed convolution along one dimension: the input is dilated by the stride, and padded
/// so that the output has Keras's size.
fn transposed(size: usize, stride: usize, dilation: usize, padding: Padding, output: Option<usize>) -> WindowDim {
    let extent = (size - 1) * dilation + 1;
    let (low, high) = match (padding, output) {
        (Padding::Same, _) => {
            let total = match output {
                None => stride + extent - 2,
                Some(output) => extent + extent % 2 + output - 2,
            };
            let low = total.div_ceil(2).min(extent - 1);
            (low, total - low)
        }
        (_, None) => (extent - 1, extent.max(stride) - 1),
        (_, Some(output)) => (extent - 1, extent - 1 + output),
    };
    WindowDim {
        pad_low: low as i64,
        pad_high: high as i64,
        base_dilation: stride,
        window_dilation: dilation,
        reversal: true,
        ..WindowDim::new(size)
    }
}

macro_rules! conv_transpose {
    ($(#[$doc:meta])* $layer:ident $n:literal) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The number of output channels.
                filters: [usize],
                /// The size of the kernel.
                kernel_size: [Sizes<$n>],
            ) {
                /// Strides, by which the output is larger. Default: 1.
                strides: [Sizes<$n>] = Sizes([1; $n]);
                /// Padding at the edges. Default: [`Padding::Valid`].
                padding: [Padding] = Padding::Valid;
                /// The place of the channels. Default: last.
                data_format: [DataFormat] = DataFormat::ChannelsLast;
                /// Elements that are added at the end of the output; `None` for Keras's size. Default: none.
                output_padding: [Option<Sizes<$n>>] = None;
                /// Spacing between the kernel's elements. Default: 1.
                dilation_rate: [Sizes<$n>] = Sizes([1; $n]);
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
                /// The penalty of the bias. Default: none.
                bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The function that is applied to the kernel after each step. Default: none.
                kernel_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the bias after each step. Default: none.
                bias_constraint: [Option<Handle<dyn Constraint>>] = None;
            }
            config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                let (size, dilation) = (self.kernel_size, self.dilation_rate);
                Window { size, strides: self.strides, dilation, padding: self.padding }.check_settings()?;
                if self.filters == 0 || self.padding == Padding::Causal {
                    return Err(Error::argument(format!(
                        "a transposed convolution has at least one filter, and no causal padding. Received: \
                         filters={}, padding={}",
                        self.filters,
                        self.padding.name()
                    )));
                }
                let (channels, _) = self.data_format.split(&inputs[0]);
                let shape = [&self.kernel_size.0[..], &[self.filters, channels]].concat();
                let kernel = WeightSpec::trainable("kernel", shape, &self.kernel_initializer)
                    .regularizer(self.kernel_regularizer.as_ref())
                    .constraint(self.kernel_constraint.as_ref());
                let bias = self.use_bias.then(|| {
                    WeightSpec::trainable("bias", [self.filters], &self.bias_initializer)
                        .regularizer(self.bias_regularizer.as_ref())
                        .constraint(self.bias_constraint.as_ref())
                });
                Ok([Some(kernel), bias].into_iter().flatten().collect())
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                let x = self.data_format.value_to_last(cx.b, inputs[0])?;
                let window = (0..$n).map(|i| {
                    let output = self.output_padding.map(|output| output.0[i]);
                    transposed(
                        self.kernel_size.0[i],
                        self.strides.0[i],
                        self.dilation_rate.0[i],
                        self.padding,
                        output,
                    )
                });
                // The kernel is `[spatial.., filters, channels]`.
                let kernel = cx.cast_weight(0)?;
                let order: Vec<usize> = (0..$n).chain([$n + 1, $n]).collect();
                let kernel = Kernel { value: cx.b.transpose(kernel, &order)?, groups: 1 };
                let y = convolve_with(cx.b, x, kernel, window.collect())?;
                let y = cx.bias_then(self.use_bias.then_some(1), self.activation, y)?;
                self.data_format.value_from_last(cx.b, y)
            }
        }
    };
}

conv_transpose! {
    /// One-dimensional transposed convolution, the gradient of a convolution with regard to its input.
    ///
    /// ```
    /// use keras::{Input, layers::Conv1DTranspose};
    /// let y = Conv1DTranspose::new(8, 3).strides(2).call(&Input::new([5, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 11, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Conv1DTranspose 1
}

conv_transpose! {
    /// Two-dimensional transposed convolution, the gradient of a convolution with regard to its input.
    ///
    /// ```
    /// use keras::{Input, layers::{Conv2DTranspose, Padding}};
    /// let y = Conv2DTranspose::new(8, (3, 3)).strides(2).padding(Padding::Same).call(&Input::new([5, 6, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 10, 12, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Conv2DTranspose 2
}

conv_transpose! {
    /// Three-dimensional transposed convolution, the gradient of a convolution with regard to its input.
    ///
    /// ```
    /// use keras::{Input, layers::Conv3DTranspose};
    /// let y = Conv3DTranspose::new(2, 2).strides(2).call(&Input::new([2, 3, 4, 1]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4, 6, 8, 2)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Conv3DTranspose 3
}
