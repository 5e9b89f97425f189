//! Steps of recurrent layers, one after the other.

use stablehlo::Value;

use super::recurrence::first;
use crate::error::{Error, Result};
use crate::graph::{CallContext, InputSpec, Layer, WeightSpec};
use crate::layers::nested::named_parts;
use crate::objects::Handle;
use crate::saving::container_names;
use crate::shape::Shape;

crate::layer! {
    /// Cells, of which each takes the output of the one before it. The inputs are that of the first cell,
    /// then the states of all cells; the outputs are that of the last cell, then the new states.
    ///
    /// ```
    /// use keras::{Input, layers::{LSTMCell, SimpleRNNCell, StackedRNNCells}};
    /// let cells = vec![SimpleRNNCell::new(4).into(), LSTMCell::new(2).into()];
    /// let [x, s, h, c] = [3, 4, 2, 2].map(|size| Input::new([size]).tensor());
    /// let outputs = StackedRNNCells::new(cells).shared().call_with([&x, &s, &h, &c], Default::default())?;
    /// assert_eq!((outputs.len(), outputs[0].shape().to_string()), (4, "(None, 2)".into()));
    /// # Ok::<(), keras::Error>(())
    /// ```
    StackedRNNCells(
        /// The cells.
        cells: [Vec<Handle<dyn Layer>>],
    ) {}
}

impl StackedRNNCells {
    /// The number of states of each cell.
    fn states(&self) -> impl DoubleEndedIterator<Item = (&Handle<dyn Layer>, usize)> {
        self.cells.iter().map(|cell| (cell, cell.state_sizes().len()))
    }
}

impl Layer for StackedRNNCells {
    fn input_spec(&self) -> InputSpec {
        InputSpec::arguments(1 + self.state_sizes().len())
    }

    fn state_sizes(&self) -> Vec<usize> {
        self.cells.iter().flat_map(|cell| cell.state_sizes()).collect()
    }

    fn output_state(&self) -> usize {
        self.states().map(|(_, states)| states).rev().skip(1).sum()
    }

    fn check(&self, _inputs: &[Shape]) -> Result<()> {
        if !self.cells.is_empty() && self.states().all(|(_, states)| states > 0) {
            return Ok(());
        }
        let classes: Vec<&str> = self.cells.iter().map(|cell| cell.class_name()).collect();
        Err(Error::argument(format!("StackedRNNCells takes cells of recurrent layers, at least one, not {classes:?}")))
    }

    fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
        self.check(inputs)?;
        let (mut x, mut states, mut all) = (inputs[0].clone(), &inputs[1..], Vec::new());
        let groups = container_names(self.cells.iter().map(|cell| cell.class_name()));
        for ((cell, count), group) in self.states().zip(groups) {
            let (own, rest) = states
                .split_at_checked(count)
                .ok_or_else(|| Error::shape(format!("StackedRNNCells: {} inputs, which are too few", inputs.len())))?;
            let given = [&[x.clone()], own].concat();
            cell.check(&given)?;
            all.extend(named_parts(cell.build(&given)?, &format!("cells/{group}"), &**cell));
            // The output of a cell is its first state.
            (x, states) = (own[0].clone(), rest);
        }
        Ok(all)
    }

    fn forward(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Value> {
        first(self.forward_all(cx, inputs)?)
    }

    fn forward_all(&self, cx: &mut CallContext<'_>, inputs: &[Value]) -> Result<Vec<Value>> {
        let shape = |cx: &CallContext<'_>, v: &Value| Shape::new(&cx.b.dims(*v)[1..]);
        let (mut x, mut states, mut start, mut new) = (inputs[0], &inputs[1..], 0, Vec::new());
        for (cell, count) in self.states() {
            let (own, rest) = states.split_at(count);
            let given = [&[x], own].concat();
            let shapes: Vec<Shape> = given.iter().map(|v| shape(cx, v)).collect();
            let end = start + cell.build(&shapes)?.len();
            let outputs = cx.forward_layer(&**cell, start..end, &given, &[])?;
            x = first(outputs.clone())?;
            new.extend(&outputs[1..]);
            (states, start) = (rest, end);
        }
        Ok(std::iter::once(x).chain(new).collect())
    }
}
