//! The steps of recurrent layers, as layers of their own.

use stablehlo::Value;

use super::gru::GRU;
use super::lstm::LSTM;
use super::recurrence::{Cell, first};
use super::simple_rnn::SimpleRNN;
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Orthogonal, Zeros};
use crate::objects::Handle;
use crate::regularizers::Regularizer;
use crate::shape::Shape;

/// Declares the step of a recurrent layer with so many states.
macro_rules! cell {
    (
        $(#[$doc:meta])*
        $cell:ident of $layer:ident ($states:literal) {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
    ) => {
        crate::layer! {
            $(#[$doc])*
            $cell(
                /// The size of the state and of the output.
                units: [usize],
            ) {
                $( $(#[$setting_doc])* $setting: [$($ty)+] = $default; )*
                /// The activation of the output. Default: tanh.
                activation: [Activation] = Activation::Tanh;
                /// If true, the cell has a bias. Default: true.
                use_bias: [bool] = true;
                /// Initial values of the kernel of the input. Default: Glorot uniform.
                kernel_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
                /// Initial values of the kernel of the state. Default: orthogonal.
                recurrent_initializer: [Handle<dyn Initializer>] = Orthogonal::new().into();
                /// Initial values of the bias. Default: zeros.
                bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
                /// The penalty of the kernel of the input. Default: none.
                kernel_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The penalty of the kernel of the state. Default: none.
                recurrent_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The penalty of the bias. Default: none.
                bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The function that is applied to the kernel of the input after each step. Default: none.
                kernel_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the kernel of the state after each step. Default: none.
                recurrent_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the bias after each step. Default: none.
                bias_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The fraction of the input that becomes 0 in training, in the products. Default: 0.
                dropout: [f64] = 0.0;
                /// The fraction of the state that becomes 0 in training, in the products. Default: 0.
                recurrent_dropout: [f64] = 0.0;
                /// Stored in Keras's configuration only; the draws depend on the seed of the training run.
                /// Default: none.
                seed: [Option<u64>] = None;
            }
        }

        impl $cell {
            /// The layer whose step this is.
            fn layer(&self) -> $layer {
                let mut layer = <$layer>::new(self.units);
                $( layer.$setting = self.$setting.clone(); )*
                layer.activation = self.activation.clone();
                layer.use_bias = self.use_bias;
                (layer.dropout, layer.recurrent_dropout) = (self.dropout, self.recurrent_dropout);
                layer.kernel_initializer = self.kernel_initializer.clone();
                layer.recurrent_initializer = self.recurrent_initializer.clone();
                layer.bias_initializer = self.bias_initializer.clone();
                layer.kernel_regularizer = self.kernel_regularizer.clone();
                layer.recurrent_regularizer = self.recurrent_regularizer.clone();
                layer.bias_regularizer = self.bias_regularizer.clone();
                layer.kernel_constraint = self.kernel_constraint.clone();
                layer.recurrent_constraint = self.recurrent_constraint.clone();
                layer.bias_constraint = self.bias_constraint.clone();
                layer
            }
        }

        impl Layer for $cell {
            fn input_spec(&self) -> InputSpec {
                InputSpec::arguments(1 + $states)
            }

            fn state_sizes(&self) -> Vec<usize> {
                vec![self.units; $states]
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                let (x, states) = (&inputs[0], &inputs[1..]);
                let fits = x.rank() == 2
                    && states.len() == $states
                    && states.iter().all(|state| state.dims() == [self.units])
                    && self.layer().dropouts().are_valid();
                if fits && self.units > 0 {
                    return Ok(());
                }
                let (name, units, states) = (stringify!($cell), self.units, $states);
                Err(Error::shape(format!(
                    "{name} takes an input (batch, size) and {states} states of (batch, {units}); dropouts are from 0 \
                     to 1. Received: {inputs:?}"
                )))
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                let named = |spec: WeightSpec| {
                    let name = spec.name.rsplit('/').next().unwrap_or_default().to_owned();
                    WeightSpec { name: name.into(), ..spec }.part("")
                };
                Ok(self.layer().specs(&inputs[0]).into_iter().map(named).collect())
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                first(self.forward_all(cx, inputs)?)
            }

            fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
                let layer = self.layer();
                cx.trace(inputs, |scope, inputs| {
                    let (x, states) = (&inputs[0], &inputs[1..]);
                    let masks = layer.dropouts().masks(scope, x.element(), x.shape(), states[0].shape())?;
                    let of_input = layer.of_input(scope, x, &masks.input)?;
                    let weights = layer.weights_of_state(scope, &masks.state)?;
                    let states = layer.step(&of_input, &weights, states, &masks.state)?;
                    Ok(std::iter::once(states[0].clone()).chain(states).collect())
                })
            }
        }
    };
}

cell! {
    /// One step of a [`SimpleRNN`](crate::layers::SimpleRNN): an input and a state give the output and the
    /// new state, which is the same.
    ///
    /// ```
    /// use keras::{Input, layers::SimpleRNNCell};
    /// let (x, state) = (Input::new([3]), Input::new([4]));
    /// let cell = SimpleRNNCell::new(4).shared();
    /// let outputs = cell.call_with([&x.tensor(), &state.tensor()], Default::default())?;
    /// assert_eq!(outputs.len(), 2);
    /// # Ok::<(), keras::Error>(())
    /// ```
    SimpleRNNCell of SimpleRNN (1) {}
}

cell! {
    /// One step of an [`LSTM`](crate::layers::LSTM): an input and the states `h` and `c` give the output and
    /// the new states.
    LSTMCell of LSTM (2) {
        /// The activation of the gates. Default: sigmoid.
        recurrent_activation: [Activation] = Activation::Sigmoid;
        /// If true, the initial bias of the forget gate is 1. Default: true.
        unit_forget_bias: [bool] = true;
    }
}

cell! {
    /// One step of a [`GRU`](crate::layers::GRU): an input and a state give the output and the new state,
    /// which is the same.
    GRUCell of GRU (1) {
        /// The activation of the gates. Default: sigmoid.
        recurrent_activation: [Activation] = Activation::Sigmoid;
        /// If true, the reset gate is applied after the product, and there is a bias for each kernel.
        /// Default: true.
        reset_after: [bool] = true;
    }
}
