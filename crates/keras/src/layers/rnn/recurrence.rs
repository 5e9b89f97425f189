//! What all recurrent layers share: their settings, and the loop over the steps of a sequence.
//!
//! The products of the inputs of all steps are one product before the loop. In training the loop stacks the
//! states of all steps, which its gradient reads.

use stablehlo::Value;

use super::carried::{carried, check_rows};
use crate::error::{Error, Result};
use crate::graph::{CallContext, Scope, WeightSpec};
use crate::ops::{self, Tensor};
use crate::shape::Shape;

/// The maximum number of steps.
pub(super) const MAX_STEPS: usize = 1 << 16;

/// Declares a recurrent layer with the settings of all of them.
macro_rules! recurrent {
    (
        $(#[$doc:meta])*
        $layer:ident ($states:literal, $recurrent_default:ident) {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
        $(fixed { $($fixed:tt)* })?
    ) => {
        crate::layer! {
            $(#[$doc])*
            $layer(
                /// The size of the state and of the output.
                units: [usize],
            ) {
                $( $(#[$setting_doc])* $setting: [$($ty)+] = $default; )*
                /// The activation of the output. Default: tanh.
                activation: [Activation] = Activation::Tanh;
                /// If true, the layer has a bias. Default: true.
                use_bias: [bool] = true;
                /// Initial values of the kernel of the inputs. Default: Glorot uniform.
                kernel_initializer: [Handle<dyn Initializer>] = GlorotUniform::new().into();
                /// Initial values of the kernel of the state. Default: orthogonal.
                recurrent_initializer: [Handle<dyn Initializer>] = $recurrent_default::new().into();
                /// Initial values of the bias. Default: zeros.
                bias_initializer: [Handle<dyn Initializer>] = Zeros::new().into();
                /// The penalty of the kernel of the inputs. Default: none.
                kernel_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The penalty of the kernel of the state. Default: none.
                recurrent_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The penalty of the bias. Default: none.
                bias_regularizer: [Option<Handle<dyn Regularizer>>] = None;
                /// The function that is applied to the kernel of the inputs after each step. Default: none.
                kernel_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the kernel of the state after each step. Default: none.
                recurrent_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The function that is applied to the bias after each step. Default: none.
                bias_constraint: [Option<Handle<dyn Constraint>>] = None;
                /// The fraction of the inputs that become 0 in training. Default: 0.
                dropout: [f64] = 0.0;
                /// The fraction of the state that becomes 0 in training. Default: 0.
                recurrent_dropout: [f64] = 0.0;
                /// If true, the output has all steps, not the last alone. Default: false.
                return_sequences: [bool] = false;
                /// If true, the last states are outputs, too. Default: false.
                return_state: [bool] = false;
                /// If true, the sequence is read from its end. Default: false.
                go_backwards: [bool] = false;
                /// If true, the program has the operations of each step and no loop: faster for a few steps,
                /// and longer to compile. Default: false.
                unroll: [bool] = false;
                /// If true, the output of a masked step is 0, not that of the step before it. Default: false.
                zero_output_for_mask: [bool] = false;
                /// If true, row `i` of a batch begins with the last states of row `i` of the batch before it;
                /// the input needs a [`batch_size`](crate::Input::batch_size). Default: false.
                stateful: [bool] = false;
            }
            $( fixed { $($fixed)* } )?
            config |layer, config| { config.set("activity_regularizer", &layer.activity_regularizer); }
        }

        impl $layer {
            fn recurrence(&self) -> Recurrence {
                Recurrence {
                    units: self.units,
                    states: $states,
                    dropout: [self.dropout, self.recurrent_dropout],
                    return_sequences: self.return_sequences,
                    return_state: self.return_state,
                    go_backwards: self.go_backwards,
                    unroll: self.unroll,
                    zero_output_for_mask: self.zero_output_for_mask,
                    stateful: self.stateful,
                }
            }

            /// The kernels for so many gates, and the bias.
            fn weights(&self, input: &Shape, gates: usize, bias: WeightSpec) -> Vec<WeightSpec> {
                let width = gates * self.units;
                let name = |weight: &str| format!("{}_cell/{weight}", crate::naming::to_snake_case(stringify!($layer)));
                let kernel = [input.last().unwrap_or(1), width];
                let kernel = WeightSpec::trainable(name("kernel"), kernel, &self.kernel_initializer)
                    .regularizer(self.kernel_regularizer.as_ref())
                    .constraint(self.kernel_constraint.as_ref());
                let recurrent = [self.units, width];
                let recurrent = WeightSpec::trainable(name("recurrent_kernel"), recurrent, &self.recurrent_initializer)
                    .regularizer(self.recurrent_regularizer.as_ref())
                    .constraint(self.recurrent_constraint.as_ref());
                let bias = WeightSpec { name: name("bias").into(), ..bias }
                    .regularizer(self.bias_regularizer.as_ref())
                    .constraint(self.bias_constraint.as_ref());
                let all = [Some(kernel), Some(recurrent), self.use_bias.then_some(bias)];
                all.into_iter().flatten().map(|weight| weight.part("cell")).collect()
            }
        }

        impl Layer for $layer {
            fn input_spec(&self) -> InputSpec {
                InputSpec::arguments(1)
            }

            fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
                Ok(if self.return_sequences { masks.first().cloned().flatten() } else { None })
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                self.recurrence().check(stringify!($layer), inputs)
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                let recurrence = self.recurrence();
                recurrence.check(stringify!($layer), inputs)?;
                Ok([self.specs(&inputs[0]), recurrence.carried(stringify!($layer), &inputs[0])?].concat())
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                first(self.forward_all(cx, inputs)?)
            }

            fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
                self.recurrence().trace(cx, inputs, self)
            }
        }
    };
}
pub(super) use recurrent;

/// A step of a recurrent layer.
pub(super) trait Cell {
    /// The part of the step that needs no state: of one step, `(rows, features)`, or of all of them, with a
    /// dimension before.
    fn of_input(&self, scope: &Scope, x: &Tensor) -> Result<Tensor>;

    /// The weights that the rest of the step needs.
    fn weights_of_state(&self, scope: &Scope) -> Result<Vec<Tensor>>;

    /// The new states, of which the first is the output, from the part of the input, the weights and the
    /// states.
    fn step(&self, of_input: &Tensor, weights: &[Tensor], states: &[Tensor]) -> Vec<Tensor>;
}

/// The first of the outputs, of which there is at least one.
pub(super) fn first(outputs: Vec<Value>) -> Result<Value> {
    outputs.first().copied().ok_or_else(|| Error::argument("a recurrent layer has an output"))
}

/// The settings of the loop.
pub(super) struct Recurrence {
    pub units: usize,
    pub states: usize,
    /// The fractions of the inputs and of the state that become 0 in training.
    pub dropout: [f64; 2],
    pub return_sequences: bool,
    pub return_state: bool,
    pub go_backwards: bool,
    pub unroll: bool,
    /// If true, the output of a masked step is 0, not that of the step before it.
    pub zero_output_for_mask: bool,
    pub stateful: bool,
}

impl Recurrence {
    /// The states that the layer carries from batch to batch, after its weights.
    pub fn carried(&self, layer: &str, sequence: &Shape) -> Result<Vec<WeightSpec>> {
        let states = if self.stateful { self.states } else { 0 };
        if states == 0 { Ok(Vec::new()) } else { carried(layer, sequence, vec![vec![self.units]; states]) }
    }

    /// Checks a sequence, and initial states if there are any.
    pub fn check(&self, layer: &str, inputs: &[Shape]) -> Result<()> {
        let (sequence, states) = (&inputs[0], &inputs[1..]);
        let fits = sequence.rank() == 3
            && (states.is_empty() || states.len() == self.states)
            && states.iter().all(|state| state.dims() == [self.units])
            && (1..=MAX_STEPS).contains(&sequence.dims()[0]);
        if fits && self.units > 0 && self.dropout.iter().all(|rate| (0.0..1.0).contains(rate)) {
            return Ok(());
        }
        Err(Error::shape(format!(
            "{layer} takes a sequence (batch, steps, size) of at most {MAX_STEPS} steps and, perhaps, {} states of (batch, \
             {}); dropouts are from 0 to below 1. Received: {inputs:?}",
            self.states, self.units
        )))
    }

    /// The tensor with its steps first, in the order in which they are done.
    fn steps_first(&self, x: &Tensor) -> Tensor {
        let x = ops::swapaxes(x, 0, 1);
        if self.go_backwards { ops::flip(&x, 0) } else { x }
    }

    /// Traces the loop over the steps.
    pub fn trace(&self, cx: &mut CallContext<'_>, inputs: &[Value], cell: &impl Cell) -> Result<Vec<Value>> {
        let first_state = cx.weight_count().saturating_sub(self.states);
        cx.trace(inputs, |scope, inputs| {
            let sequence = &inputs[0];
            let rows = sequence.dim(0);
            let zeros = || {
                let row = ops::slice(sequence, &[0, 0, 0], &[rows, 1, 1]);
                ops::broadcast_to(&ops::reshape(&ops::zeros_like(&row), &[rows as i64, 1]), &[rows, self.units])
            };
            let mut carried: Vec<Tensor> = match &inputs[1..] {
                [] if self.stateful => {
                    (0..self.states).map(|i| scope.weight(first_state + i)).collect::<Result<_>>()?
                }
                [] => (0..self.states).map(|_| zeros()).collect(),
                given => given.to_vec(),
            };
            if self.stateful {
                check_rows("a recurrent layer", rows, scope.variable(first_state)?.shape())?;
            }
            let input_mask = mask(scope, self.dropout[0], &[rows, sequence.dim(2)])?;
            let state_mask = mask(scope, self.dropout[1], &[rows, self.units])?;
            let x = self.steps_first(sequence);
            let x = input_mask.map_or(x.clone(), |mask| &x * mask.to(x.element()));
            let of_inputs = cell.of_input(scope, &x)?;
            let weights = cell.weights_of_state(scope)?;
            let step_mask = scope.mask(0).map(|mask| self.steps_first(&mask.to(stablehlo::ElementType::I1)));
            if step_mask.is_some() {
                // The output of the step before.
                carried.push(ops::zeros_like(&carried[0]));
            }
            let step = |carried: &[Tensor], of_step: &[Tensor]| {
                let mut states = carried[..self.states].to_vec();
                if let Some(mask) = &state_mask {
                    states[0] = &states[0] * mask.to(states[0].element());
                }
                let new = cell.step(&of_step[0], &weights, &states);
                let next = match of_step.get(1) {
                    None => new,
                    Some(mask) => {
                        let mask = ops::expand_dims(mask, -1);
                        let last = &carried[self.states];
                        let masked = if self.zero_output_for_mask { ops::zeros_like(last) } else { last.clone() };
                        let kept = new.iter().zip(&states).map(|(new, old)| ops::where_(&mask, new, old));
                        kept.chain([ops::where_(&mask, &new[0], &masked)]).collect()
                    }
                };
                let output = next.get(self.states).unwrap_or(&next[0]).clone();
                // The first of what is stacked is the output.
                let stacked = match (scope.training(), self.return_sequences) {
                    (true, _) => std::iter::once(output).chain(next.iter().skip(1).cloned()).collect(),
                    (false, true) => vec![output],
                    (false, false) => Vec::new(),
                };
                (next, stacked)
            };
            let init: Vec<&Tensor> = carried.iter().collect();
            let read: Vec<&Tensor> = std::iter::once(&of_inputs).chain(&step_mask).collect();
            let scan = if self.unroll { ops::scan_unrolled } else { ops::scan_all };
            let (last, stacked) = scan(&step, &init, &read)?;
            let output = match self.return_sequences {
                true => ops::swapaxes(&stacked[0], 0, 1),
                false => last.get(self.states).unwrap_or(&last[0]).clone(),
            };
            for (i, state) in last[..self.states].iter().enumerate().filter(|_| self.stateful) {
                scope.update(first_state + i, state)?;
            }
            let states = if self.return_state { &last[..self.states] } else { &[] };
            Ok(std::iter::once(output).chain(states.iter().cloned()).collect())
        })
    }
}

/// What a dropout multiplies by, the same in all steps; `None` outside of training.
pub(super) fn mask(scope: &mut Scope, rate: f64, shape: &[usize]) -> Result<Option<Tensor>> {
    if !scope.training() || rate == 0.0 {
        return Ok(None);
    }
    let draws = scope.random_uniform(shape)?;
    let keep = ops::greater_equal(&draws, &ops::full_like(&draws, rate)).to(draws.element());
    Ok(Some(keep * (1.0 / (1.0 - rate))))
}
