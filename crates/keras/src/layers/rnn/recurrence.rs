//! What all recurrent layers share: their settings, and the loop over the steps of a sequence.
//!
//! The products of the inputs of all steps are one product before the loop. In training the loop stacks the
//! states of all steps, which its gradient reads.

use stablehlo::{ElementType, Value};

use super::carried::{carried, check_rows};
use super::dropout::Dropouts;
use crate::error::{Error, Result};
use crate::graph::{Scope, WeightSpec};
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
                /// The fraction of the inputs that become 0 in training, in the products. Default: 0.
                dropout: [f64] = 0.0;
                /// The fraction of the state that becomes 0 in training, in the products; the state that is
                /// carried stays whole. Default: 0.
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
                    state: vec![self.units],
                    states: $states,
                    dropouts: self.dropouts(),
                    ahead: true,
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

            fn takes_masks_of_arguments(&self) -> bool {
                false
            }

            fn compute_mask(&self, _inputs: &[Tensor], masks: &[Option<Tensor>]) -> Result<Option<Tensor>> {
                Ok(if self.return_sequences { masks.first().cloned().flatten() } else { None })
            }

            fn check(&self, inputs: &[Shape]) -> Result<()> {
                let form = "(batch, steps, size)";
                self.recurrence().check(stringify!($layer), form, &inputs[0], &inputs[1..])
            }

            fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
                self.check(inputs)?;
                Ok([self.specs(&inputs[0]), self.recurrence().carried(stringify!($layer), &inputs[0])?].concat())
            }

            fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
                first(self.forward_all(cx, inputs)?)
            }

            fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
                let recurrence = self.recurrence();
                let first_state = cx.weight_count().saturating_sub(recurrence.states);
                cx.trace(inputs, |scope, inputs| recurrence.trace(scope, inputs, first_state, self))
            }
        }
    };
}
pub(super) use recurrent;

/// A step of a recurrent layer.
pub(super) trait Cell {
    /// The part of the step that needs no state, of one step or of all of them, with a dimension before; the
    /// masks are for the input.
    fn of_input(&self, scope: &Scope, x: &Tensor, masks: &[Tensor]) -> Result<Tensor>;

    /// The weights that the rest of the step needs, for these masks of the state.
    fn weights_of_state(&self, scope: &Scope, masks: &[Tensor]) -> Result<Vec<Tensor>>;

    /// The new states, of which the first is the output, from the part of the input, the weights, the states,
    /// and the masks of the first state, for the products alone.
    ///
    /// # Errors
    /// If a shape does not fit.
    fn step(&self, of_input: &Tensor, weights: &[Tensor], states: &[Tensor], masks: &[Tensor]) -> Result<Vec<Tensor>>;
}

/// The first of the outputs, of which there is at least one.
pub(super) fn first(outputs: Vec<Value>) -> Result<Value> {
    outputs.first().copied().ok_or_else(|| Error::argument("a recurrent layer has an output"))
}

/// The settings of the loop.
pub(super) struct Recurrence {
    /// The shape of a row of each state.
    pub state: Vec<usize>,
    pub states: usize,
    pub dropouts: Dropouts,
    /// If true, the parts of all steps that need no state are computed before the loop.
    pub ahead: bool,
    pub return_sequences: bool,
    pub return_state: bool,
    pub go_backwards: bool,
    pub unroll: bool,
    /// If true, the output of a masked step is 0, not that of the step before it. Keras's unrolled loops have
    /// the one before it in any case.
    pub zero_output_for_mask: bool,
    pub stateful: bool,
}

impl Recurrence {
    /// The states that the layer carries from batch to batch, after its weights.
    pub fn carried(&self, layer: &str, sequence: &Shape) -> Result<Vec<WeightSpec>> {
        let states = if self.stateful { self.states } else { 0 };
        if states == 0 { Ok(Vec::new()) } else { carried(layer, sequence, vec![self.state.clone(); states]) }
    }

    /// Checks the length of a sequence, of this form, and initial states if there are any.
    pub fn check(&self, layer: &str, form: &str, sequence: &Shape, states: &[Shape]) -> Result<()> {
        let fits = sequence.rank() == self.state.len() + 2
            && (states.is_empty() || states.len() == self.states)
            && states.iter().all(|state| state.dims() == self.state)
            && (1..=MAX_STEPS).contains(&sequence.dims()[0]);
        if fits && !self.state.contains(&0) && self.dropouts.are_valid() {
            return Ok(());
        }
        let state: String = self.state.iter().map(|size| format!(", {size}")).collect();
        Err(Error::shape(format!(
            "{layer} takes a sequence {form} of at most {MAX_STEPS} steps and, perhaps, {} states of (batch{state}); \
             sizes are at least 1, dropouts from 0 to 1. Received: {sequence}, states {states:?}",
            self.states
        )))
    }

    /// The tensor with its steps first, in the order in which they are done.
    fn steps_first(&self, x: &Tensor) -> Tensor {
        let x = ops::swapaxes(x, 0, 1);
        if self.go_backwards { ops::flip(&x, 0) } else { x }
    }

    /// The mask of the steps, of one number for each row.
    fn mask_of_steps(&self, mask: &Tensor) -> Tensor {
        let mask = mask.to(ElementType::I1);
        let features: Vec<i64> = (2..mask.ndim() as i64).collect();
        self.steps_first(&if features.is_empty() { mask } else { ops::any(&mask, &features[..], false) })
    }

    /// The states before the first step: those given, those carried, or zeros.
    fn initial(&self, scope: &Scope, sequence: &Tensor, given: &[Tensor], first: usize) -> Result<Vec<Tensor>> {
        let rows = sequence.dim(0);
        if self.stateful {
            check_rows("a recurrent layer", rows, scope.variable(first)?.shape())?;
        }
        let zeros = || ops::zeros(&[&[rows], &self.state[..]].concat()).to(sequence.element());
        match given {
            [] if self.stateful => (0..self.states).map(|i| scope.weight(first + i)).collect(),
            [] => Ok((0..self.states).map(|_| zeros()).collect()),
            given => Ok(given.to_vec()),
        }
    }

    /// Traces the loop over the steps.
    pub fn trace(&self, scope: &mut Scope, inputs: &[Tensor], first: usize, cell: &impl Cell) -> Result<Vec<Tensor>> {
        let sequence = &inputs[0];
        let mut carried = self.initial(scope, sequence, &inputs[1..], first)?;
        let x = self.steps_first(sequence);
        let masks = self.dropouts.masks(scope, x.element(), &x.shape()[1..], carried[0].shape())?;
        let x = if self.ahead { cell.of_input(scope, &x, &masks.input)? } else { x };
        let weights = cell.weights_of_state(scope, &masks.state)?;
        let step_mask = scope.mask(0).map(|mask| self.mask_of_steps(mask));
        if step_mask.is_some() {
            // The output of the step before. Keras's loop begins with the first state, its unrolled one with
            // 0.
            carried.push(if self.unroll { ops::zeros_like(&carried[0]) } else { carried[0].clone() });
        }
        let step = |carried: &[Tensor], of_step: &[Tensor]| {
            let states = &carried[..self.states];
            let of_input =
                if self.ahead { Ok(of_step[0].clone()) } else { cell.of_input(scope, &of_step[0], &masks.input) };
            let new = of_input.and_then(|of_input| cell.step(&of_input, &weights, states, &masks.state));
            let new = new.unwrap_or_else(|error| vec![states[0].fail(error); self.states]);
            let next = match of_step.get(1) {
                None => new,
                Some(mask) => self.masked(mask, &new, carried),
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
        let read: Vec<&Tensor> = std::iter::once(&x).chain(&step_mask).collect();
        let scan = if self.unroll { ops::scan_unrolled } else { ops::scan_all };
        let (last, stacked) = scan(&step, &init, &read)?;
        let output = match self.return_sequences {
            true => ops::swapaxes(&stacked[0], 0, 1),
            false => last.get(self.states).unwrap_or(&last[0]).clone(),
        };
        for (i, state) in last[..self.states].iter().enumerate().filter(|_| self.stateful) {
            scope.update(first + i, state)?;
        }
        let states = if self.return_state { &last[..self.states] } else { &[] };
        Ok(std::iter::once(output).chain(states.iter().cloned()).collect())
    }

    /// The states and the output after a step, in the rows that the mask hides those before it.
    fn masked(&self, mask: &Tensor, new: &[Tensor], carried: &[Tensor]) -> Vec<Tensor> {
        let sizes = [&[mask.dim(0) as i64][..], &vec![1; self.state.len()]].concat();
        let mask = ops::reshape(mask, &sizes);
        let (old, last) = carried.split_at(self.states);
        let zero = self.zero_output_for_mask && !self.unroll;
        let hidden = if zero { ops::zeros_like(&last[0]) } else { last[0].clone() };
        let kept = new.iter().zip(old).map(|(new, old)| ops::where_(&mask, new, old));
        kept.chain([ops::where_(&mask, &new[0], &hidden)]).collect()
    }
}
