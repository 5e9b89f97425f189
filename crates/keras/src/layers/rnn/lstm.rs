//! Long short-term memory.

use stablehlo::Value;

use super::dropout::{Dropouts, kernels, products};
use super::recurrence::{Cell, Recurrence, first, recurrent};
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::Result;
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Orthogonal, Zeros};
use crate::objects::{Config, Handle, Object};
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;
use crate::utils::Rng;

recurrent! {
    /// Long short-term memory (Hochreiter and Schmidhuber, 1997).
    ///
    /// With `z = x · kernel + h · recurrent_kernel + bias` in four parts `i, f, g, o`: `c = s(f) c + s(i)
    /// a(g)`, `h = s(o) a(c)`, with the recurrent activation `s` and the activation `a`. Further inputs are
    /// the initial states `h` and `c`.
    ///
    /// ```
    /// use keras::{Input, layers::LSTM};
    /// let y = LSTM::new(4).call(&Input::new([10, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    LSTM(2, Orthogonal) {
        /// The activation of the gates. Default: sigmoid.
        recurrent_activation: [Activation] = Activation::Sigmoid;
        /// If true, the initial bias of the forget gate is 1. Default: true.
        unit_forget_bias: [bool] = true;
        /// Stored in Keras's configuration only; the draws depend on the seed of the training run. Default:
        /// none.
        seed: [Option<u64>] = None;
    }
}

impl LSTM {
    pub(super) fn specs(&self, input: &Shape) -> Vec<WeightSpec> {
        let initializer = match self.unit_forget_bias {
            true => ForgetBias { others: self.bias_initializer.clone() }.into(),
            false => self.bias_initializer.clone(),
        };
        self.weights(input, 4, WeightSpec::trainable("bias", [4 * self.units], initializer))
    }
}

impl LSTM {
    pub(super) fn dropouts(&self) -> Dropouts {
        Dropouts::gated([self.dropout, self.recurrent_dropout], 4)
    }
}

impl Cell for LSTM {
    fn of_input(&self, scope: &Scope, x: &Tensor, masks: &[Tensor]) -> Result<Tensor> {
        let z = products(x, &kernels(scope.weight(0)?, masks), masks)?;
        Ok(if self.use_bias { z + scope.weight(2)? } else { z })
    }

    fn weights_of_state(&self, scope: &Scope, masks: &[Tensor]) -> Result<Vec<Tensor>> {
        Ok(kernels(scope.weight(1)?, masks))
    }

    fn step(&self, of_input: &Tensor, weights: &[Tensor], states: &[Tensor], masks: &[Tensor]) -> Result<Vec<Tensor>> {
        let gates = of_input + products(&states[0], weights, masks)?;
        Ok(new_states(&gates, &states[1], self.recurrent_activation, self.activation))
    }
}

/// The new states `h` and `c` from the gates and `c`.
pub(super) fn new_states(gates: &Tensor, cell: &Tensor, gate: Activation, activation: Activation) -> Vec<Tensor> {
    let parts = ops::split(gates, 4, -1);
    let cell = gate.call(&parts[1]) * cell + gate.call(&parts[0]) * activation.call(&parts[2]);
    vec![gate.call(&parts[3]) * activation.call(&cell), cell]
}

/// Ones for the forget gate, and the values of another initializer for the other gates.
#[derive(Clone, Debug)]
pub(super) struct ForgetBias {
    pub(super) others: Handle<dyn Initializer>,
}

impl Object for ForgetBias {
    fn class_name(&self) -> &'static str {
        "ForgetBias"
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn get_config(&self) -> Config {
        Config::new()
    }
}

impl Initializer for ForgetBias {
    fn values(&self, shape: &[usize], rng: &mut Rng) -> Result<Vec<f32>> {
        let units = shape.iter().product::<usize>() / 4;
        let mut values = self.others.values(&[units], rng)?;
        values.resize(2 * units, 1.0);
        values.extend(self.others.values(&[2 * units], rng)?);
        Ok(values)
    }
}
