//! `get_config()`: the architecture in the format of Keras's files.

use serde_json::{Value as Json, json};

use super::model::Model;
use crate::dtype::{DTypePolicy, keras_name};
use crate::graph::{CallArguments, InputSpec, KerasTensor, SharedLayer};
use crate::objects::{Field, registered_name};

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
        let (module, class) = self.class();
        json!({
            "class_name": class, "config": self.config(), "module": module,
            "registered_name": registered_name(module, class),
        })
    }

    /// The module and the name of the class in Keras's files.
    pub(super) fn class(&self) -> (&'static str, &'static str) {
        match self.is_sequential() {
            true => ("keras", "Sequential"),
            false => ("keras.src.models.functional", "Functional"),
        }
    }

    /// The result of Keras's `get_config`.
    pub fn config(&self) -> Json {
        let network = self.network();
        if self.is_sequential() {
            let layers: Vec<Json> = network.layers.iter().map(SharedLayer::serialize).collect();
            return json!({
                "name": self.name(), "trainable": true, "dtype": DTypePolicy::Float32.to_json(),
                "layers": layers, "build_input_shape": network.sources[0].shape().to_json(),
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
        let ends = |tensors: &[KerasTensor]| match tensors {
            [one] => self.history(one),
            several => several.iter().map(|tensor| self.history(tensor)).collect(),
        };
        let outputs = match self.output_keys() {
            [] => ends(self.outputs()),
            keys => keys.iter().cloned().zip(self.outputs().iter().map(|output| self.history(output))).collect(),
        };
        json!({
            "name": self.name(), "trainable": true, "layers": layers.collect::<Vec<Json>>(),
            "input_layers": ends(&network.sources), "output_layers": outputs,
        })
    }

    /// The configuration of one call of a layer: its arguments.
    fn node_config(&self, call: &KerasTensor) -> Json {
        let tensor = |t: &KerasTensor| {
            let own = keras_name(t.layer().layer().base().dtype.compute());
            let config = t.layer().layer().get_config();
            let strings = t.is_input() && config.get("dtype").is_some_and(|dtype| dtype == "string");
            let dtype = if strings { "string" } else { own };
            json!({
                "class_name": "__keras_tensor__",
                "config": { "shape": t.shape().to_json(), "dtype": dtype, "keras_history": self.history(t) },
            })
        };
        let mut tensors: Vec<Json> = call.inputs().iter().map(tensor).collect();
        if let Some(arguments) = call.layer().layer().call_arguments(&tensors) {
            return arguments;
        }
        let arguments = call.arguments();
        let masks = tensors.split_off(arguments.inputs_of(tensors.len()).unwrap_or(tensors.len()));
        // A merging layer takes a list, even of one tensor; other layers take the tensors themselves.
        let spec = call.layer().layer().input_spec();
        // Recurrent layers take their initial states by name.
        let states = if spec.separate && spec.at_least == Some(1) { tensors.split_off(1) } else { Vec::new() };
        let inputs = tensors.len();
        let args = if spec.at_least.is_some() && !spec.separate { json!([tensors]) } else { json!(tensors) };
        let mut kwargs = masks_by_name(arguments, spec, inputs, masks);
        if let Some(training) = arguments.training {
            kwargs["training"] = json!(training);
        }
        let flags = [
            ("use_causal_mask", arguments.use_causal_mask),
            ("return_attention_scores", arguments.return_attention_scores),
            ("reverse", arguments.reverse),
        ];
        for (name, _) in flags.into_iter().filter(|(_, set)| *set) {
            kwargs[name] = json!(true);
        }
        if !states.is_empty() {
            kwargs["initial_state"] = json!(states);
        }
        json!({ "args": args, "kwargs": kwargs })
    }

    /// A tensor's layer, the index of its call within this model, and its index among the call's outputs.
    fn history(&self, tensor: &KerasTensor) -> Json {
        let call = self.network().calls_of(tensor.layer()).position(|c| c.is_of_call(tensor)).unwrap_or(0);
        json!([tensor.layer().name(), call, tensor.tensor_index()])
    }
}

/// The explicit masks of a call of so many inputs: by the names of an attention's arguments if the inputs are
/// separate ones, as a list if they are one, otherwise that of the only input.
fn masks_by_name(arguments: CallArguments, spec: InputSpec, inputs: usize, masks: Vec<Json>) -> Json {
    let (mut named, mut masks) = (json!({}), masks.into_iter());
    if arguments.attention_mask {
        named["attention_mask"] = json!(masks.next());
    }
    let of_inputs: Vec<Json> =
        arguments.input_masks.into_iter().map(|set| if set { json!(masks.next()) } else { Json::Null }).collect();
    if of_inputs.iter().all(Json::is_null) {
        return named;
    }
    match spec.at_least {
        Some(_) if !spec.separate => named["mask"] = json!(of_inputs.get(..inputs.max(2)).unwrap_or(&of_inputs)),
        Some(2..) => {
            for (name, mask) in ["query_mask", "value_mask", "key_mask"].into_iter().zip(of_inputs) {
                named[name] = mask;
            }
        }
        _ => named["mask"] = json!(of_inputs.first()),
    }
    named
}
