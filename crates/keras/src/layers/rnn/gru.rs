//! Gated recurrent units.

use stablehlo::Value;

use super::recurrence::{Cell, Recurrence, first, recurrent};
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

    /// The biases: with the reset gate after the product there is one for each kernel.
    fn biases(&self, scope: &Scope) -> Result<Vec<Tensor>> {
        Ok(match (self.use_bias, self.reset_after) {
            (true, true) => ops::unstack(&scope.weight(2)?, 0),
            (true, false) => vec![scope.weight(2)?],
            (false, _) => Vec::new(),
        })
    }
}

impl Cell for GRU {
    fn of_input(&self, scope: &Scope, x: &Tensor) -> Result<Tensor> {
        let y = ops::matmul(x, &scope.weight(0)?);
        Ok(self.biases(scope)?.first().map_or(y.clone(), |bias| &y + bias))
    }

    /// The kernel, and its bias if there is one; with the reset gate before the product the kernels of the
    /// gates.
    fn weights_of_state(&self, scope: &Scope) -> Result<Vec<Tensor>> {
        let kernel = scope.weight(1)?;
        if !self.reset_after {
            return Ok(ops::split(&kernel, 3, -1));
        }
        Ok(std::iter::once(kernel).chain(self.biases(scope)?.into_iter().skip(1)).collect())
    }

    fn step(&self, of_input: &Tensor, weights: &[Tensor], states: &[Tensor]) -> Vec<Tensor> {
        let state = &states[0];
        let of_input = ops::split(of_input, 3, -1);
        let gate = |i: usize, of_state: &Tensor| self.recurrent_activation.call(&(&of_input[i] + of_state));
        let (update, candidate) = if self.reset_after {
            let of_state = ops::matmul(state, &weights[0]);
            let of_state = weights.get(1).map_or(of_state.clone(), |bias| &of_state + bias);
            let of_state = ops::split(&of_state, 3, -1);
            let reset = gate(1, &of_state[1]);
            (gate(0, &of_state[0]), &of_input[2] + reset * &of_state[2])
        } else {
            let reset = gate(1, &ops::matmul(state, &weights[1]));
            (gate(0, &ops::matmul(state, &weights[0])), &of_input[2] + ops::matmul(&(reset * state), &weights[2]))
        };
        let candidate = self.activation.call(&candidate);
        vec![&update * state + (1.0 - &update) * candidate]
    }
}
