use stablehlo::{ElementType, Value};

use crate::error::Result;
use crate::graph::{CallContext, InputSpec, Layer};

crate::layer! {
    /// The mean of each channel over the whole image: `y[n, c] = mean over i, j of x[n, i, j, c]`.
    ///
    /// ```
    /// use keras::{Input, layers::GlobalAveragePooling2D};
    /// let x = Input::new([8, 8, 256]);
    /// let y = GlobalAveragePooling2D::new().call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 256)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GlobalAveragePooling2D() {
        /// If true, height and width remain as dimensions of size 1. Default: false.
        keepdims: [bool] = false;
    }
    fixed { "data_format": "channels_last" }
}

impl Layer for GlobalAveragePooling2D {
    fn input_spec(&self) -> InputSpec {
        InputSpec::ndim(4)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let b = &mut *cx.b;
        let [n, h, w, c] = [0, 1, 2, 3].map(|i| b.dims(inputs[0])[i]);
        let x = b.convert(inputs[0], ElementType::F32)?;
        let sum = b.sum(x, &[1, 2])?;
        let factor = b.full_like(sum, 1.0 / (h * w) as f64)?;
        let mut mean = b.multiply(sum, factor)?;
        if self.keepdims {
            mean = b.reshape(mean, &[n, 1, 1, c])?;
        }
        let compute = cx.compute();
        Ok(cx.b.convert(mean, compute)?)
    }
}
