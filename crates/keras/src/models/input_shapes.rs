//! Models for inputs of given sizes, in place of those that are unknown.

use stablehlo::{Module, TensorType};

use super::model::Model;
use crate::error::{Error, Result};
use crate::graph::{KerasTensor, SharedLayer};
use crate::layers::InputLayer;
use crate::objects::{Declared, Registry};
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

impl Model {
    /// The model with the same layers and weights for inputs of these shapes, one for each of
    /// [`inputs`](Self::inputs): for what needs sizes before there is data, such as an export.
    ///
    /// ```
    /// use keras::{Input, Model, Shape, layers::Conv2D};
    /// let images = Input::new([None, None, Some(3)]);
    /// let features = Conv2D::new(8, 3).call(&images)?;
    /// let model = Model::new(&images, &features)?;
    /// assert_eq!(model.output_shape().to_string(), "(None, None, None, 8)");
    /// let fixed = model.with_input_shapes(&[Shape::new([32, 48, 3])])?;
    /// assert_eq!(fixed.output_shape().to_string(), "(None, 30, 46, 8)");
    /// assert_eq!(fixed.variables(), model.variables());
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if there are more or fewer shapes than inputs, or one
    /// does not fit its input or a layer.
    pub fn with_input_shapes(&self, shapes: &[Shape]) -> Result<Self> {
        let Ends { sources, outputs } = self.resized(shapes)?;
        let mut model = Self::assemble(self.name().to_owned(), sources, outputs, self.is_sequential())?;
        let names: Vec<&str> = self.network().layers.iter().map(SharedLayer::name).collect();
        model = model.in_order(&names)?.with_output_keys(self.output_keys().to_vec());
        model.set_weights(self.variables().iter().map(|variable| variable.values.clone()).collect())?;
        model.compiled.clone_from(&self.compiled);
        model.optimizer_state.clone_from(&self.optimizer_state);
        model.notes.clone_from(&self.notes);
        Ok(model)
    }

    /// The [program](Self::program) for `rows` rows of inputs of these shapes, one for each of
    /// [`inputs`](Self::inputs).
    ///
    /// ```
    /// use keras::{Input, Model, Shape, layers::Conv1D};
    /// let steps = Input::new([None, Some(3)]);
    /// let model = Model::new(&steps, &Conv1D::new(8, 2).call(&steps)?)?;
    /// let program = model.program_for(4, &[Shape::new([10, 3])])?;
    /// assert_eq!(program.main().unwrap().result_types()[0].to_string(), "tensor<4x9x8xf32>");
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`with_input_shapes`](Self::with_input_shapes).
    pub fn program_for(&self, rows: usize, shapes: &[Shape]) -> Result<Module> {
        // Tells which layer does not take them.
        self.resized(shapes)?;
        self.program_of(shapes.iter().map(|shape| shape.with_rows(rows)).collect())
    }

    /// Returns true if all sizes of the inputs but those of batches are known.
    pub fn has_known_shapes(&self) -> bool {
        self.inputs().iter().all(|input| input.shape().is_known())
    }

    /// The names of the outputs and their shapes for inputs of these types, which include the batch.
    pub(crate) fn output_shapes_of(&self, inputs: &[TensorType]) -> Result<Vec<(String, Vec<usize>)>> {
        let rows = inputs.first().and_then(|ty| ty.dims.first()).copied().unwrap_or(0);
        if self.outputs().iter().all(|output| output.shape().is_known()) {
            return self.output_shapes(rows);
        }
        let shapes: Vec<Shape> = inputs.iter().map(|ty| Shape::new(ty.dims.get(1..).unwrap_or_default())).collect();
        let outputs = self.resized(&shapes)?.outputs;
        let names = self.output_names().into_iter();
        names.zip(&outputs).map(|(name, output)| Ok((name, output.shape().with_rows(rows)?))).collect()
    }

    /// The calls of the network's layers, repeated on inputs of these shapes.
    fn resized(&self, shapes: &[Shape]) -> Result<Ends> {
        let network = self.network();
        if shapes.len() != network.inputs.len() {
            let names: Vec<&str> = network.inputs.iter().map(|input| input.layer().name()).collect();
            let (name, given) = (self.name(), shapes.len());
            return Err(Error::shape(format!(
                "model '{name}' has the inputs {names:?} and takes a shape for each; {given} were given"
            )));
        }
        self.repeat_calls(|call, inputs| match network.inputs.iter().position(|input| input.is(call)) {
            Some(at) => Ok(vec![given_shape(call, &shapes[at])?]),
            // Layers of preparation take it on the host.
            None if call.is_input() => Ok(vec![call.clone()]),
            None => call.layer().call_with(inputs, call.arguments()),
        })
    }

    /// The network with its calls repeated: `repeat` is given a call, or an input, and the tensors in place
    /// of its inputs, and returns those in place of its outputs.
    pub(super) fn repeat_calls(
        &self,
        mut repeat: impl FnMut(&KerasTensor, Vec<KerasTensor>) -> Result<Vec<KerasTensor>>,
    ) -> Result<Ends> {
        let network = self.network();
        let mut calls: Vec<Vec<KerasTensor>> = Vec::with_capacity(network.calls.len());
        for call in &network.calls {
            let inputs = call.inputs().iter().map(|input| self.repeated(&calls, input));
            let inputs = inputs.collect::<Result<Vec<_>>>()?;
            calls.push(repeat(call, inputs)?);
        }
        let ends = |tensors: &[KerasTensor]| tensors.iter().map(|tensor| self.repeated(&calls, tensor)).collect();
        let sources: Result<Vec<KerasTensor>> = ends(&network.sources);
        Ok(Ends { sources: sources?, outputs: ends(&network.outputs)? })
    }

    /// The tensor of a repeated call.
    fn repeated(&self, calls: &[Vec<KerasTensor>], tensor: &KerasTensor) -> Result<KerasTensor> {
        let found = self.network().call_index(tensor).and_then(|at| calls.get(at)?.get(tensor.tensor_index()));
        found.cloned().ok_or_else(|| Error::argument(format!("{tensor:?} is not of the model '{}'", self.name())))
    }
}

/// The ends of a network whose calls have been repeated.
pub(super) struct Ends {
    pub sources: Vec<KerasTensor>,
    pub outputs: Vec<KerasTensor>,
}

/// What programs are given, with this shape.
fn given_shape(input: &KerasTensor, shape: &Shape) -> Result<KerasTensor> {
    let (layer, expected) = (input.layer(), input.shape());
    if !expected.accepts(shape.dims()) {
        let name = layer.name();
        return Err(Error::shape(format!("input '{name}' takes rows of shape {expected}, not {shape}")));
    }
    let shape = PartialShape::from(shape.clone()).with_batch_size(expected.batch_size());
    if !input.is_input() {
        return Ok(input.with_shape(shape));
    }
    let mut config = layer.layer().get_config();
    config.set("batch_shape", &shape);
    config.set("name", &layer.name().to_owned());
    Ok(SharedLayer::new(InputLayer::from_config(&config, &Registry::new())?).as_input(shape))
}
