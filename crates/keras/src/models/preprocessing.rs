//! Layers in front of a model.

use super::model::Model;
use crate::error::{Error, Result};
use crate::graph::{KerasTensor, Layer, Network, SharedLayer};
use crate::objects::Handle;

impl Model {
    /// The model with these layers between its input and what takes the input now: preprocessing that is part
    /// of the model, as augmentation that acts in training alone. Weights, training configuration and the
    /// state of the optimizer stay.
    ///
    /// ```
    /// use keras::{Input, Model, layers::{Dense, Flatten, RandomFlip}};
    /// let input = Input::new([8, 8, 3]);
    /// let model = Model::new(&input, &Dense::new(2).call(&Flatten::new().call(&input)?)?)?;
    /// let augmented = model.with_preprocessing(vec![RandomFlip::new().into()])?;
    /// assert_eq!(augmented.layers().len(), model.layers().len() + 1);
    /// assert_eq!(augmented.variables(), model.variables());
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the model has several inputs, or a layer has
    /// weights; [`ErrorKind::Shape`](crate::ErrorKind::Shape) if a layer does not take the input, or changes
    /// its shape to one that the model does not take.
    pub fn with_preprocessing(&self, layers: Vec<Handle<dyn Layer>>) -> Result<Self> {
        let [input] = self.inputs() else {
            let (name, count) = (self.name(), self.inputs().len());
            return Err(Error::argument(format!("model '{name}' has {count} inputs; preprocessing takes one")));
        };
        let mut prepared = input.clone();
        let mut order = vec![input.layer().clone()];
        for layer in layers {
            let layer = SharedLayer::new(layer);
            prepared = layer.call(&prepared)?;
            order.push(layer.clone());
            if !layer.weights().is_empty() {
                let (name, class) = (layer.name(), layer.layer().class_name());
                return Err(Error::argument(format!("layer '{name}' ({class}) has weights; preprocessing has none")));
            }
        }
        let (network, calls) = (self.network(), &self.network().calls);
        let mut outputs: Vec<Vec<KerasTensor>> = Vec::with_capacity(calls.len());
        for call in calls {
            let made = match call.is(input) {
                true => vec![prepared.clone()],
                false => call.layer().call_with(moved(call.inputs(), network, &outputs)?, call.arguments())?,
            };
            outputs.push(made);
        }
        let ends = moved(self.outputs(), network, &outputs)?;
        let model = Self::assemble(self.name().to_owned(), vec![input.clone()], ends, self.is_sequential())?;
        order.extend(self.layers().iter().filter(|layer| !layer.is(input.layer())).cloned());
        let names: Vec<&str> = order.iter().map(SharedLayer::name).collect();
        let mut model = model.in_order(&names)?.with_output_keys(self.output_keys().to_vec());
        model.set_weights(self.variables().iter().map(|variable| variable.values.clone()).collect())?;
        model.compiled = self.compiled.clone();
        model.optimizer_state = self.optimizer_state.clone();
        model.notes = self.notes.clone();
        Ok(model)
    }
}

/// The tensors of a network as those of the same calls on other inputs.
fn moved(tensors: &[KerasTensor], network: &Network, made: &[Vec<KerasTensor>]) -> Result<Vec<KerasTensor>> {
    let again = |tensor: &KerasTensor| {
        let outputs = network.call_index(tensor).and_then(|at| made.get(at));
        outputs.and_then(|outputs| outputs.get(tensor.tensor_index())).cloned().ok_or_else(|| {
            let name = tensor.layer().name();
            Error::argument(format!("layer '{name}' is called before its inputs"))
        })
    };
    tensors.iter().map(again).collect()
}
