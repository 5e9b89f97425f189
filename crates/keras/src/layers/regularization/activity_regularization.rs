//! A penalty of the values that pass.

use crate::error::Result;
use crate::graph::{Layer, Scope};
use crate::objects::Handle;
use crate::ops::Tensor;
use crate::regularizers::{L1L2, Regularizer};

crate::layer! {
    /// The input as it is, with a penalty that training adds to the loss: `l1` times the sum of the
    /// magnitudes and `l2` times the sum of the squares, divided by the rows of the batch.
    ///
    /// ```
    /// use keras::{Input, layers::ActivityRegularization};
    /// let x = Input::new([8]);
    /// assert_eq!(ActivityRegularization::new().l2(0.01).call(&x)?.shape(), x.shape());
    /// # Ok::<(), keras::Error>(())
    /// ```
    ActivityRegularization() {
        /// The factor of the magnitudes. Default: 0.
        l1: [f64] = 0.0;
        /// The factor of the squares. Default: 0.
        l2: [f64] = 0.0;
    }
    // Keras writes the factors alone.
    config |_layer, config| { config.remove("activity_regularizer"); }
}

impl Layer for ActivityRegularization {
    fn supports_masking(&self) -> bool {
        true
    }

    fn activity_regularizer(&self) -> Option<Handle<dyn Regularizer>> {
        Some(L1L2::new().l1(self.l1).l2(self.l2).into())
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        Ok(inputs[0].clone())
    }
}
