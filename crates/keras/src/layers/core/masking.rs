//! The mask of steps that have a value everywhere.

use crate::error::Result;
use crate::graph::{InputSpec, Layer, Scope};
use crate::ops::{self, Tensor};

crate::layer! {
    /// Masks the steps of a sequence at which all elements have a value, such as padding. Recurrent layers,
    /// attention, pooling, losses and metrics that follow skip these steps.
    ///
    /// ```
    /// use keras::{Input, layers::{LSTM, Masking}};
    /// let x = Masking::new().mask_value(-1.0).call(&Input::new([10, 3]))?;
    /// assert_eq!(LSTM::new(4).call(&x)?.shape().to_string(), "(None, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    Masking() {
        /// The value. Default: 0.
        mask_value: [f64] = 0.0;
    }
}

impl Masking {
    /// True where an element of the step differs from the value.
    fn counts(&self, x: &Tensor, keepdims: bool) -> Tensor {
        ops::any(&ops::not_equal(x, &ops::full_like(x, self.mask_value)), -1, keepdims)
    }
}

impl Layer for Masking {
    fn input_spec(&self) -> InputSpec {
        InputSpec::min_ndim(2)
    }

    fn compute_mask(&self, inputs: &[Tensor], _masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
        Ok(Some(self.counts(&inputs[0], false)))
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let x = &inputs[0];
        Ok(ops::where_(&self.counts(x, true), x, &ops::zeros_like(x)))
    }
}
