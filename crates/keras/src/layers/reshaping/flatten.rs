use stablehlo::Value;

use crate::error::Result;
use crate::graph::{CallContext, Layer};

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
    Flatten() {}
    fixed { "data_format": "channels_last" }
}

impl Layer for Flatten {
    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        let dims = cx.b.dims(inputs[0]);
        let flat = [dims[0], dims[1..].iter().product()];
        Ok(cx.b.reshape(inputs[0], &flat)?)
    }
}
