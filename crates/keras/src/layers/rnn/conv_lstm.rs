//! Long short-term memory whose products are convolutions.

use super::carried::{carried, check_rows};
use super::lstm::ForgetBias;
use super::recurrence::mask;
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Orthogonal, Zeros};
use crate::layers::window::{Padding, Sizes, Window};
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::regularizers::Regularizer;
use crate::shape::Shape;
use stablehlo::Value;

macro_rules! conv_lstm {
    ($(#[$doc:meta])* $layer:ident $n:literal) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The number of channels of the state and of the output.
                filters: [usize],
                /// The size of the kernels.
                kernel_size: [Sizes<$n>],
            ) {
                /// The strides of the convolution of the input. Default: 1.
                strides: [Sizes<$n>] = Sizes([1; $n]);
                /// The padding of the convolution of the input: valid or same. Default: valid.
                padding: [Padding] = Padding::Valid;
                /// The dilation of the convolution of the input. Default: 1.
                dilation_rate: [Sizes<$n>] = Sizes([1; $n]);
                /// The activation of the cell and of the output. Default: tanh.
                activation: [Activation] = Activation::Tanh;
                /// The activation of the gates. Default: sigmoid.
                recurrent_activation: [Activation] = Activation::Sigmoid;
                /// If true, the layer has a bias. Default: true.
                use_bias: [bool] = true;
                /// Initial values of the kernel of the input. Default: Glorot uniform.
                kernel_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
                /// Initial values of the kernel of the state. Default: orthogonal.
                recurrent_initializer: [Handle<dyn Initializer>] = Orthogonal::new().into();
                /// Initial values of the bias. Default: zeros.
                bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
                /// If true, the initial bias of the forget gate is 1. Default: true.
                unit_forget_bias: [bool] = true;
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
                /// The fraction of the inputs that become 0 in training. Default: 0.
                dropout: [f64] = 0.0;
                /// The fraction of the state that becomes 0 in training. Default: 0.
                recurrent_dropout: [f64] = 0.0;
                /// Stored in Keras's configuration only; the draws depend on the seed of the training run.
                /// Default: none.
                seed: [Option<u64>] = None;
                /// If true, the output has all steps, not the last alone. Default: false.
                return_sequences: [bool] = false;
                /// If true, the last states are outputs, too. Default: false.
                return_state: [bool] = false;
                /// If true, the sequence is read from its end. Default: false.
                go_backwards: [bool] = false;
                /// If true, the program has the operations of each step and no loop. Default: false.
                unroll: [bool] = false;
                /// If true, row `i` of a batch begins with the last states of row `i` of the batch before it;
                /// the input needs a [`batch_size`](crate::Input::batch_size). Default: false.
                stateful: [bool] = false;
            }
            fixed {
                "zero_output_for_mask": false, "data_format": "channels_last",
            }
            config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
        }

        impl $layer {
            fn weights(&self, channels: usize) -> Vec<WeightSpec> {
                let name = |weight: &str| format!("conv_lstm_cell/{weight}");
                let shape = |inputs: usize| [&self.kernel_size.0[..], &[inputs, 4 * self.filters]].concat();
                let kernel = WeightSpec::trainable(name("kernel"), shape(channels), &self.kernel_initializer)
                    .regularizer(self.kernel_regularizer.as_ref())
                    .constraint(self.kernel_constraint.as_ref());
                let recurrent = shape(self.filters);
                let recurrent = WeightSpec::trainable(name("recurrent_kernel"), recurrent, &self.recurrent_initializer)
                    .regularizer(self.recurrent_regularizer.as_ref())
                    .constraint(self.recurrent_constraint.as_ref());
                let initializer = match self.unit_forget_bias {
                    true => ForgetBias { others: self.bias_initializer.clone() }.into(),
                    false => self.bias_initializer.clone(),
                };
                let bias = WeightSpec::trainable(name("bias"), [4 * self.filters], initializer)
                    .regularizer(self.bias_regularizer.as_ref())
                    .constraint(self.bias_constraint.as_ref());
                let all = [Some(kernel), Some(recurrent), self.use_bias.then_some(bias)];
                all.into_iter().flatten().map(|weight| weight.part("cell")).collect()
            }

            /// The shape of a row of both states.
            fn state_shape(&self, sequence: &Shape) -> Result<Vec<usize>> {
                let (size, strides, dilation) = (self.kernel_size, self.strides, self.dilation_rate);
                let window = Window { size, strides, dilation, padding: self.padding };
                let sizes = sequence.dims().get(1..=$n).and_then(|sizes| <[usize; $n]>::try_from(sizes).ok());
                let output = sizes.filter(|_| window.is_valid()).and_then(|sizes| window.output(sizes));
                let output = output.ok_or_else(|| {
                    Error::shape(format!("{}: the kernel does not fit into {sequence}", stringify!($layer)))
                })?;
                Ok([&output[..], &[self.filters]].concat())
            }

            /// The convolution of an input for all gates.
            fn of_input(&self, x: &Tensor, kernel: &Tensor, bias: Option<&Tensor>) -> Result<Tensor> {
                let y = ops::conv(x, kernel, &self.strides.0, self.padding.name(), &self.dilation_rate.0)?;
                Ok(match bias { Some(bias) => y + bias, None => y })
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::ndim($n + 3)
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                let rates = [self.dropout, self.recurrent_dropout];
                let whole = [self.kernel_size, self.strides, self.dilation_rate].iter().all(|s| !s.0.contains(&0));
                let steps = inputs[0].dims().first().copied().unwrap_or(0);
                if whole && self.filters > 0 && (1..=1 << 12).contains(&steps) && rates.iter().all(|r| (0.0..1.0).contains(r)) {
                    return Ok(());
                }
                Err(Error::argument(format!(
                    "{}: filters, sizes, strides and dilations are at least 1, dropouts from 0 to below 1, and sequences \
                     have up to 4096 steps. Received inputs of {}",
                    stringify!($layer), inputs[0]
                )))
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                let mut weights = self.weights(inputs[0].last().unwrap_or(1));
                if self.stateful {
                    let shape = self.state_shape(&inputs[0])?;
                    weights.extend(carried(stringify!($layer), &inputs[0], [shape.clone(), shape])?);
                }
                Ok(weights)
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                super::recurrence::first(self.forward_all(cx, inputs)?)
            }

            fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
                let first_state = self.stateful.then(|| cx.weight_count().saturating_sub(2));
                cx.trace(inputs, |scope, inputs| {
                    let (kernel, recurrent) = (scope.weight(0)?, scope.weight(1)?);
                    let bias = if self.use_bias { Some(scope.weight(2)?) } else { None };
                    let step = |x: &Tensor| self.of_input(x, &kernel, bias.as_ref());
                    let state = |x: &Tensor| ops::conv(x, &recurrent, &[1; $n], "same", &[1; $n]);
                    let gates = [self.recurrent_activation.clone(), self.activation.clone()];
                    let settings = Steps {
                        dropout: [self.dropout, self.recurrent_dropout],
                        go_backwards: self.go_backwards,
                        return_sequences: self.return_sequences,
                        return_state: self.return_state,
                        unroll: self.unroll,
                        filters: self.filters,
                        first_state,
                    };
                    settings.trace(scope, &inputs[0], gates, step, state)
                })
            }
        }
    };
}

/// The settings of the loop over the steps.
struct Steps {
    dropout: [f64; 2],
    go_backwards: bool,
    return_sequences: bool,
    return_state: bool,
    unroll: bool,
    filters: usize,
    /// The index of the first of the states that are carried from batch to batch, if these are weights.
    first_state: Option<usize>,
}

impl Steps {
    /// The outputs of all steps: `step` and `state` are the convolutions of input and state.
    fn trace(
        &self,
        scope: &mut Scope,
        sequence: &Tensor,
        [gate, activation]: [Activation; 2],
        step: impl Fn(&Tensor) -> Result<Tensor>,
        state: impl Fn(&Tensor) -> Result<Tensor>,
    ) -> Result<Vec<Tensor>> {
        let steps = ops::swapaxes(sequence, 0, 1);
        let steps = if self.go_backwards { ops::flip(&steps, 0) } else { steps };
        let sizes: Vec<usize> = std::iter::once(1).chain(steps.shape()[1..].iter().copied()).collect();
        let first = ops::squeeze(&ops::slice(&steps, &vec![0; sizes.len()], &sizes), 0);
        let input_mask = mask(scope, self.dropout[0], first.shape())?;
        let mut shape = step(&first)?.shape().to_vec();
        shape.truncate(shape.len() - 1);
        shape.push(self.filters);
        let initial = match self.first_state {
            None => [ops::zeros(&shape), ops::zeros(&shape)].map(|zero| zero.to(sequence.element())),
            Some(at) => {
                check_rows("a convolutional LSTM", shape[0], scope.variable(at)?.shape())?;
                [scope.weight(at)?, scope.weight(at + 1)?]
            }
        };
        let state_mask = mask(scope, self.dropout[1], &shape)?;
        let of_step = |carried: &[Tensor], of_step: &[Tensor]| {
            let x = input_mask.as_ref().map_or(of_step[0].clone(), |mask| &of_step[0] * mask.to(of_step[0].element()));
            let hidden = state_mask.as_ref().map_or(carried[0].clone(), |mask| &carried[0] * mask.to(x.element()));
            let all = step(&x).and_then(|of_input| Ok(of_input + state(&hidden)?));
            let gates = ops::split(&all.unwrap_or_else(|error| x.fail(error)), 4, -1);
            let cell = gate.call(&gates[1]) * &carried[1] + gate.call(&gates[0]) * activation.call(&gates[2]);
            let hidden = gate.call(&gates[3]) * activation.call(&cell);
            let stacked = if scope.training() { vec![hidden.clone(), cell.clone()] } else { vec![hidden.clone()] };
            (vec![hidden, cell], stacked)
        };
        let scan = if self.unroll { ops::scan_unrolled } else { ops::scan_all };
        let (last, stacked) = scan(&of_step, &initial.each_ref(), &[&steps])?;
        for (state, at) in last.iter().zip(self.first_state.into_iter().flat_map(|at| at..)) {
            scope.update(at, state)?;
        }
        let output = if self.return_sequences { ops::swapaxes(&stacked[0], 0, 1) } else { last[0].clone() };
        let states = if self.return_state { last } else { Vec::new() };
        Ok(std::iter::once(output).chain(states).collect())
    }
}

conv_lstm! {
    /// A convolutional LSTM of sequences `(batch, steps, length, channels)`.
    ConvLSTM1D 1
}

conv_lstm! {
    /// A convolutional LSTM of sequences of images `(batch, steps, height, width, channels)`.
    ///
    /// ```
    /// use keras::{Input, layers::ConvLSTM2D};
    /// let y = ConvLSTM2D::new(4, 3).call(&Input::new([5, 8, 8, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 6, 6, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    ConvLSTM2D 2
}

conv_lstm! {
    /// A convolutional LSTM of sequences of volumes `(batch, steps, depth, height, width, channels)`.
    ConvLSTM3D 3
}
