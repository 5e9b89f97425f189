//! The plain recurrent layer.

use stablehlo::Value;

use super::dropout::{Dropouts, products};
use super::recurrence::{Cell, Recurrence, first, recurrent};
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::Result;
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Orthogonal, Zeros};
use crate::objects::Handle;
use crate::ops::Tensor;
use crate::regularizers::Regularizer;
use crate::shape::Shape;

recurrent! {
    /// A recurrent layer whose output is its state: `h = activation(x · kernel + h · recurrent_kernel +
    /// bias)`.
    ///
    /// ```
    /// use keras::{Input, layers::SimpleRNN};
    /// let y = SimpleRNN::new(4).return_sequences(true).call(&Input::new([10, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 10, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    SimpleRNN(1, Orthogonal) {
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
}

impl SimpleRNN {
    pub(super) fn specs(&self, input: &Shape) -> Vec<WeightSpec> {
        self.weights(input, 1, WeightSpec::trainable("bias", [self.units], &self.bias_initializer))
    }
}

impl SimpleRNN {
    pub(super) fn dropouts(&self) -> Dropouts {
        Dropouts::plain([self.dropout, self.recurrent_dropout])
    }
}

impl Cell for SimpleRNN {
    fn of_input(&self, scope: &Scope, x: &Tensor, masks: &[Tensor]) -> Result<Tensor> {
        let y = products(x, &[scope.weight(0)?], masks)?;
        Ok(if self.use_bias { y + scope.weight(2)? } else { y })
    }

    fn weights_of_state(&self, scope: &Scope, _masks: &[Tensor]) -> Result<Vec<Tensor>> {
        Ok(vec![scope.weight(1)?])
    }

    fn step(&self, of_input: &Tensor, weights: &[Tensor], states: &[Tensor], masks: &[Tensor]) -> Result<Vec<Tensor>> {
        Ok(vec![self.activation.call(&(of_input + products(&states[0], weights, masks)?))])
    }
}
