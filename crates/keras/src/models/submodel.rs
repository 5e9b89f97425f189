//! Models from the inputs of a model to values inside of it.

use super::model::Model;
use crate::error::{Error, Result};
use crate::graph::{KerasTensor, Layer, SharedLayer};
use crate::objects::{Handle, Registry};

impl Model {
    /// The model to the output of a layer, with the same layers and weights: its activations. It takes those
    /// of the inputs that lead to the layer; of a layer that is called several times, it has the first output
    /// of the first call.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense};
    /// let input = Input::new([4]);
    /// let hidden = Dense::new(8).name("hidden").call(&input)?;
    /// let model = Model::new(&input, &Dense::new(2).call(&hidden)?)?;
    /// let activations = model.output_of("hidden")?;
    /// assert_eq!(activations.output_shape().to_string(), "(None, 8)");
    /// assert_eq!(activations.variables(), &model.variables()[..2]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such layer; the message lists the
    /// names.
    pub fn output_of(&self, layer: &str) -> Result<Self> {
        self.ending_at(vec![self.layer_output(layer)?])
    }

    /// The model to the outputs of several layers: a feature extractor, Keras's `Model(model.inputs,
    /// [layer.output for layer in ...])`. See [`output_of`](Self::output_of).
    ///
    /// ```
    /// use keras::{Sequential, Input, layers::Dense};
    /// let network = Sequential::new(Input::new([4])).add(Dense::new(8).name("a"))?.add(Dense::new(2).name("b"))?;
    /// let features = network.build()?.outputs_of(&["a", "b"])?;
    /// let shapes: Vec<String> = features.outputs().iter().map(|output| output.shape().to_string()).collect();
    /// assert_eq!(shapes, ["(None, 8)", "(None, 2)"]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`output_of`](Self::output_of).
    pub fn outputs_of(&self, layers: &[&str]) -> Result<Self> {
        self.ending_at(layers.iter().map(|layer| self.layer_output(layer)).collect::<Result<_>>()?)
    }

    /// The model to these tensors, with this model's weights.
    pub(crate) fn ending_at(&self, outputs: Vec<KerasTensor>) -> Result<Self> {
        let mut needed = outputs.clone();
        for call in self.network().calls.iter().rev() {
            if needed.iter().any(|tensor| tensor.is_of_call(call)) {
                needed.extend(call.inputs().iter().cloned());
            }
        }
        let inputs = self.inputs().iter().filter(|input| needed.iter().any(|tensor| tensor.is(input)));
        let mut model = Self::assemble(self.name().to_owned(), inputs.cloned().collect(), outputs, false)?;
        let own = |path: &str| self.variables().iter().find(|own| own.path == path).map(|own| own.values.clone());
        let weights: Vec<_> =
            model.variables().iter().map(|v| own(&v.path).unwrap_or_else(|| v.values.clone())).collect();
        model.set_weights(weights)?;
        Ok(model)
    }

    /// The symbolic output of a layer, the first of its first call: Keras's `get_layer(name).output`.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such layer; the message lists the
    /// names.
    pub fn layer_output(&self, layer: &str) -> Result<KerasTensor> {
        let calls = self.network().calls.iter().filter(|call| call.layer().name() == layer);
        calls.min_by_key(|call| call.node_index()).map(KerasTensor::first_of_call).ok_or_else(|| {
            let names: Vec<&str> = self.layers().iter().map(SharedLayer::name).collect();
            Error::argument(format!("model '{}' has no layer '{layer}': there are {}", self.name(), names.join(", ")))
        })
    }

    /// The output before its softmax: the logits of a classifier whose last layer is a `softmax` or has one
    /// as its activation, else the output itself.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the model has several outputs.
    pub(crate) fn logits(&self) -> Result<KerasTensor> {
        let [output] = self.outputs() else {
            let (name, outputs) = (self.name(), self.outputs().len());
            return Err(Error::argument(format!(
                "model '{name}' has {outputs} outputs, not one with a score per class"
            )));
        };
        let (layer, inputs) = (output.layer(), output.inputs());
        let mut json = layer.serialize();
        let activation = json.pointer_mut("/config/activation");
        let activation = activation.filter(|activation| activation.as_str() == Some("softmax"));
        match (layer.layer().class_name(), activation, inputs) {
            ("Softmax", _, [logits, ..]) | ("Activation", Some(_), [logits, ..]) => Ok(logits.clone()),
            (_, Some(activation), _) if layer.layer().package().is_none() => {
                *activation = "linear".into();
                let linear: Handle<dyn Layer> = Registry::new().deserialize(&json)?;
                SharedLayer::new(linear).call(inputs)
            }
            _ => Ok(output.clone()),
        }
    }
}
