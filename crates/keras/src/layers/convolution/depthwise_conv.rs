//! Depthwise and separable convolutions of one and two dimensions.

use stablehlo::{FuncBuilder, Value};

use super::window_conv::{Kernel, check_window, convolve};
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

/// The convolution of each channel with its own kernels, `[spatial.., channels, multiplier]`.
fn depthwise<const N: usize>(b: &mut FuncBuilder, x: Value, kernel: Value, window: &Window<N>) -> Result<Value> {
    let mut dims = b.dims(kernel).to_vec();
    let (channels, multiplier) = (dims[N], dims[N + 1]);
    (dims[N], dims[N + 1]) = (1, channels * multiplier);
    let value = b.reshape(kernel, &dims)?;
    convolve(b, x, Kernel { value, groups: channels }, window)
}

fn check_multiplier(multiplier: usize) -> Result<()> {
    if multiplier > 0 {
        return Ok(());
    }
    Err(Error::argument(
        "Invalid value for argument `depth_multiplier`. Expected a strictly positive value. Received \
         depth_multiplier=0.",
    ))
}

macro_rules! depthwise_conv {
    ($(#[$doc:meta])* $layer:ident $n:literal) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The size of the kernel.
                kernel_size: [Sizes<$n>],
            ) {
                /// Strides of the windows. Default: 1.
                strides: [Sizes<$n>] = Sizes([1; $n]);
                /// Padding at the edges. Default: [`Padding::Valid`].
                padding: [Padding] = Padding::Valid;
                /// The number of output channels for each input channel. Default: 1.
                depth_multiplier: [usize] = 1;
                /// The place of the channels. Default: last.
                data_format: [DataFormat] = DataFormat::ChannelsLast;
                /// Spacing between the kernel's elements. Default: 1.
                dilation_rate: [Sizes<$n>] = Sizes([1; $n]);
                /// The activation after the bias. Default: linear.
                activation: [Activation] = Activation::Linear;
                /// If true, the layer has a bias. Default: true.
                use_bias: [bool] = true;
                /// Initial values of the kernel. Default: Glorot uniform.
                depthwise_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
                /// Initial values of the bias. Default: zeros.
                bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
                /// The penalty of the kernel. Default: none.
                depthwise_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The penalty of the bias. Default: none.
                bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The function that is applied to the kernel after each step. Default: none.
                depthwise_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the bias after each step. Default: none.
                bias_constraint: [Option<Handle<dyn Constraint>>] = None;
            }
            config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
        }

        impl $layer {
            fn window(&self) -> Window<$n> {
                let (size, dilation) = (self.kernel_size, self.dilation_rate);
                Window { size, strides: self.strides, dilation, padding: self.padding }
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                check_multiplier(self.depth_multiplier)?;
                self.window().check_settings()?;
                let (channels, _) = self.data_format.split(&inputs[0]);
                let shape = [&self.kernel_size.0[..], &[channels, self.depth_multiplier]].concat();
                let kernel = WeightSpec::trainable("kernel", shape, &self.depthwise_initializer)
                    .regularizer(self.depthwise_regularizer.as_ref())
                    .constraint(self.depthwise_constraint.as_ref());
                let bias = self.use_bias.then(|| {
                    WeightSpec::trainable("bias", [channels * self.depth_multiplier], &self.bias_initializer)
                        .regularizer(self.bias_regularizer.as_ref())
                        .constraint(self.bias_constraint.as_ref())
                });
                Ok([Some(kernel), bias].into_iter().flatten().collect())
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                check_window(&self.window(), self.data_format, &inputs[0], &self.kernel_size.0)
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                let x = self.data_format.value_to_last(cx.b, inputs[0])?;
                let kernel = cx.cast_weight(0)?;
                let y = depthwise(cx.b, x, kernel, &self.window())?;
                let y = cx.bias_then(self.use_bias.then_some(1), self.activation, y)?;
                self.data_format.value_from_last(cx.b, y)
            }
        }
    };
}

depthwise_conv! {
    /// One-dimensional convolution of each channel with kernels of its own.
    ///
    /// ```
    /// use keras::{Input, layers::DepthwiseConv1D};
    /// let y = DepthwiseConv1D::new(3).depth_multiplier(2).call(&Input::new([16, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 14, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    DepthwiseConv1D 1
}

depthwise_conv! {
    /// Two-dimensional convolution of each channel with kernels of its own.
    ///
    /// `y[n, i, j, c·m + k] = sum over a, b of x[n, i·s + a, j·s + b, c] · kernel[a, b, c, k]`, with the
    /// depth multiplier `m`
    ///
    /// ```
    /// use keras::{Input, layers::DepthwiseConv2D};
    /// let y = DepthwiseConv2D::new((3, 3)).call(&Input::new([8, 8, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 6, 6, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    DepthwiseConv2D 2
}

macro_rules! separable_conv {
    ($(#[$doc:meta])* $layer:ident $n:literal) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The number of output channels.
                filters: [usize],
                /// The size of the depthwise kernel.
                kernel_size: [Sizes<$n>],
            ) {
                /// Strides of the windows. Default: 1.
                strides: [Sizes<$n>] = Sizes([1; $n]);
                /// Padding at the edges. Default: [`Padding::Valid`].
                padding: [Padding] = Padding::Valid;
                /// The place of the channels. Default: last.
                data_format: [DataFormat] = DataFormat::ChannelsLast;
                /// Spacing between the kernel's elements. Default: 1.
                dilation_rate: [Sizes<$n>] = Sizes([1; $n]);
                /// The number of channels between the convolutions for each input channel. Default: 1.
                depth_multiplier: [usize] = 1;
                /// The activation after the bias. Default: linear.
                activation: [Activation] = Activation::Linear;
                /// If true, the layer has a bias. Default: true.
                use_bias: [bool] = true;
                /// Initial values of the depthwise kernel. Default: Glorot uniform.
                depthwise_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
                /// Initial values of the pointwise kernel. Default: Glorot uniform.
                pointwise_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
                /// Initial values of the bias. Default: zeros.
                bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
                /// The penalty of the depthwise kernel. Default: none.
                depthwise_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The penalty of the pointwise kernel. Default: none.
                pointwise_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The penalty of the bias. Default: none.
                bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The function that is applied to the depthwise kernel after each step. Default: none.
                depthwise_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the pointwise kernel after each step. Default: none.
                pointwise_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the bias after each step. Default: none.
                bias_constraint: [Option<Handle<dyn Constraint>>] = None;
            }
            config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
        }

        impl $layer {
            fn window(&self) -> Window<$n> {
                let (size, dilation) = (self.kernel_size, self.dilation_rate);
                Window { size, strides: self.strides, dilation, padding: self.padding }
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                check_multiplier(self.depth_multiplier)?;
                self.window().check_settings()?;
                let (channels, _) = self.data_format.split(&inputs[0]);
                let shape = [&self.kernel_size.0[..], &[channels, self.depth_multiplier]].concat();
                let depthwise = WeightSpec::trainable("depthwise_kernel", shape, &self.depthwise_initializer)
                    .regularizer(self.depthwise_regularizer.as_ref())
                    .constraint(self.depthwise_constraint.as_ref());
                let shape = [&[1; $n][..], &[channels * self.depth_multiplier, self.filters]].concat();
                let pointwise = WeightSpec::trainable("pointwise_kernel", shape, &self.pointwise_initializer)
                    .regularizer(self.pointwise_regularizer.as_ref())
                    .constraint(self.pointwise_constraint.as_ref());
                let bias = self.use_bias.then(|| {
                    WeightSpec::trainable("bias", [self.filters], &self.bias_initializer)
                        .regularizer(self.bias_regularizer.as_ref())
                        .constraint(self.bias_constraint.as_ref())
                });
                Ok([Some(depthwise), Some(pointwise), bias].into_iter().flatten().collect())
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                check_window(&self.window(), self.data_format, &inputs[0], &self.kernel_size.0)
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                let x = self.data_format.value_to_last(cx.b, inputs[0])?;
                let kernel = cx.cast_weight(0)?;
                let y = depthwise(cx.b, x, kernel, &self.window())?;
                let one = Sizes([1; $n]);
                let point = Window { size: one, strides: one, dilation: one, padding: Padding::Valid };
                let kernel = Kernel { value: cx.cast_weight(1)?, groups: 1 };
                let y = convolve(cx.b, y, kernel, &point)?;
                let y = cx.bias_then(self.use_bias.then_some(2), self.activation, y)?;
                self.data_format.value_from_last(cx.b, y)
            }
        }
    };
}

separable_conv! {
    /// A depthwise convolution, then one that mixes the channels of each element.
    ///
    /// ```
    /// use keras::{Input, layers::SeparableConv1D};
    /// let y = SeparableConv1D::new(8, 3).call(&Input::new([16, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 14, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    SeparableConv1D 1
}

separable_conv! {
    /// A depthwise convolution, then one that mixes the channels of each pixel.
    ///
    /// ```
    /// use keras::{Input, layers::SeparableConv2D};
    /// let y = SeparableConv2D::new(8, (3, 3)).call(&Input::new([8, 8, 4]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 6, 6, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    SeparableConv2D 2
}
