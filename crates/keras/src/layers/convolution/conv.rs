//! Convolutions of one to three dimensions.

use stablehlo::Value;

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

macro_rules! conv {
    ($(#[$doc:meta])* $layer:ident $n:literal) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The number of output channels.
                filters: [usize],
                /// The size of the kernel.
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
                /// Groups of channels that are convolved separately. Default: 1.
                groups: [usize] = 1;
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
            }
            config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
        }

        impl $layer {
            fn window(&self) -> Window<$n> {
                let (size, dilation) = (self.kernel_size, self.dilation_rate);
                Window { size, strides: self.strides, dilation, padding: self.padding }
            }

            fn kernel_shape(&self, channels: usize) -> Vec<usize> {
                [&self.kernel_size.0[..], &[channels / self.groups.max(1), self.filters]].concat()
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 2)
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                let (channels, _) = self.data_format.split(&inputs[0]);
                check_channels(self.filters, self.groups, channels)?;
                self.window().check_settings()?;
                let kernel = WeightSpec::trainable("kernel", self.kernel_shape(channels), &self.kernel_initializer)
                    .regularizer(self.kernel_regularizer.as_ref())
                    .constraint(self.kernel_constraint.as_ref());
                let bias = self.use_bias.then(|| {
                    WeightSpec::trainable("bias", [self.filters], &self.bias_initializer)
                        .regularizer(self.bias_regularizer.as_ref())
                        .constraint(self.bias_constraint.as_ref())
                });
                Ok([Some(kernel), bias].into_iter().flatten().collect())
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                let (channels, _) = self.data_format.split(&inputs[0]);
                check_window(&self.window(), self.data_format, &inputs[0], &self.kernel_shape(channels))
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                let x = self.data_format.value_to_last(cx.b, inputs[0])?;
                let kernel = Kernel { value: cx.cast_weight(0)?, groups: self.groups };
                let y = convolve(cx.b, x, kernel, &self.window())?;
                let y = cx.bias_then(self.use_bias.then_some(1), self.activation, y)?;
                self.data_format.value_from_last(cx.b, y)
            }
        }
    };
}

conv! {
    /// One-dimensional convolution.
    ///
    /// ```text
    /// y[n, i, k] = activation(bias[k] + sum over a, c of x[n, i·s + a·d, c] · kernel[a, c, k])
    /// ```
    ///
    /// ```
    /// use keras::{Input, layers::{Conv1D, Padding}};
    /// let x = Input::new([16, 3]);
    /// let y = Conv1D::new(8, 3).padding(Padding::Causal).dilation_rate(2).call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 16, 8)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Conv1D 1
}

conv! {
    /// Two-dimensional convolution.
    ///
    /// ```text
    /// y[n, i, j, k] = activation(bias[k] + sum over a, b, c of
    ///                            x[n, i·s + a·d, j·s + b·d, c] · kernel[a, b, c, k])
    /// ```
    ///
    /// with strides `s` and dilation `d`; input `(batch, height, width, channels)`, kernel
    /// `(kernel height, kernel width, channels / groups, filters)`.
    ///
    /// ```
    /// use keras::{Activation, Input, layers::{Conv2D, Padding}};
    /// let x = Input::new([32, 32, 3]);
    /// let y = Conv2D::new(64, (3, 3)).padding(Padding::Same).activation(Activation::Relu).call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 32, 32, 64)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Conv2D 2
}

conv! {
    /// Three-dimensional convolution, as [`Conv2D`] with one more dimension before the height.
    ///
    /// ```
    /// use keras::{Input, layers::Conv3D};
    /// let x = Input::new([8, 8, 8, 1]);
    /// let y = Conv3D::new(4, 3).strides(2).call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 3, 3, 3, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Conv3D 3
}

/// Checks the numbers of channels of a convolution.
fn check_channels(filters: usize, groups: usize, channels: usize) -> Result<()> {
    if filters == 0 {
        return Err(Error::argument(
            "Invalid value for argument `filters`. Expected a strictly positive value. Received filters=0.",
        ));
    }
    if groups == 0 || !filters.is_multiple_of(groups) || !channels.is_multiple_of(groups) {
        return Err(Error::argument(format!(
            "The number of filters and of input channels must be divisible by the number of groups. Received: \
             groups={groups}, filters={filters}, input channels={channels}."
        )));
    }
    Ok(())
}
