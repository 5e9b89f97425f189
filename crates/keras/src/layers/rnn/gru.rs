//! Gated recurrent units.

use stablehlo::Value;

use super::dropout::{Dropouts, dropped, kernels, products};
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

impl GRU {
    pub(super) fn dropouts(&self) -> Dropouts {
        Dropouts::gated([self.dropout, self.recurrent_dropout], 3)
    }
}

impl Cell for GRU {
    fn of_input(&self, scope: &Scope, x: &Tensor, masks: &[Tensor]) -> Result<Tensor> {
        let y = products(x, &kernels(scope.weight(0)?, masks), masks)?;
        Ok(self.biases(scope)?.first().map_or(y.clone(), |bias| &y + bias))
    }

    /// The kernel, in the parts of the gates if the reset gate is before the product or there are masks, and
    /// the bias of the state if there is one.
    fn weights_of_state(&self, scope: &Scope, masks: &[Tensor]) -> Result<Vec<Tensor>> {
        let kernel = scope.weight(1)?;
        let kernels = if self.reset_after { kernels(kernel, masks) } else { ops::split(&kernel, 3, -1) };
        Ok(kernels.into_iter().chain(self.biases(scope)?.into_iter().skip(1)).collect())
    }

    fn step(&self, of_input: &Tensor, weights: &[Tensor], states: &[Tensor], masks: &[Tensor]) -> Result<Vec<Tensor>> {
        let state = &states[0];
        let of_input = ops::split(of_input, 3, -1);
        let gate = |i: usize, of_state: &Tensor| self.recurrent_activation.call(&(&of_input[i] + of_state));
        let (update, candidate) = if self.reset_after {
            let (kernels, bias) = weights.split_at(masks.len().max(1));
            let of_state = products(state, kernels, masks)?;
            let of_state = bias.first().map_or(of_state.clone(), |bias| &of_state + bias);
            let of_state = ops::split(&of_state, 3, -1);
            let reset = gate(1, &of_state[1]);
            (gate(0, &of_state[0]), &of_input[2] + reset * &of_state[2])
        } else {
            let factor = |i: usize| dropped(state, masks, i);
            let reset = gate(1, &ops::matmul(&factor(1), &weights[1]));
            let candidate = &of_input[2] + ops::matmul(&(reset * factor(2)), &weights[2]);
            (gate(0, &ops::matmul(&factor(0), &weights[0])), candidate)
        };
        let candidate = self.activation.call(&candidate);
        Ok(vec![&update * state + (1.0 - &update) * candidate])
    }
}
