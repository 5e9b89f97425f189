//! `get_config()`: the architecture in the format of Keras's files.

use serde_json::{Value as Json, json};

use super::model::Model;
use crate::dtype::{DTypePolicy, keras_name};
use crate::graph::{KerasTensor, SharedLayer};
use crate::objects::Field;

impl Model {
    /// The architecture in Keras 3's format, which `keras.models.model_from_json` reads.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense};
    /// let input = Input::new([4]);
    /// let output = Dense::new(2).call(&input)?;
    /// let config = Model::new(&input, &output)?.to_json();
    /// assert_eq!(config["class_name"], "Functional");
    /// assert_eq!(config["config"]["layers"][1]["config"]["units"], 2);
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn to_json(&self) -> Json {
        // `registered_name` is set for classes that the package `keras` does not export; it exports
        // `Sequential`.
        let (class_name, module, registered) = match self.is_sequential() {
            true => ("Sequential", "keras", Json::Null),
            false => ("Functional", "keras.src.models.functional", json!("Functional")),
        };
        json!({ "module": module, "class_name": class_name, "config": self.config(), "registered_name": registered })
    }

    /// The result of Keras's `get_config`.
    pub fn config(&self) -> Json {
        let network = self.network();
        if self.is_sequential() {
            let layers: Vec<Json> = network.layers.iter().map(SharedLayer::serialize).collect();
            return json!({
                "name": self.name(), "trainable": true, "dtype": DTypePolicy::Float32.to_json(),
                "layers": layers, "build_input_shape": network.input.shape().to_json(),
            });
        }
        let layers = network.layers.iter().map(|layer| {
            let nodes: Vec<Json> =
                network.calls_of(layer).filter(|c| !c.is_input()).map(|c| self.node_config(c)).collect();
            let mut config = layer.serialize();
            config["name"] = json!(layer.name());
            config["inbound_nodes"] = json!(nodes);
            config
        });
        json!({
            "name": self.name(), "trainable": true, "layers": layers.collect::<Vec<Json>>(),
            "input_layers": self.history(&network.input), "output_layers": self.history(&network.output),
        })
    }

    /// The configuration of one call of a layer: its arguments.
    fn node_config(&self, call: &KerasTensor) -> Json {
        let tensor = |t: &KerasTensor| {
            let dtype = keras_name(t.layer().layer().base().dtype.compute());
            json!({
                "class_name": "__keras_tensor__",
                "config": { "shape": t.shape().to_json(), "dtype": dtype, "keras_history": self.history(t) },
            })
        };
        let tensors: Vec<Json> = call.inputs().iter().map(tensor).collect();
        // A merging layer takes a list, even of one tensor; other layers take the tensor itself.
        let merges = call.layer().layer().input_spec().at_least.is_some();
        let args = if merges { json!([tensors]) } else { json!(tensors) };
        json!({ "args": args, "kwargs": {} })
    }

    /// A tensor's layer, and the index of its call within this model.
    fn history(&self, tensor: &KerasTensor) -> Json {
        let call = self.network().calls_of(tensor.layer()).position(|c| c.is(tensor)).unwrap_or(0);
        json!([tensor.layer().name(), call, 0])
    }
}
