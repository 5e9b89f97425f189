//! A recurrent layer of any cell.

use stablehlo::{ElementType, TensorType, Value};

use super::carried::{carried, check_rows};
use super::recurrence::{MAX_STEPS, first};
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::layers::nested::named_parts;
use crate::objects::Handle;
use crate::ops::{self, Tensor};
use crate::shape::Shape;

crate::layer! {
    /// A recurrent layer of any cell: a layer of [`state_sizes`](Layer::state_sizes), also one of a user. Its
    /// inputs are those of a step and the states, its outputs the output of the step and the new states.
    /// Further inputs of this layer are the initial states, which are zeros otherwise.
    ///
    /// ```
    /// use keras::{Input, layers::{GRUCell, LSTMCell, RNN, StackedRNNCells}};
    /// let cells = StackedRNNCells::new(vec![GRUCell::new(4).into(), LSTMCell::new(2).into()]);
    /// let y = RNN::new(cells).return_sequences(true).call(&Input::new([10, 3]))?;
    /// assert_eq!(y.shape().to_string(), "(None, 10, 2)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    RNN(
        /// The cell.
        cell: [Handle<dyn Layer>],
    ) {
        /// If true, the output has all steps, not the last alone. Default: false.
        return_sequences: [bool] = false;
        /// If true, the last states are outputs, too. Default: false.
        return_state: [bool] = false;
        /// If true, the sequence is read from its end. Default: false.
        go_backwards: [bool] = false;
        /// Stored in Keras's configuration only; programs are always unrolled. Default: false.
        unroll: [bool] = false;
        /// If true, the output of a masked step is 0, not that of the step before it. Default: false.
        zero_output_for_mask: [bool] = false;
        /// If true, row `i` of a batch begins with the last states of row `i` of the batch before it; the
        /// input needs a [`batch_size`](crate::Input::batch_size). Default: false.
        stateful: [bool] = false;
    }
}

impl RNN {
    /// The shapes that the cell is given: those of a step and of its states.
    fn of_cell(&self, inputs: &[Shape]) -> Result<Vec<Shape>> {
        let sizes = self.cell.state_sizes();
        let (steps, states) = (inputs[0].dims(), &inputs[1..]);
        let of_rows = |shapes: &[Shape]| shapes.iter().map(|shape| shape.dims().to_vec()).collect::<Vec<_>>();
        let of_states: Vec<Shape> = sizes.iter().map(|size| Shape::new([*size])).collect();
        let fits = steps.len() > 1
            && (1..=MAX_STEPS).contains(&steps[0])
            && (states.is_empty() || of_rows(states) == of_rows(&of_states));
        if fits && !sizes.is_empty() {
            return Ok([&[Shape::new(&steps[1..])], &of_states[..]].concat());
        }
        let cell = self.cell.class_name();
        Err(Error::shape(format!(
            "RNN takes a cell with states, and a sequence (batch, steps, ...) of at most {MAX_STEPS} steps; perhaps also the \
             states, of (batch, size). Received: {cell} with states of the sizes {sizes:?}, and {inputs:?}"
        )))
    }

    /// The initial states. Those that are carried from batch to batch are the weights from `first` on.
    fn initial_states(&self, cx: &mut CallContext<'_>, inputs: &[Value], first: usize) -> Result<Vec<Value>> {
        let (rows, compute) = (cx.b.dims(inputs[0])[0], cx.compute());
        let mut states = inputs[1..].to_vec();
        if self.stateful {
            check_rows("RNN", rows, cx.b.dims(cx.weight(first)?))?;
        }
        for (i, size) in self.cell.state_sizes().into_iter().enumerate().skip(states.len()) {
            states.push(match self.stateful {
                true => cx.cast_weight(first + i)?,
                false => cx.b.full(TensorType::new(compute, [rows, size]), 0.0)?,
            });
        }
        Ok(states)
    }

    /// The steps of the sequence in the order in which they are done, and their masks, `(batch, 1)`, if there
    /// are any.
    fn steps(&self, cx: &mut CallContext<'_>, sequence: Value) -> Result<(Vec<Value>, Vec<Value>)> {
        let mut steps = cx.trace(&[sequence], |_, x| Ok(ops::unstack(&x[0], 1)))?;
        let mut masks = match cx.mask(0) {
            Some(mask) => ops::traced(cx.b, &[mask], |mask| {
                let columns = ops::unstack(&mask[0].to(ElementType::I1), 1);
                Ok(columns.iter().map(|column| ops::expand_dims(column, -1)).collect())
            })?,
            None => Vec::new(),
        };
        if self.go_backwards {
            steps.reverse();
            masks.reverse();
        }
        Ok((steps, masks))
    }

    /// What counts as the output before the first step, such as `output`: Keras's loop has the state that the
    /// cell puts out, its unrolled one zeros.
    fn before(&self, cx: &mut CallContext<'_>, output: Value, states: &[Value]) -> Result<Value> {
        let state = states.get(self.cell.output_state()).filter(|_| !self.unroll);
        match state.filter(|state| cx.b.ty(**state) == cx.b.ty(output)) {
            Some(state) => Ok(*state),
            None => Ok(cx.b.full_like(output, 0.0)?),
        }
    }

    /// The output and the states after a step: the old ones in masked rows.
    fn masked(&self, cx: &mut CallContext<'_>, mask: Value, new: &[Value], old: &[Value]) -> Result<Vec<Value>> {
        let values = [&[mask], new, old].concat();
        // Keras's unrolled loops have the output of the step before in any case.
        let (count, zero) = (new.len(), self.zero_output_for_mask && !self.unroll);
        ops::traced(cx.b, &values, |all| {
            let (new, old) = all[1..].split_at(count);
            let kept = |i: usize| if i == 0 && zero { ops::zeros_like(&old[0]) } else { old[i].clone() };
            Ok((0..count).map(|i| ops::where_(&all[0], &new[i], &kept(i))).collect())
        })
    }
}

impl Layer for RNN {
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
        self.cell.check(&self.of_cell(inputs)?)
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        let given = self.of_cell(inputs)?;
        self.cell.check(&given)?;
        let mut weights = named_parts(self.cell.build(&given)?, "cell", &*self.cell);
        if self.stateful {
            weights.extend(carried("RNN", &inputs[0], self.cell.state_sizes().into_iter().map(|size| vec![size]))?);
        }
        Ok(weights)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        first(self.forward_all(cx, inputs)?)
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        let carried = if self.stateful { self.cell.state_sizes().len() } else { 0 };
        let count = cx.weight_count().saturating_sub(carried);
        let mut states = self.initial_states(cx, inputs, count)?;
        let (steps, masks) = self.steps(cx, inputs[0])?;
        // The cells of this crate draw for their dropouts alone, which are the same in all steps.
        let draws = cx.random_state().filter(|_| self.cell.package().is_none());
        let (mut last, mut all) = (None, Vec::new());
        for (i, x) in steps.into_iter().enumerate() {
            if let Some(draws) = draws {
                cx.set_random_state(draws);
            }
            let given = [&[x], &states[..]].concat();
            let mut new = cx.forward_layer(&*self.cell, 0..count, &given, &[])?;
            if new.len() != given.len() {
                let (cell, found, expected) = (self.cell.class_name(), new.len(), given.len());
                return Err(Error::shape(format!(
                    "RNN: {cell} has {found} outputs, not an output and the states, {expected}"
                )));
            }
            if let Some(mask) = masks.get(i) {
                let before = match last {
                    Some(last) => last,
                    None => self.before(cx, new[0], &states)?,
                };
                new = self.masked(cx, *mask, &new, &[&[before], &states[..]].concat())?;
            }
            last = Some(new[0]);
            all.push(new[0]);
            states = new.split_off(1);
        }
        for (i, state) in states.iter().enumerate().take(carried) {
            let state = cx.b.convert(*state, ElementType::F32)?;
            cx.update_weight(count + i, state);
        }
        let output = match self.return_sequences {
            true => first(cx.trace(&all, |_, all| Ok(vec![ops::stack(&all.iter().collect::<Vec<_>>(), 1)?]))?)?,
            false => first(all.split_off(all.len().saturating_sub(1)))?,
        };
        Ok(std::iter::once(output).chain(states.into_iter().filter(|_| self.return_state)).collect())
    }
}
