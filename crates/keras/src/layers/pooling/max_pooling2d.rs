use stablehlo::Value;
use stablehlo::ops::{Binary, WindowDim};

use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer};
use crate::layers::window::{Padding, Sizes, Window};
use crate::shape::Shape;

crate::layer! {
    /// The maximum of each window.
    ///
    /// `y[n, i, j, c] = max over a, b of x[n, i·s + a, j·s + b, c]`
    ///
    /// ```
    /// use keras::{Input, layers::MaxPooling2D};
    /// let x = Input::new([32, 32, 64]);
    /// let y = MaxPooling2D::new((2, 2)).call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 16, 16, 64)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    MaxPooling2D(
        /// The size of the windows.
        pool_size: [Sizes<2>],
    ) {
        /// Strides of the windows. Default: the window size.
        strides: [Option<Sizes<2>>] = None;
        /// Padding at the edges. Default: [`Padding::Valid`].
        padding: [Padding] = Padding::Valid;
    }
    fixed { "data_format": "channels_last" }
    // Keras writes the strides even if they equal the window size.
    config |layer, config| { config.set("strides", &layer.window().strides) }
}

impl MaxPooling2D {
    fn window(&self) -> Window<2> {
        let strides = self.strides.unwrap_or(self.pool_size);
        Window { size: self.pool_size, strides, dilation: Sizes([1, 1]), padding: self.padding }
    }
}

impl Layer for MaxPooling2D {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn check(&self, inputs: &[Shape]) -> Result<()> {
        let [h, w] = [0, 1].map(|i| inputs[0].dims()[i]);
        let window = self.window();
        if !window.is_valid() {
            return Err(Error::argument(format!(
                "`pool_size` and `strides` cannot contain 0. Received: pool_size={}, strides={}",
                window.size.text(),
                window.strides.text()
            )));
        }
        window.output([h, w]).ok_or_else(|| {
            Error::shape(format!(
                "Computed output size would be zero or negative. Received: `inputs.shape={}`, `pool_size={}`, \
                 `strides={}`, `padding={}`.",
                inputs[0],
                window.size.text(),
                window.strides.text(),
                window.padding.name()
            ))
        })?;
        Ok(())
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let [h, w] = [1, 2].map(|i| cx.b.dims(inputs[0])[i]);
        let [h, w] = self.window().dims([h, w]);
        Ok(cx.b.reduce_window(Binary::Maximum, inputs[0], &[WindowDim::new(1), h, w, WindowDim::new(1)])?)
    }
}
