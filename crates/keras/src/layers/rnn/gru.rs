//! Gated recurrent units.

use stablehlo::Value;

use super::recurrence::{Recurrence, first, recurrent};
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::Result;
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Orthogonal, Zeros};
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;

recurrent! {
    /// Gated recurrent units (Cho et al., 2014): `h = z h + (1 - z) g`, with an update gate `z`, a reset
    /// gate `r` and `g = a(x · kernel + r (h · recurrent_kernel))`.
    ///
    /// ```
    /// use keras::{Input, layers::GRU};
    /// let y = GRU::new(4).call(&Input::new([10, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    GRU(1, Orthogonal) {
        /// The activation of the gates. Default: sigmoid.
        recurrent_activation: [Activation] = Activation::Sigmoid;
        /// If true, the reset gate is applied after the product, and there is a bias for each kernel;
        /// otherwise it is applied to the state. Default: true.
        reset_after: [bool] = true;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
}

impl GRU {
    pub(super) fn specs(&self, input: &Shape) -> Vec<WeightSpec> {
        let width = 3 * self.units;
        let bias = if self.reset_after { vec![2, width] } else { vec![width] };
        self.weights(input, 3, WeightSpec::trainable("bias", bias, &self.bias_initializer))
    }

    pub(super) fn step(&self, scope: &Scope, x: &Tensor, states: &[Tensor]) -> Result<Vec<Tensor>> {
        let state = &states[0];
        let bias = if self.use_bias { Some(scope.weight(2)?) } else { None };
        // With the reset gate after the product, the bias has a row for each kernel.
        let biases = match &bias {
            Some(bias) if self.reset_after => ops::unstack(bias, 0),
            Some(bias) => vec![bias.clone()],
            None => Vec::new(),
        };
        let biased = |y: Tensor, i: usize| biases.get(i).map_or(y.clone(), |bias| &y + bias);
        let of_input = ops::split(&biased(ops::matmul(x, &scope.weight(0)?), 0), 3, -1);
        let kernel = scope.weight(1)?;
        let gate = |i: usize, of_state: &Tensor| self.recurrent_activation.call(&(&of_input[i] + of_state));
        let (update, candidate) = if self.reset_after {
            let of_state = ops::split(&biased(ops::matmul(state, &kernel), 1), 3, -1);
            let reset = gate(1, &of_state[1]);
            (gate(0, &of_state[0]), &of_input[2] + reset * &of_state[2])
        } else {
            let kernels = ops::split(&kernel, 3, -1);
            let reset = gate(1, &ops::matmul(state, &kernels[1]));
            (gate(0, &ops::matmul(state, &kernels[0])), &of_input[2] + ops::matmul(&(reset * state), &kernels[2]))
        };
        let candidate = self.activation.call(&candidate);
        Ok(vec![&update * state + (1.0 - &update) * candidate])
    }
}
