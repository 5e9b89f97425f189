//! Long short-term memory whose products are convolutions.

use super::dropout::{Dropouts, kernels, products_by};
use super::lstm::{ForgetBias, new_states};
use super::recurrence::{Cell, Recurrence, first};
use crate::activations::Activation;
use crate::constraints::Constraint;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, Scope, WeightSpec};
use crate::initializers::{GlorotUniform, Initializer, Orthogonal, Zeros};
use crate::layers::data_format::DataFormat;
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
                /// The place of the channels. Default: last.
                data_format: [DataFormat] = DataFormat::ChannelsLast;
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
                /// The fraction of the inputs that become 0 in training, in the products. Default: 0.
                dropout: [f64] = 0.0;
                /// The fraction of the state that becomes 0 in training, in the products. Default: 0.
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
                /// If true, the output of a masked step is 0, not that of the step before it. Default: false.
                zero_output_for_mask: [bool] = false;
                /// If true, row `i` of a batch begins with the last states of row `i` of the batch before it;
                /// the input needs a [`batch_size`](crate::Input::batch_size). Default: false.
                stateful: [bool] = false;
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

            /// The sequence with its channels last.
            fn to_last(&self, sequence: &Shape) -> Result<Shape> {
                if sequence.rank() != $n + 3 {
                    let (layer, rank) = (stringify!($layer), $n + 3);
                    return Err(Error::shape(format!("{layer} takes sequences of {rank} dimensions, not {sequence}")));
                }
                let (steps, of_step) = sequence.dims().split_at(1);
                let of_step = self.data_format.shape_to_last(&Shape::new(of_step));
                Ok(Shape::new([steps, of_step.dims()].concat()).with_batch_size(sequence.batch_size()))
            }

            /// The loop over the steps of a sequence with its channels last.
            fn recurrence(&self, sequence: &Shape) -> Result<Recurrence> {
                let (size, strides, dilation) = (self.kernel_size, self.strides, self.dilation_rate);
                let window = Window { size, strides, dilation, padding: self.padding };
                let sizes = sequence.dims().get(1..=$n).and_then(|sizes| <[usize; $n]>::try_from(sizes).ok());
                let output = sizes.filter(|_| window.is_valid()).and_then(|sizes| window.output(sizes));
                let output = output.ok_or_else(|| {
                    Error::shape(format!(
                        "{}: the kernel does not fit into {sequence}; sizes, strides and dilations are at least 1",
                        stringify!($layer)
                    ))
                })?;
                Ok(Recurrence {
                    state: [&output[..], &[self.filters]].concat(),
                    states: 2,
                    dropouts: Dropouts::of_each_gate([self.dropout, self.recurrent_dropout], 4),
                    // All steps at once would take their memory at once.
                    ahead: false,
                    return_sequences: self.return_sequences,
                    return_state: self.return_state,
                    go_backwards: self.go_backwards,
                    unroll: self.unroll,
                    zero_output_for_mask: self.zero_output_for_mask,
                    stateful: self.stateful,
                })
            }
        }

        impl Cell for $layer {
            fn of_input(&self, scope: &Scope, x: &Tensor, masks: &[Tensor]) -> Result<Tensor> {
                let y = products_by(x, &kernels(scope.weight(0)?, masks), masks, |x, kernel| {
                    ops::conv(x, kernel, &self.strides.0, self.padding.name(), &self.dilation_rate.0)
                })?;
                Ok(if self.use_bias { y + scope.weight(2)? } else { y })
            }

            fn weights_of_state(&self, scope: &Scope, masks: &[Tensor]) -> Result<Vec<Tensor>> {
                Ok(kernels(scope.weight(1)?, masks))
            }

            fn step(
                &self,
                of_input: &Tensor,
                weights: &[Tensor],
                states: &[Tensor],
                masks: &[Tensor],
            ) -> Result<Vec<Tensor>> {
                let of_state = products_by(&states[0], weights, masks, |x, kernel| {
                    ops::conv(x, kernel, &[1; $n], "same", &[1; $n])
                })?;
                Ok(new_states(&(of_input + of_state), &states[1], self.recurrent_activation, self.activation))
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::arguments(1)
            }

            fn takes_masks_of_arguments(&self) -> bool {
                false
            }

            fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
                Ok(if self.return_sequences { masks.first().cloned().flatten() } else { None })
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                let sequence = self.to_last(&inputs[0])?;
                let states: Vec<Shape> = inputs[1..].iter().map(|s| self.data_format.shape_to_last(s)).collect();
                let form = concat!("(batch, steps, ", $n, " sizes and the channels)");
                self.recurrence(&sequence)?.check(stringify!($layer), form, &sequence, &states)
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                self.check(inputs)?;
                let sequence = self.to_last(&inputs[0])?;
                let carried = self.recurrence(&sequence)?.carried(stringify!($layer), &sequence)?;
                Ok([self.weights(sequence.last().unwrap_or(1)), carried].concat())
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                first(self.forward_all(cx, inputs)?)
            }

            fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
                let sequence = self.to_last(&Shape::new(&cx.b.dims(inputs[0])[1..]))?;
                let recurrence = self.recurrence(&sequence)?;
                let first_state = cx.weight_count().saturating_sub(recurrence.states);
                cx.trace(inputs, |scope, inputs| {
                    let moves = self.data_format == DataFormat::ChannelsFirst;
                    let of_steps = |x: &Tensor, from: i64, to: i64| if moves { ops::moveaxis(x, from, to) } else { x.clone() };
                    let mut last = vec![of_steps(&inputs[0], 2, -1)];
                    last.extend(inputs[1..].iter().map(|state| self.data_format.tensor_to_last(state)));
                    let outputs = recurrence.trace(scope, &last, first_state, self)?;
                    let output = |(i, y): (usize, &Tensor)| match i {
                        0 if self.return_sequences => of_steps(y, -1, 2),
                        _ => self.data_format.tensor_from_last(y),
                    };
                    Ok(outputs.iter().enumerate().map(output).collect())
                })
            }
        }
    };
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
