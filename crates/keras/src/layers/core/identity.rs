//! Layers that return their input.

use crate::error::Result;
use crate::graph::{Layer, Scope};
use crate::ops::Tensor;

crate::layer! {
    /// Returns its input.
    ///
    /// ```
    /// use keras::{Input, layers::Identity};
    /// let x = Input::new([8]);
    /// assert_eq!(Identity::new().call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Identity() {}
}

impl Layer for Identity {
    fn supports_masking(&self) -> bool {
        true
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(inputs[0].clone())
    }
}
