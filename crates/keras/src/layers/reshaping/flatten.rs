use stablehlo::Value;

use crate::error::Result;
use crate::graph::{CallContext, Layer};
use crate::layers::data_format::DataFormat;

crate::layer! {
    /// Reshapes each row to a vector, in row-major order.
    ///
    /// ```
    /// use keras::{Input, layers::Flatten};
    /// let x = Input::new([7, 7, 64]);
    /// let y = Flatten::new().call(&x)?;
    /// assert_eq!(y.shape().to_string(), "(None, 3136)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Flatten() {
        /// The place of the channels; first channels are moved last before. Default: last.
        data_format: [DataFormat] = DataFormat::ChannelsLast;
    }
}

impl Layer for Flatten {
    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let x = self.data_format.value_to_last(cx.b, inputs[0])?;
        let dims = cx.b.dims(x);
        let flat = [dims[0], dims[1..].iter().product()];
        Ok(cx.b.reshape(x, &flat)?)
    }
}
