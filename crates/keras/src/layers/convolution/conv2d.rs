use stablehlo::Value;
use stablehlo::ops::{ConvDimensionNumbers, Convolution, Precision};

use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Zeros};
use crate::layers::window::{Padding, Sizes, Window};
use crate::objects::Handle;
use crate::regularizers::Regularizer;
use crate::shape::Shape;

crate::layer! {
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
    Conv2D(
        /// The number of output channels.
        filters: [usize],
        /// The size of the kernel.
        kernel_size: [Sizes<2>],
    ) {
        /// Strides of the windows. Default: 1.
        strides: [Sizes<2>] = Sizes([1, 1]);
        /// Padding at the edges. Default: [`Padding::Valid`].
        padding: [Padding] = Padding::Valid;
        /// Spacing between the kernel's elements. Default: 1.
        dilation_rate: [Sizes<2>] = Sizes([1, 1]);
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
    fixed { "data_format": "channels_last", "activity_regularizer": null }
}

impl Conv2D {
    fn window(&self) -> Window<2> {
        Window { size: self.kernel_size, strides: self.strides, dilation: self.dilation_rate, padding: self.padding }
    }

    fn check_settings(&self, channels: usize) -> Result<()> {
        let (filters, groups) = (self.filters, self.groups);
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
        if !self.window().is_valid() {
            return Err(Error::argument(format!(
                "`kernel_size`, `strides` and `dilation_rate` cannot contain 0. Received: kernel_size={}, strides={}, \
                 dilation_rate={}",
                self.kernel_size.text(),
                self.strides.text(),
                self.dilation_rate.text()
            )));
        }
        Ok(())
    }

    fn kernel_shape(&self, channels: usize) -> [usize; 4] {
        let [height, width] = self.kernel_size.0;
        [height, width, channels / self.groups, self.filters]
    }
}

impl Layer for Conv2D {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let channels = inputs[0].dims()[2];
        self.check_settings(channels)?;
        let kernel = WeightSpec::trainable("kernel", self.kernel_shape(channels), &self.kernel_initializer)
            .regularizer(self.kernel_regularizer.as_ref())
            .constraint(self.kernel_constraint.as_ref());
        let mut weights = vec![kernel];
        if self.use_bias {
            let bias = WeightSpec::trainable("bias", [self.filters], &self.bias_initializer)
                .regularizer(self.bias_regularizer.as_ref())
                .constraint(self.bias_constraint.as_ref());
            weights.push(bias);
        }
        Ok(weights)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let [h, w, c] = [0, 1, 2].map(|i| inputs[0].dims()[i]);
        self.check_settings(c)?;
        self.window().output([h, w]).ok_or_else(|| {
            Error::shape(format!(
                "Computed output size would be zero or negative. Received `inputs shape={}`, `kernel shape={:?}`, \
                 `dilation_rate={}`, `strides={}`, `padding={}`.",
                inputs[0],
                self.kernel_shape(c),
                self.dilation_rate.text(),
                self.strides.text(),
                self.padding.name()
            ))
        })?;
        Ok(())
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let x = inputs[0];
        let [h, w] = [1, 2].map(|i| cx.b.dims(x)[i]);
        let attrs = Convolution {
            dims: ConvDimensionNumbers::nhwc(),
            window: self.window().dims([h, w]).to_vec(),
            feature_group_count: self.groups,
            batch_group_count: 1,
            precision: [Precision::Default; 2],
        };
        let kernel = cx.cast_weight(0)?;
        let y = cx.b.convolution(x, kernel, attrs)?;
        cx.bias_then(self.use_bias.then_some(1), self.activation, y)
    }
}
